/* SPDX-License-Identifier: MIT */
/*
 * Waiters by deadline, those of one clock: a binary heap whose members know their own place, so
 * that any of them can leave in O(log n). Equal deadlines come in the order of arrival. Sized once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct waiter;

/* The keys stand in the heap itself: sifting touches no waiter but those that move. */
struct deadline_slot {
    int64_t at;
    uint64_t arrival;
    struct waiter *waiter;
};

struct deadline_heap {
    struct deadline_slot *slot;
    uint32_t count;
};

int deadline_heap_init(struct deadline_heap *heap, uint32_t capacity);
void deadline_heap_deinit(struct deadline_heap *heap);

void deadline_heap_add(struct deadline_heap *heap, struct waiter *waiter);
void deadline_heap_remove(struct deadline_heap *heap, struct waiter *waiter);

/* NULL when it is empty. */
static inline const struct deadline_slot *deadline_heap_top(const struct deadline_heap *heap)
{
    return heap->count > 0 ? &heap->slot[0] : NULL;
}

/* For tests: every place is right. */
bool deadline_heap_check(const struct deadline_heap *heap);
