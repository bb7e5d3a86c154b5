/* SPDX-License-Identifier: MIT */
#include "identity.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const budget_names[BUDGET_ITEMS] = {
    [BUDGET_CPU_FUEL] = "cpu_fuel",
    [BUDGET_MEMORY_BYTES] = "memory_bytes",
    [BUDGET_CHILD_CALLS] = "child_calls",
    [BUDGET_OUTBOUND_REQUESTS] = "outbound_requests",
    [BUDGET_STATE_READ_BYTES] = "state_read_bytes",
    [BUDGET_STATE_WRITE_BYTES] = "state_write_bytes",
    [BUDGET_BLOB_READ_BYTES] = "blob_read_bytes",
    [BUDGET_BLOB_WRITE_BYTES] = "blob_write_bytes",
    [BUDGET_LOG_BYTES] = "log_bytes",
    [BUDGET_EFFECT_COUNT] = "effect_count",
};

const char *budget_item_name(enum budget_item item)
{
    return budget_names[item];
}

void activation_set(struct activation_id *id, struct text t)
{
    assert(t.len <= sizeof(id->bytes));
    id->len = (uint8_t)t.len;
    memcpy(id->bytes, t.data, t.len);
}

void tenant_set(struct tenant_id *id, struct text t)
{
    assert(t.len <= sizeof(id->bytes));
    id->len = (uint8_t)t.len;
    memcpy(id->bytes, t.data, t.len);
}

struct lease_claim claim_of(const struct lease_identity *id, const struct pool_description *about)
{
    return (struct lease_claim){
        .node = about->node,
        .class_name = about->class_name,
        .pool_id = pool_id_text(&about->id),
        .activation = activation_text(&id->activation),
        .tenant = tenant_text(&id->tenant),
        .budget = id->budget,
        .token = id->token,
        .generation = id->generation,
        .expires_at_ms = id->expires_at_ms,
        .cell_index = id->cell_index,
    };
}

const char *claim_mismatch(const struct lease_claim *claim, const struct lease_identity *id,
    const struct pool_description *about)
{
    if (claim->token != id->token)
        return "token";
    if (claim->cell_index != id->cell_index)
        return "cell_index";
    if (claim->generation != id->generation)
        return "generation";
    if (!text_equal(claim->activation, activation_text(&id->activation)))
        return "activation";
    if (!text_equal(claim->tenant, tenant_text(&id->tenant)))
        return "tenant";
    if (!text_equal(claim->node, about->node))
        return "node";
    if (!text_equal(claim->class_name, about->class_name))
        return "class";
    if (!text_equal(claim->pool_id, pool_id_text(&about->id)))
        return "pool_id";
    if (claim->expires_at_ms != id->expires_at_ms)
        return "expires_at_ms";
    for (enum budget_item i = 0; i < BUDGET_ITEMS; i++)
        if (claim->budget.item[i] != id->budget.item[i])
            return budget_names[i];
    return NULL;
}

void cell_id_format(
    char buf[static CELL_ID_MAX], const struct pool_description *about, uint32_t index)
{
    int n = snprintf(buf, CELL_ID_MAX, "%.*s:%.*s:%08x", TEXT_ARG(about->node),
        TEXT_ARG(about->class_name), index);
    assert(n > 0 && n < CELL_ID_MAX);
    (void)n;
}
