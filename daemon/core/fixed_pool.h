/* SPDX-License-Identifier: MIT */
/*
 * The fixed pool: a set of cells that is set once, a bounded first-come-first-served queue, and
 * quarantine for every cell whose cleanliness nobody vouches for. Everything is allocated at
 * construction [C2]; every operation costs the same at any size, O(log n) where it has a deadline.
 */
#pragma once

#include "pool.h"

struct fixed_pool_config {
    struct text node;        /* 1 to NODE_MAX characters of [A-Za-z0-9._-] */
    struct text class_name;  /* 1 to CLASS_MAX of the same */
    uint32_t capacity;       /* at least 1 */
    uint32_t queue_capacity; /* 0: nobody waits */
    struct pool_id id;
    uint8_t hash_key[16]; /* secret, so that clients can't choose colliding activations */

    /* Floors: no token or generation below these is ever granted [R7]. UINT64_MAX as a token means
     * that none is left, UINT64_MAX as a generation that the cell can't come back. */
    uint64_t first_token; /* 0 counts as 1 */
    uint64_t first_generation;
};

struct fixed_pool;

/* -EINVAL with *ret_error set for a bad configuration [C1], -ENOMEM. Copies the strings. */
int fixed_pool_new(
    const struct fixed_pool_config *config, struct fixed_pool **ret, struct error *ret_error);
/* Live leases and waiters are forgotten; their clients must not be used with the pool again. */
struct fixed_pool *fixed_pool_free(struct fixed_pool *pool);

struct pool *fixed_pool_as_pool(struct fixed_pool *pool);

/* Walks everything and compares it with the counters and indexes: O(n), for tests. False when an
 * invariant is broken; *ret_what then names it. */
bool fixed_pool_check(const struct fixed_pool *pool, const char **ret_what);
