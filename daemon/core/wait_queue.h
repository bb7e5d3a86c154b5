/* SPDX-License-Identifier: MIT */
/*
 * The bounded queue: who waits, first in, first out [W1]. A waiter is found by its place, by its
 * client, by its activation or by its deadline, and can leave from anywhere without a search. All
 * records are allocated at the start [C2].
 */
#pragma once

#include "activation_index.h"
#include "deadline_heap.h"
#include "pool.h"

struct waiter {
    /* For the fixed pool, which indexes waiters and leases together. */
    struct activation_entry entry;

    struct activation_id activation;
    struct tenant_id tenant;
    struct budget budget;
    uint64_t expires_at_ms;
    struct deadline deadline;
    struct pool_client *client;
    uint64_t tag;
    uint64_t arrival; /* 0: the record is not in the queue */
    int64_t since_ms;
    uint32_t heap_place;

    /* How it left, from wait_queue_take() until its event has been taken. */
    enum error_kind failure; /* ERROR_NONE: granted */
    struct lease *lease;

    TAILQ_ENTRY(waiter) of_queue; /* the queue; then the outcomes; then the free records */
    TAILQ_ENTRY(waiter) of_client;
};

struct wait_queue {
    struct waiter_list waiters;
    uint32_t length;
    uint32_t capacity;

    struct waiter *record; /* `capacity` of them */
    uint32_t never_used;   /* records from here on have never been touched */
    struct waiter_list free;

    struct deadline_heap wall;
    struct deadline_heap boot;
    uint64_t next_arrival;
};

int wait_queue_init(struct wait_queue *queue, uint32_t capacity);
void wait_queue_deinit(struct wait_queue *queue);

/* Puts a waiter at the tail. NULL when no record is free. entry is the caller's to add. */
struct waiter *wait_queue_push(
    struct wait_queue *queue, const struct pool_request *request, struct instant now);

/* The waiter leaves; its record stays as it is until wait_queue_recycle(). */
void wait_queue_take(struct wait_queue *queue, struct waiter *waiter);
void wait_queue_recycle(struct wait_queue *queue, struct waiter *waiter);

static inline struct waiter *wait_queue_first(const struct wait_queue *queue)
{
    return TAILQ_FIRST(&queue->waiters);
}

/* A waiter whose deadline has passed, the earliest first; NULL when there is none. */
struct waiter *wait_queue_due(const struct wait_queue *queue, struct instant now);

/* The waiter at the cursor, or the next one behind it if that one has left; NULL after the last. */
const struct waiter *wait_queue_at(
    const struct wait_queue *queue, const struct waiter_cursor *cursor);
uint32_t wait_queue_slot(const struct wait_queue *queue, const struct waiter *waiter);
