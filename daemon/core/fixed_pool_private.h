/* SPDX-License-Identifier: MIT */
/*
 * The inside of the fixed pool, for fixed_pool.c, which changes it, and fixed_pool_look.c, which
 * looks.
 *
 * What every operation touches stands together in a small record for each cell; leases and
 * quarantines stand apart, and memory of cells that never had one is never touched.
 */
#pragma once

#include "activation_index.h"
#include "fixed_pool.h"
#include "wait_queue.h"

#include <assert.h>
#include <stddef.h>

#define NO_CELL UINT32_MAX

struct cell {
    uint64_t generation;
    uint32_t next; /* idle: the next idle one; quarantined: the next to be told */
    uint8_t
        state; /* enum cell_state; CELL_RESERVED for reserved and leased, the lease knows which */
    bool ever_leased; /* its grant is its current or its last one */
};

/* A cell's one lease, current or last. */
struct grant {
    struct lease lease;
    struct activation_entry entry;
};

struct quarantine {
    enum quarantine_cause cause;
    int64_t since_ms;
    char reason[QUARANTINE_REASON_MAX];
};

/* Cells in a line, through cell.next. */
struct cell_line {
    uint32_t head;
    uint32_t tail;
    uint32_t count;
};

struct fixed_pool {
    struct pool pool;
    struct lease_capability capability;
    struct pool_description about;
    char node[NODE_MAX + 1];
    char class_name[CLASS_MAX + 1];

    uint32_t capacity;
    uint32_t active;
    uint32_t quarantined;
    uint64_t next_token; /* UINT64_MAX: none is left [X1] */
    uint64_t changes;

    struct cell *cell;
    struct grant *grant;
    struct quarantine *quarantine;
    struct cell_line idle; /* the longest idle first */
    struct cell_line lost; /* quarantined, and nobody was told yet */

    struct wait_queue queue;
    struct waiter_list outcomes; /* left the queue, and nobody was told yet */
    struct activation_index index;
};

static inline struct fixed_pool *fixed_pool_of(struct pool *pool)
{
    return (struct fixed_pool *)((char *)pool - offsetof(struct fixed_pool, pool));
}

static inline const struct fixed_pool *fixed_pool_of_const(const struct pool *pool)
{
    return (const struct fixed_pool *)((const char *)pool - offsetof(struct fixed_pool, pool));
}

static inline void cell_line_init(struct cell_line *line)
{
    *line = (struct cell_line){.head = NO_CELL, .tail = NO_CELL};
}

static inline void cell_line_push(struct fixed_pool *p, struct cell_line *line, uint32_t index)
{
    p->cell[index].next = NO_CELL;
    if (line->count == 0)
        line->head = index;
    else
        p->cell[line->tail].next = index;
    line->tail = index;
    line->count++;
}

static inline uint32_t cell_line_pop(struct fixed_pool *p, struct cell_line *line)
{
    assert(line->count > 0);
    uint32_t index = line->head;
    line->head = p->cell[index].next;
    line->count--;
    return index;
}

extern const struct pool_ops fixed_pool_ops;
extern const struct lease_capability fixed_pool_hooks;

/* The operations that only look, for the table. */
uint32_t fixed_pool_capacity(const struct pool *pool);
uint32_t fixed_pool_available(const struct pool *pool);
struct pool_snapshot fixed_pool_snapshot(const struct pool *pool);
uint64_t fixed_pool_changes(const struct pool *pool);
void fixed_pool_next_deadlines(
    const struct pool *pool, struct deadline *ret_wall, struct deadline *ret_boot);
int fixed_pool_cell(const struct pool *pool, uint32_t index, struct cell_info *ret);
int fixed_pool_waiter(
    const struct pool *pool, struct waiter_cursor *cursor, struct waiter_info *ret);
