/* SPDX-License-Identifier: MIT */
/* What each operation of a pool does where the pool itself has none: the conservative defaults
 * [S1]. */
#include "pool.h"

#include <errno.h>

static const char *const cause_names[] = {
    [QUARANTINE_NONE] = "",
    [QUARANTINE_REQUESTED] = "requested",
    [QUARANTINE_CONNECTION_LOST] = "connection-lost",
    [QUARANTINE_HANDLE_DROPPED] = "handle-dropped",
    [QUARANTINE_IDENTITY_MISMATCH] = "identity-mismatch",
    [QUARANTINE_RETURN_REFUSED] = "return-refused",
    [QUARANTINE_TOKENS_EXHAUSTED] = "tokens-exhausted",
    [QUARANTINE_GENERATIONS_EXHAUSTED] = "generations-exhausted",
};

static const char *const state_names[] = {
    [CELL_IDLE] = "idle",
    [CELL_RESERVED] = "reserved",
    [CELL_LEASED] = "leased",
    [CELL_QUARANTINED] = "quarantined",
};

const char *quarantine_cause_name(enum quarantine_cause cause)
{
    return cause_names[cause];
}

const char *cell_state_name(enum cell_state state)
{
    return state_names[state];
}

void pool_client_init(struct pool_client *client)
{
    TAILQ_INIT(&client->waiting);
}

uint64_t pool_request_expiry(const struct pool_request *request)
{
    if (request->has_expiry)
        return request->expires_at_ms;
    if (request->deadline.clock == DEADLINE_WALL)
        return (uint64_t)request->deadline.at;
    return EXPIRES_NEVER;
}

enum pool_verdict pool_acquire(struct pool *pool, const struct pool_request *request,
    struct instant now, struct lease **ret_lease, struct error *ret_error)
{
    return pool->ops->acquire(pool, request, now, ret_lease, ret_error);
}

enum pool_verdict pool_try_acquire(struct pool *pool, const struct pool_request *request,
    struct instant now, struct lease **ret_lease, struct error *ret_error)
{
    if (!pool->ops->try_acquire) {
        error_set(ret_error, ERROR_UNSUPPORTED);
        return POOL_REFUSED;
    }
    return pool->ops->try_acquire(pool, request, now, ret_lease, ret_error);
}

enum cancel_verdict pool_cancel_waiting(struct pool *pool, const struct pool_client *client,
    struct text activation, struct instant now, struct lease **ret_lease, struct error *ret_error)
{
    if (!pool->ops->cancel_waiting) {
        error_set(ret_error, ERROR_UNSUPPORTED);
        return CANCEL_REFUSED;
    }
    return pool->ops->cancel_waiting(pool, client, activation, now, ret_lease, ret_error);
}

/* A refusal may leave the lease live: its pool did not recognise it, or is not its pool. The caller
 * has given it up all the same, and so it goes back to whoever minted it. */
static void drop_if_live(struct lease *lease, struct instant now)
{
    if (lease_is_live(lease))
        lease_drop(lease, DROP_RETURN_REFUSED, now);
}

bool pool_release(struct pool *pool, struct lease *lease, const struct lease_claim *claim,
    struct instant now, struct error *ret_error)
{
    bool ok = pool->ops->release(pool, lease, claim, now, ret_error);
    drop_if_live(lease, now);
    return ok;
}

bool pool_quarantine(struct pool *pool, struct lease *lease, const struct lease_claim *claim,
    struct text reason, struct instant now, struct error *ret_error)
{
    bool ok = false;

    if (pool->ops->quarantine)
        ok = pool->ops->quarantine(pool, lease, claim, reason, now, ret_error);
    else
        error_set(ret_error, ERROR_UNSUPPORTED);
    drop_if_live(lease, now);
    return ok;
}

uint32_t pool_capacity(const struct pool *pool)
{
    return pool->ops->capacity(pool);
}

uint32_t pool_available(const struct pool *pool)
{
    return pool->ops->available(pool);
}

struct pool_snapshot pool_snapshot(const struct pool *pool, struct text class_name)
{
    if (!text_equal(class_name, pool->about->class_name))
        return (struct pool_snapshot){0};
    if (pool->ops->snapshot)
        return pool->ops->snapshot(pool);

    /* What is not available is in use, as far as anybody can tell. */
    uint32_t capacity = pool_capacity(pool);
    uint32_t available = pool_available(pool);
    return (struct pool_snapshot){
        .capacity = capacity,
        .available = available,
        .active_leases = capacity - available,
    };
}

uint64_t pool_changes(const struct pool *pool)
{
    return pool->ops->changes ? pool->ops->changes(pool) : 0;
}

bool pool_next_event(struct pool *pool, struct pool_event *ret)
{
    return pool->ops->next_event && pool->ops->next_event(pool, ret);
}

void pool_client_gone(struct pool *pool, struct pool_client *client, struct instant now)
{
    if (pool->ops->client_gone)
        pool->ops->client_gone(pool, client, now);
}

void pool_expire(struct pool *pool, struct instant now)
{
    if (pool->ops->expire)
        pool->ops->expire(pool, now);
}

void pool_next_deadlines(
    const struct pool *pool, struct deadline *ret_wall, struct deadline *ret_boot)
{
    *ret_wall = deadline_never();
    *ret_boot = deadline_never();
    if (pool->ops->next_deadlines)
        pool->ops->next_deadlines(pool, ret_wall, ret_boot);
}

int pool_cell(const struct pool *pool, uint32_t index, struct cell_info *ret)
{
    return pool->ops->cell ? pool->ops->cell(pool, index, ret) : -EOPNOTSUPP;
}

int pool_waiter(const struct pool *pool, struct waiter_cursor *cursor, struct waiter_info *ret)
{
    return pool->ops->waiter ? pool->ops->waiter(pool, cursor, ret) : -ENOENT;
}
