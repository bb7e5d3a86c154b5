/* SPDX-License-Identifier: MIT */
/* The operations of the fixed pool that change nothing, and the check of its invariants. */
#include "fixed_pool_private.h"

#include <errno.h>

uint32_t fixed_pool_capacity(const struct pool *pool)
{
    return fixed_pool_of_const(pool)->capacity;
}

uint32_t fixed_pool_available(const struct pool *pool)
{
    return fixed_pool_of_const(pool)->idle.count;
}

struct pool_snapshot fixed_pool_snapshot(const struct pool *pool)
{
    const struct fixed_pool *p = fixed_pool_of_const(pool);

    return (struct pool_snapshot){
        .capacity = p->capacity,
        .available = p->idle.count,
        .queue_depth = p->queue.length,
        .active_leases = p->active,
        .quarantined = p->quarantined,
    };
}

uint64_t fixed_pool_changes(const struct pool *pool)
{
    return fixed_pool_of_const(pool)->changes;
}

void fixed_pool_next_deadlines(
    const struct pool *pool, struct deadline *ret_wall, struct deadline *ret_boot)
{
    const struct fixed_pool *p = fixed_pool_of_const(pool);
    const struct deadline_slot *wall = deadline_heap_top(&p->queue.wall);
    const struct deadline_slot *boot = deadline_heap_top(&p->queue.boot);

    *ret_wall = wall ? wall->waiter->deadline : deadline_never();
    *ret_boot = boot ? boot->waiter->deadline : deadline_never();
}

int fixed_pool_cell(const struct pool *pool, uint32_t index, struct cell_info *ret)
{
    const struct fixed_pool *p = fixed_pool_of_const(pool);

    if (index >= p->capacity)
        return -ENOENT;

    const struct cell *cell = &p->cell[index];
    const struct lease *lease = &p->grant[index].lease;
    *ret = (struct cell_info){
        .index = index,
        .generation = cell->generation,
        .state = (enum cell_state)cell->state,
    };
    switch (ret->state) {
    case CELL_RESERVED:
    case CELL_LEASED:
        ret->state = lease->accepted ? CELL_LEASED : CELL_RESERVED;
        ret->lease = &lease->identity;
        ret->live = lease;
        ret->since_ms = lease->granted_at.wall_ms;
        break;
    case CELL_QUARANTINED:
        ret->lease = cell->ever_leased ? &lease->identity : NULL;
        ret->since_ms = p->quarantine[index].since_ms;
        ret->cause = p->quarantine[index].cause;
        ret->reason = p->quarantine[index].reason;
        break;
    case CELL_IDLE:
        break;
    }
    return 0;
}

int fixed_pool_waiter(
    const struct pool *pool, struct waiter_cursor *cursor, struct waiter_info *ret)
{
    const struct fixed_pool *p = fixed_pool_of_const(pool);
    const struct waiter *waiter = wait_queue_at(&p->queue, cursor);

    if (!waiter)
        return -ENOENT;
    *ret = (struct waiter_info){
        .activation = activation_text(&waiter->activation),
        .tenant = tenant_text(&waiter->tenant),
        .deadline = waiter->deadline,
        .client = waiter->client,
        .since_ms = waiter->since_ms,
    };

    const struct waiter *next = TAILQ_NEXT(waiter, of_queue);
    uint32_t position = cursor->position > 0 ? cursor->position : 1;
    *cursor = (struct waiter_cursor){
        /* Behind the last one: where the next to arrive will stand. */
        .arrival = next ? next->arrival : p->queue.next_arrival,
        .slot = next ? wait_queue_slot(&p->queue, next) : UINT32_MAX,
        .position = position + 1,
    };
    return 0;
}

/* ---- invariants ---- */

static bool check_cells(const struct fixed_pool *p, const char **ret_what)
{
    uint32_t in_state[CELL_QUARANTINED + 1] = {0};

    for (uint32_t i = 0; i < p->capacity; i++) {
        const struct cell *cell = &p->cell[i];
        const struct lease *lease = &p->grant[i].lease;
        bool live = lease_is_live(lease);

        if (cell->state > CELL_QUARANTINED || cell->state == CELL_LEASED) {
            *ret_what = "a cell has an impossible state";
            return false;
        }
        in_state[cell->state]++;
        if (live != (cell->state == CELL_RESERVED)) {
            *ret_what = "a cell's state and its lease disagree";
            return false;
        }
        if (live &&
            (lease->identity.cell_index != i || lease->identity.generation != cell->generation)) {
            *ret_what = "a lease and its cell disagree";
            return false;
        }
        if (live && activation_index_find(&p->index, p->grant[i].entry.hash,
                        activation_text(&lease->identity.activation)) != &p->grant[i].entry) {
            *ret_what = "a lease is not in the index";
            return false;
        }
    }
    if (in_state[CELL_IDLE] != p->idle.count || in_state[CELL_RESERVED] != p->active ||
        in_state[CELL_QUARANTINED] != p->quarantined) {
        *ret_what = "a counter of cells is wrong";
        return false;
    }
    return true;
}

static bool check_idle(const struct fixed_pool *p, const char **ret_what)
{
    uint32_t seen = 0;

    for (uint32_t i = p->idle.head; seen < p->idle.count; i = p->cell[i].next, seen++) {
        if (i >= p->capacity || p->cell[i].state != CELL_IDLE) {
            *ret_what = "the line of idle cells is broken";
            return false;
        }
    }
    if (p->idle.count > 0 && p->queue.length > 0) {
        *ret_what = "somebody waits although a cell is idle";
        return false;
    }
    if (p->quarantined == p->capacity && p->queue.length > 0) {
        *ret_what = "somebody waits although every cell is quarantined";
        return false;
    }
    return true;
}

static bool check_queue(const struct fixed_pool *p, const char **ret_what)
{
    uint32_t length = 0;
    uint32_t with_deadline = 0;
    uint64_t last_arrival = 0;
    const struct waiter *waiter;

    TAILQ_FOREACH (waiter, &p->queue.waiters, of_queue) {
        length++;
        with_deadline += waiter->deadline.clock != DEADLINE_NEVER;
        if (waiter->arrival <= last_arrival) {
            *ret_what = "the queue is out of order";
            return false;
        }
        last_arrival = waiter->arrival;
        if (activation_index_find(&p->index, waiter->entry.hash,
                activation_text(&waiter->activation)) != &waiter->entry) {
            *ret_what = "a waiter is not in the index";
            return false;
        }
    }
    if (length != p->queue.length || length > p->queue.capacity) {
        *ret_what = "the queue's length is wrong";
        return false;
    }
    if (with_deadline != p->queue.wall.count + p->queue.boot.count ||
        !deadline_heap_check(&p->queue.wall) || !deadline_heap_check(&p->queue.boot)) {
        *ret_what = "a heap of deadlines is broken";
        return false;
    }
    return true;
}

static bool check_index(const struct fixed_pool *p, const char **ret_what)
{
    uint64_t entries = 0;

    for (uint64_t i = 0; i <= p->index.mask; i++)
        for (const struct activation_entry *e = p->index.bucket[i]; e; e = e->next)
            entries++;
    if (entries != (uint64_t)p->active + p->queue.length) {
        *ret_what = "the index has entries of nobody";
        return false;
    }
    return true;
}

bool fixed_pool_check(const struct fixed_pool *p, const char **ret_what)
{
    return check_cells(p, ret_what) && check_idle(p, ret_what) && check_queue(p, ret_what) &&
           check_index(p, ret_what);
}
