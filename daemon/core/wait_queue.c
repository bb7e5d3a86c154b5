/* SPDX-License-Identifier: MIT */
#include "wait_queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int wait_queue_init(struct wait_queue *queue, uint32_t capacity)
{
    *queue = (struct wait_queue){.capacity = capacity, .next_arrival = 1};
    TAILQ_INIT(&queue->waiters);
    TAILQ_INIT(&queue->free);
    queue->record = calloc(capacity > 0 ? capacity : 1, sizeof(*queue->record));
    if (!queue->record || deadline_heap_init(&queue->wall, capacity) < 0 ||
        deadline_heap_init(&queue->boot, capacity) < 0) {
        wait_queue_deinit(queue);
        return -ENOMEM;
    }
    return 0;
}

void wait_queue_deinit(struct wait_queue *queue)
{
    deadline_heap_deinit(&queue->wall);
    deadline_heap_deinit(&queue->boot);
    free(queue->record);
    queue->record = NULL;
}

static struct deadline_heap *heap_of(struct wait_queue *queue, const struct waiter *waiter)
{
    switch (waiter->deadline.clock) {
    case DEADLINE_WALL:
        return &queue->wall;
    case DEADLINE_BOOT:
        return &queue->boot;
    case DEADLINE_NEVER:
        break;
    }
    return NULL;
}

static struct waiter *free_record(struct wait_queue *queue)
{
    struct waiter *waiter = TAILQ_FIRST(&queue->free);

    if (waiter)
        TAILQ_REMOVE(&queue->free, waiter, of_queue);
    else if (queue->never_used < queue->capacity)
        waiter = &queue->record[queue->never_used++];
    return waiter;
}

struct waiter *wait_queue_push(
    struct wait_queue *queue, const struct pool_request *request, struct instant now)
{
    struct waiter *waiter = free_record(queue);

    if (!waiter)
        return NULL;
    activation_set(&waiter->activation, request->activation);
    tenant_set(&waiter->tenant, request->tenant);
    waiter->budget = request->budget;
    waiter->deadline = request->deadline;
    waiter->expires_at_ms = pool_request_expiry(request);
    waiter->client = request->client;
    waiter->tag = request->tag;
    waiter->arrival = queue->next_arrival++;
    waiter->since_ms = now.wall_ms;
    waiter->failure = ERROR_NONE;
    waiter->lease = NULL;

    TAILQ_INSERT_TAIL(&queue->waiters, waiter, of_queue);
    TAILQ_INSERT_TAIL(&waiter->client->waiting, waiter, of_client);
    queue->length++;
    struct deadline_heap *heap = heap_of(queue, waiter);
    if (heap)
        deadline_heap_add(heap, waiter);
    return waiter;
}

void wait_queue_take(struct wait_queue *queue, struct waiter *waiter)
{
    assert(waiter->arrival != 0 && queue->length > 0);
    struct deadline_heap *heap = heap_of(queue, waiter);
    if (heap)
        deadline_heap_remove(heap, waiter);
    TAILQ_REMOVE(&waiter->client->waiting, waiter, of_client);
    TAILQ_REMOVE(&queue->waiters, waiter, of_queue);
    queue->length--;
    waiter->arrival = 0;
}

void wait_queue_recycle(struct wait_queue *queue, struct waiter *waiter)
{
    assert(waiter->arrival == 0);
    TAILQ_INSERT_HEAD(&queue->free, waiter, of_queue);
}

struct waiter *wait_queue_due(const struct wait_queue *queue, struct instant now)
{
    const struct deadline_slot *top = deadline_heap_top(&queue->wall);
    if (top && top->at <= now.wall_ms)
        return top->waiter;

    top = deadline_heap_top(&queue->boot);
    if (top && top->at <= now.boot_ns)
        return top->waiter;
    return NULL;
}

const struct waiter *wait_queue_at(
    const struct wait_queue *queue, const struct waiter_cursor *cursor)
{
    const struct waiter *waiter;

    if (cursor->arrival == 0)
        return wait_queue_first(queue);
    if (cursor->slot < queue->never_used && queue->record[cursor->slot].arrival == cursor->arrival)
        return &queue->record[cursor->slot];

    TAILQ_FOREACH (waiter, &queue->waiters, of_queue)
        if (waiter->arrival > cursor->arrival)
            return waiter;
    return NULL;
}

uint32_t wait_queue_slot(const struct wait_queue *queue, const struct waiter *waiter)
{
    return (uint32_t)(waiter - queue->record);
}
