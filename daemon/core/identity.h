/* SPDX-License-Identifier: MIT */
/*
 * What a lease is, field by field. The identity is fixed at the grant; whoever ends the lease
 * presents a claim, and the claim must agree with it in every field [E5].
 */
#pragma once

#include "text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    ACTIVATION_MAX = 128, /* bytes */
    TENANT_MAX = 64,
    NODE_MAX = 64,
    CLASS_MAX = 32,
    POOL_ID_SIZE = 16,
    /* NODE:CLASS:IIIIIIII and the terminator */
    CELL_ID_MAX = NODE_MAX + 1 + CLASS_MAX + 1 + 8 + 1,
};

enum budget_item {
    BUDGET_CPU_FUEL,
    BUDGET_MEMORY_BYTES,
    BUDGET_CHILD_CALLS,
    BUDGET_OUTBOUND_REQUESTS,
    BUDGET_STATE_READ_BYTES,
    BUDGET_STATE_WRITE_BYTES,
    BUDGET_BLOB_READ_BYTES,
    BUDGET_BLOB_WRITE_BYTES,
    BUDGET_LOG_BYTES,
    BUDGET_EFFECT_COUNT,
    BUDGET_ITEMS,
};

struct budget {
    uint64_t item[BUDGET_ITEMS];
};

const char *budget_item_name(enum budget_item item);

struct activation_id {
    uint8_t len;
    char bytes[ACTIVATION_MAX];
};

struct tenant_id {
    uint8_t len;
    char bytes[TENANT_MAX];
};

struct pool_id {
    uint8_t bytes[POOL_ID_SIZE];
};

/* A lease that never expires. */
#define EXPIRES_NEVER UINT64_MAX

struct lease_identity {
    uint64_t token;
    uint64_t generation;
    uint64_t expires_at_ms; /* Unix milliseconds or EXPIRES_NEVER; recorded, not enforced */
    uint32_t cell_index;
    struct activation_id activation;
    struct tenant_id tenant;
    struct budget budget;
};

/* What a pool is called; the rest of every lease's identity. Strings belong to the pool. */
struct pool_description {
    struct text node;
    struct text class_name;
    struct pool_id id;
    uint32_t queue_capacity;
};

/* A lease as somebody presents it. */
struct lease_claim {
    struct text node;
    struct text class_name;
    struct text pool_id;
    struct text activation;
    struct text tenant;
    struct budget budget;
    uint64_t token;
    uint64_t generation;
    uint64_t expires_at_ms;
    uint32_t cell_index;
};

static inline struct text activation_text(const struct activation_id *id)
{
    return (struct text){.data = id->bytes, .len = id->len};
}

static inline struct text tenant_text(const struct tenant_id *id)
{
    return (struct text){.data = id->bytes, .len = id->len};
}

static inline struct text pool_id_text(const struct pool_id *id)
{
    return (struct text){.data = (const char *)id->bytes, .len = sizeof(id->bytes)};
}

/* t must fit; a caller has checked it [A1]. */
void activation_set(struct activation_id *id, struct text t);
void tenant_set(struct tenant_id *id, struct text t);

/* The claim that agrees with an identity: what its holder ought to present. */
struct lease_claim claim_of(const struct lease_identity *id, const struct pool_description *about);

/* The name of the first field in which the claim differs, or NULL when it agrees in all. */
const char *claim_mismatch(const struct lease_claim *claim, const struct lease_identity *id,
    const struct pool_description *about);

/* Writes NODE:CLASS:IIIIIIII, terminated, into buf of CELL_ID_MAX bytes. */
void cell_id_format(
    char buf[static CELL_ID_MAX], const struct pool_description *about, uint32_t index);
