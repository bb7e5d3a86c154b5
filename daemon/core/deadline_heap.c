/* SPDX-License-Identifier: MIT */
#include "deadline_heap.h"

#include "wait_queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int deadline_heap_init(struct deadline_heap *heap, uint32_t capacity)
{
    heap->count = 0;
    heap->slot = calloc(capacity > 0 ? capacity : 1, sizeof(*heap->slot));
    return heap->slot ? 0 : -ENOMEM;
}

void deadline_heap_deinit(struct deadline_heap *heap)
{
    free(heap->slot);
    heap->slot = NULL;
}

static bool earlier(const struct deadline_slot *a, const struct deadline_slot *b)
{
    return a->at != b->at ? a->at < b->at : a->arrival < b->arrival;
}

static void put(struct deadline_heap *heap, uint32_t place, struct deadline_slot slot)
{
    heap->slot[place] = slot;
    slot.waiter->heap_place = place;
}

static void sift_up(struct deadline_heap *heap, uint32_t place, struct deadline_slot slot)
{
    while (place > 0) {
        uint32_t parent = (place - 1) / 2;
        if (!earlier(&slot, &heap->slot[parent]))
            break;
        put(heap, place, heap->slot[parent]);
        place = parent;
    }
    put(heap, place, slot);
}

static void sift_down(struct deadline_heap *heap, uint32_t place, struct deadline_slot slot)
{
    for (;;) {
        uint64_t child = 2 * (uint64_t)place + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count && earlier(&heap->slot[child + 1], &heap->slot[child]))
            child++;
        if (!earlier(&heap->slot[child], &slot))
            break;
        put(heap, place, heap->slot[child]);
        place = (uint32_t)child;
    }
    put(heap, place, slot);
}

void deadline_heap_add(struct deadline_heap *heap, struct waiter *waiter)
{
    struct deadline_slot slot = {
        .at = waiter->deadline.at,
        .arrival = waiter->arrival,
        .waiter = waiter,
    };
    sift_up(heap, heap->count++, slot);
}

void deadline_heap_remove(struct deadline_heap *heap, struct waiter *waiter)
{
    uint32_t place = waiter->heap_place;
    assert(place < heap->count && heap->slot[place].waiter == waiter);

    struct deadline_slot last = heap->slot[--heap->count];
    if (last.waiter == waiter)
        return;
    if (place > 0 && earlier(&last, &heap->slot[(place - 1) / 2]))
        sift_up(heap, place, last);
    else
        sift_down(heap, place, last);
}

bool deadline_heap_check(const struct deadline_heap *heap)
{
    for (uint32_t i = 0; i < heap->count; i++) {
        const struct deadline_slot *slot = &heap->slot[i];
        if (slot->waiter->heap_place != i || slot->at != slot->waiter->deadline.at ||
            slot->arrival != slot->waiter->arrival)
            return false;
        if (i > 0 && earlier(slot, &heap->slot[(i - 1) / 2]))
            return false;
    }
    return true;
}
