/* SPDX-License-Identifier: MIT */
#include "fixed_pool_private.h"

#include <assert.h>
#include <stdio.h>

/* ---- waiters leave ---- */

/* A waiter leaves the queue; its outcome waits in its record until it has been told. */
static void settle(struct fixed_pool *p, struct waiter *waiter, enum error_kind failure)
{
    wait_queue_take(&p->queue, waiter);
    activation_index_remove(&p->index, &waiter->entry);
    waiter->failure = failure;
    TAILQ_INSERT_TAIL(&p->outcomes, waiter, of_queue);
}

static void fail_all(struct fixed_pool *p, enum error_kind failure)
{
    struct waiter *waiter;

    while ((waiter = wait_queue_first(&p->queue)))
        settle(p, waiter, failure);
}

/* Comes first in every operation, so that whoever is past its deadline never counts again [A6]
 * [G1]. */
static void expire_due(struct fixed_pool *p, struct instant now)
{
    struct waiter *waiter;

    while ((waiter = wait_queue_due(&p->queue, now)))
        settle(p, waiter, ERROR_DEADLINE_EXCEEDED);
}

/* ---- cells come and go ---- */

static void quarantine_cell(struct fixed_pool *p, uint32_t index, enum quarantine_cause cause,
    struct text reason, struct instant now)
{
    struct quarantine *quarantine = &p->quarantine[index];

    p->cell[index].state = CELL_QUARANTINED;
    quarantine->cause = cause;
    quarantine->since_ms = now.wall_ms;
    text_copy(quarantine->reason, sizeof(quarantine->reason), reason);
    p->quarantined++;
    p->changes++;
    cell_line_push(p, &p->lost, index);
}

/* No cell will ever come back: nobody is left hanging [W5]. */
static void fail_all_if_hopeless(struct fixed_pool *p)
{
    if (p->quarantined == p->capacity)
        fail_all(p, ERROR_ALL_QUARANTINED);
}

static bool tokens_exhausted(const struct fixed_pool *p)
{
    return p->next_token == UINT64_MAX;
}

static void quarantine_for_tokens(struct fixed_pool *p, uint32_t index, struct instant now)
{
    quarantine_cell(p, index, QUARANTINE_TOKENS_EXHAUSTED,
        text_of("no lease number was left when it was to be granted"), now);
}

/* What a lease takes over from the request it was granted for. */
struct grantee {
    struct text activation;
    struct text tenant;
    const struct budget *budget;
    uint64_t expires_at_ms;
    uint64_t hash;
    struct pool_client *client;
    uint64_t tag;
};

static struct lease *grant_cell(
    struct fixed_pool *p, uint32_t index, const struct grantee *to, struct instant now)
{
    struct cell *cell = &p->cell[index];
    struct grant *grant = &p->grant[index];
    struct lease *lease = &grant->lease;

    assert(!tokens_exhausted(p));
    cell->state = CELL_RESERVED;
    cell->ever_leased = true;
    lease->identity.token = p->next_token++;
    lease->identity.generation = cell->generation;
    lease->identity.expires_at_ms = to->expires_at_ms;
    lease->identity.cell_index = index;
    lease->identity.budget = *to->budget;
    activation_set(&lease->identity.activation, to->activation);
    tenant_set(&lease->identity.tenant, to->tenant);
    lease->owner = to->client;
    lease->tag = to->tag;
    lease->granted_at = now;
    lease_mint(lease, &p->capability);

    grant->entry = (struct activation_entry){
        .hash = to->hash,
        .id = &lease->identity.activation,
        .holder = ACTIVATION_HOLDS,
    };
    activation_index_add(&p->index, &grant->entry);
    p->active++;
    return lease;
}

/* The lease of this cell is over, however it ended. */
static void retire_grant(struct fixed_pool *p, uint32_t index)
{
    activation_index_remove(&p->index, &p->grant[index].entry);
    p->active--;
}

/* A usable cell goes straight to the first waiter, so that no newcomer can overtake [G1]. */
static void hand_over(struct fixed_pool *p, uint32_t index, struct instant now)
{
    struct waiter *waiter = wait_queue_first(&p->queue);

    if (!waiter) {
        p->cell[index].state = CELL_IDLE;
        cell_line_push(p, &p->idle, index);
        return;
    }
    if (tokens_exhausted(p)) { /* [X1] */
        quarantine_for_tokens(p, index, now);
        fail_all(p, ERROR_SEQUENCE_EXHAUSTED);
        return;
    }
    settle(p, waiter, ERROR_NONE);
    struct grantee to = {
        .activation = activation_text(&waiter->activation),
        .tenant = tenant_text(&waiter->tenant),
        .budget = &waiter->budget,
        .expires_at_ms = waiter->expires_at_ms,
        .hash = waiter->entry.hash,
        .client = waiter->client,
        .tag = waiter->tag,
    };
    waiter->lease = grant_cell(p, index, &to, now);
}

/* A cell comes back clean, or unused: its next grant differs from all before by the generation. */
static void return_cell(struct fixed_pool *p, uint32_t index, struct instant now)
{
    struct cell *cell = &p->cell[index];

    if (cell->generation == UINT64_MAX) { /* [X2] */
        quarantine_cell(p, index, QUARANTINE_GENERATIONS_EXHAUSTED,
            text_of("no generation was left when it came back"), now);
        fail_all_if_hopeless(p);
        return;
    }
    cell->generation++;
    p->changes++;
    hand_over(p, index, now);
}

static void lose_cell(struct fixed_pool *p, uint32_t index, enum quarantine_cause cause,
    struct text reason, struct instant now)
{
    retire_grant(p, index);
    quarantine_cell(p, index, cause, reason, now);
    fail_all_if_hopeless(p);
}

/* ---- leases that are dropped ---- */

static struct fixed_pool *pool_of_capability(const struct lease_capability *capability)
{
    return (struct fixed_pool *)((char *)(uintptr_t)capability -
                                 offsetof(struct fixed_pool, capability));
}

/* Nobody vouches for the cell [E3]. */
static void on_abandoned(const struct lease_capability *capability, struct lease *lease,
    enum drop_cause cause, struct instant now)
{
    static const struct {
        enum quarantine_cause cause;
        const char *reason;
    } told[] = {
        [DROP_CONNECTION_LOST] = {QUARANTINE_CONNECTION_LOST,
            "its holder's connection was lost before it was released"},
        [DROP_HANDLE_DROPPED] = {QUARANTINE_HANDLE_DROPPED,
            "its holder dropped the lease without releasing it"},
        [DROP_DECLINED] = {QUARANTINE_HANDLE_DROPPED,
            "its holder dropped the lease without releasing it"},
        [DROP_RETURN_REFUSED] = {QUARANTINE_RETURN_REFUSED, "its return was refused"},
    };
    struct fixed_pool *p = pool_of_capability(capability);

    expire_due(p, now);
    lose_cell(p, lease->identity.cell_index, told[cause].cause, text_of(told[cause].reason), now);
}

/* Nobody has used the cell [G2]. */
static void on_unaccepted(const struct lease_capability *capability, struct lease *lease,
    enum drop_cause cause, struct instant now)
{
    struct fixed_pool *p = pool_of_capability(capability);

    (void)cause;
    expire_due(p, now);
    retire_grant(p, lease->identity.cell_index);
    return_cell(p, lease->identity.cell_index, now);
}

const struct lease_capability fixed_pool_hooks = {
    .on_abandoned = on_abandoned,
    .on_unaccepted = on_unaccepted,
};

/* ---- acquire ---- */

static bool is_well_formed(const struct pool_request *request, struct error *ret_error)
{
    static const struct {
        const char *name;
        size_t max;
    } rule[] = {{"activation", ACTIVATION_MAX}, {"tenant", TENANT_MAX}};
    const struct text value[] = {request->activation, request->tenant};

    for (size_t i = 0; i < sizeof(rule) / sizeof(rule[0]); i++) {
        if (value[i].len == 0 || value[i].len > rule[i].max) {
            error_setf(ret_error, ERROR_INVALID_REQUEST,
                "The %s must be 1 to %zu bytes long, not %zu.", rule[i].name, rule[i].max,
                value[i].len);
        } else if (!text_is_printable(value[i])) {
            error_setf(ret_error, ERROR_INVALID_REQUEST,
                "The %s must be printable UTF-8 without control characters.", rule[i].name);
        } else {
            continue;
        }
        error_add_text(ret_error, "field", text_of(rule[i].name));
        return false;
    }
    return true;
}

static bool is_our_class(
    const struct fixed_pool *p, const struct pool_request *request, struct error *ret_error)
{
    if (text_equal(request->class_name, p->about.class_name))
        return true;
    error_setf(
        ret_error, ERROR_UNSUPPORTED_CLASS, "This pool has cells of class %s only.", p->class_name);
    error_add_text(ret_error, "class", p->about.class_name);
    return false;
}

static void refuse_duplicate(const struct activation_entry *entry, struct error *ret_error)
{
    bool waits = entry->holder == ACTIVATION_WAITS;

    error_setf(ret_error, ERROR_DUPLICATE, "This activation already %s.",
        waits ? "waits for a cell" : "holds a cell");
    error_add_text(ret_error, "state", text_of(waits ? "waiting" : "holding"));
}

/* [A1] to [A3], in this order; then *ret_hash is the activation's. */
static bool is_admissible(struct fixed_pool *p, const struct pool_request *request,
    struct instant now, uint64_t *ret_hash, struct error *ret_error)
{
    if (!is_well_formed(request, ret_error) || !is_our_class(p, request, ret_error))
        return false;
    if (deadline_passed(request->deadline, now)) {
        error_set(ret_error, ERROR_DEADLINE_EXCEEDED);
        return false;
    }
    uint64_t hash = activation_index_hash(&p->index, request->activation);
    const struct activation_entry *entry =
        activation_index_find(&p->index, hash, request->activation);
    if (entry) {
        refuse_duplicate(entry, ret_error);
        return false;
    }
    *ret_hash = hash;
    return true;
}

/* [A4]; there must be an idle cell. */
static enum pool_verdict grant_idle(struct fixed_pool *p, const struct pool_request *request,
    uint64_t hash, struct instant now, struct lease **ret_lease, struct error *ret_error)
{
    uint32_t index = cell_line_pop(p, &p->idle);

    if (tokens_exhausted(p)) { /* [X1] */
        quarantine_for_tokens(p, index, now);
        error_set(ret_error, ERROR_SEQUENCE_EXHAUSTED);
        return POOL_REFUSED;
    }
    struct grantee to = {
        .activation = request->activation,
        .tenant = request->tenant,
        .budget = &request->budget,
        .expires_at_ms = pool_request_expiry(request),
        .hash = hash,
        .client = request->client,
        .tag = request->tag,
    };
    *ret_lease = grant_cell(p, index, &to, now);
    return POOL_GRANTED;
}

static enum pool_verdict enqueue(struct fixed_pool *p, const struct pool_request *request,
    uint64_t hash, struct instant now, struct error *ret_error)
{
    struct waiter *waiter = NULL;

    if (p->queue.length < p->queue.capacity)
        waiter = wait_queue_push(&p->queue, request, now);
    if (!waiter) { /* [A6] */
        error_set(ret_error, ERROR_QUEUE_FULL);
        error_add_number(ret_error, "queue_capacity", p->queue.capacity);
        return POOL_REFUSED;
    }
    waiter->entry = (struct activation_entry){
        .hash = hash,
        .id = &waiter->activation,
        .holder = ACTIVATION_WAITS,
    };
    activation_index_add(&p->index, &waiter->entry);
    return POOL_WAITING;
}

static enum pool_verdict acquire_maybe_waiting(struct pool *pool,
    const struct pool_request *request, bool may_wait, struct instant now, struct lease **ret_lease,
    struct error *ret_error)
{
    struct fixed_pool *p = fixed_pool_of(pool);
    uint64_t hash;

    expire_due(p, now);
    if (!is_admissible(p, request, now, &hash, ret_error))
        return POOL_REFUSED;
    if (p->idle.count > 0)
        return grant_idle(p, request, hash, now, ret_lease, ret_error);
    if (p->quarantined == p->capacity) { /* [A5] */
        error_set(ret_error, ERROR_ALL_QUARANTINED);
        error_add_number(ret_error, "quarantined", p->quarantined);
        return POOL_REFUSED;
    }
    if (may_wait)
        return enqueue(p, request, hash, now, ret_error);
    error_set(ret_error, ERROR_BUSY); /* [A8] */
    error_add_number(ret_error, "capacity", p->capacity);
    return POOL_REFUSED;
}

static enum pool_verdict fixed_pool_acquire(struct pool *pool, const struct pool_request *request,
    struct instant now, struct lease **ret_lease, struct error *ret_error)
{
    return acquire_maybe_waiting(pool, request, true, now, ret_lease, ret_error);
}

static enum pool_verdict fixed_pool_try_acquire(struct pool *pool,
    const struct pool_request *request, struct instant now, struct lease **ret_lease,
    struct error *ret_error)
{
    return acquire_maybe_waiting(pool, request, false, now, ret_lease, ret_error);
}

/* ---- leave the queue ---- */

static struct waiter *waiter_of_entry(struct activation_entry *entry)
{
    return (struct waiter *)((char *)entry - offsetof(struct waiter, entry));
}

static struct grant *grant_of_entry(struct activation_entry *entry)
{
    return (struct grant *)((char *)entry - offsetof(struct grant, entry));
}

/* Somebody else's request looks like none at all [W3]. */
static enum cancel_verdict fixed_pool_cancel_waiting(struct pool *pool,
    const struct pool_client *client, struct text activation, struct instant now,
    struct lease **ret_lease, struct error *ret_error)
{
    struct fixed_pool *p = fixed_pool_of(pool);
    struct activation_entry *entry;

    expire_due(p, now);
    entry =
        activation_index_find(&p->index, activation_index_hash(&p->index, activation), activation);
    if (entry && entry->holder == ACTIVATION_WAITS) {
        struct waiter *waiter = waiter_of_entry(entry);
        if (waiter->client == client) {
            settle(p, waiter, ERROR_CANCELLED);
            return CANCEL_DONE;
        }
    } else if (entry) {
        struct lease *lease = &grant_of_entry(entry)->lease;
        if (lease->owner == client) {
            *ret_lease = lease;
            return CANCEL_HELD;
        }
    }
    error_set(ret_error, ERROR_NOT_WAITING);
    return CANCEL_REFUSED;
}

static void fixed_pool_client_gone(
    struct pool *pool, struct pool_client *client, struct instant now)
{
    struct fixed_pool *p = fixed_pool_of(pool);
    struct waiter *waiter;

    expire_due(p, now);
    while ((waiter = TAILQ_FIRST(&client->waiting))) {
        wait_queue_take(&p->queue, waiter);
        activation_index_remove(&p->index, &waiter->entry);
        wait_queue_recycle(&p->queue, waiter);
    }
}

static void fixed_pool_expire(struct pool *pool, struct instant now)
{
    expire_due(fixed_pool_of(pool), now);
}

/* ---- return a lease ---- */

/* Whether the lease is ours and live, and the claim agrees with it in every field [E5]. A lease
 * that is ours and does not agree is consumed. */
static bool is_rightful(struct fixed_pool *p, struct lease *lease, const struct lease_claim *claim,
    struct instant now, struct error *ret_error)
{
    if (!lease_is_live(lease)) {
        error_set(ret_error, ERROR_UNKNOWN_LEASE);
        return false;
    }
    if (lease->capability != &p->capability) {
        error_set(ret_error, ERROR_FOREIGN_LEASE);
        return false;
    }
    const char *field = claim_mismatch(claim, &lease->identity, &p->about);
    if (!field)
        return true;

    char reason[QUARANTINE_REASON_MAX];
    (void)snprintf(reason, sizeof(reason), "it was returned with another %s than granted", field);
    int r = lease_disarm(lease, &p->capability);
    assert(r == 0);
    (void)r;
    lose_cell(p, lease->identity.cell_index, QUARANTINE_IDENTITY_MISMATCH, text_of(reason), now);
    error_set(ret_error, ERROR_IDENTITY_MISMATCH);
    error_add_text(ret_error, "field", text_of(field));
    return false;
}

static bool fixed_pool_release(struct pool *pool, struct lease *lease,
    const struct lease_claim *claim, struct instant now, struct error *ret_error)
{
    struct fixed_pool *p = fixed_pool_of(pool);

    expire_due(p, now);
    if (!is_rightful(p, lease, claim, now, ret_error))
        return false;
    int r = lease_disarm(lease, &p->capability);
    assert(r == 0);
    (void)r;
    retire_grant(p, lease->identity.cell_index);
    return_cell(p, lease->identity.cell_index, now);
    return true;
}

/* A reason that can't be kept: the lease stays live and is dropped by pool_quarantine(). */
static bool is_reason(struct text reason, struct error *ret_error)
{
    if (text_is_blank(reason)) {
        error_set(ret_error, ERROR_BLANK_REASON);
        return false;
    }
    if (!text_is_printable(reason)) {
        error_setf(ret_error, ERROR_INVALID_REQUEST,
            "The reason must be printable UTF-8 without control characters; the cell is "
            "quarantined all the same.");
        error_add_text(ret_error, "field", text_of("reason"));
        return false;
    }
    return true;
}

static bool fixed_pool_quarantine(struct pool *pool, struct lease *lease,
    const struct lease_claim *claim, struct text reason, struct instant now,
    struct error *ret_error)
{
    struct fixed_pool *p = fixed_pool_of(pool);

    expire_due(p, now);
    if (!is_rightful(p, lease, claim, now, ret_error) || !is_reason(reason, ret_error))
        return false;
    int r = lease_disarm(lease, &p->capability);
    assert(r == 0);
    (void)r;
    lose_cell(p, lease->identity.cell_index, QUARANTINE_REQUESTED, reason, now);
    return true;
}

/* ---- events ---- */

static bool fixed_pool_next_event(struct pool *pool, struct pool_event *ret)
{
    struct fixed_pool *p = fixed_pool_of(pool);

    if (p->lost.count > 0) {
        ret->type = POOL_EVENT_QUARANTINED;
        ret->cell_index = cell_line_pop(p, &p->lost);
        return true;
    }
    struct waiter *waiter = TAILQ_FIRST(&p->outcomes);
    if (!waiter)
        return false;
    TAILQ_REMOVE(&p->outcomes, waiter, of_queue);
    ret->client = waiter->client;
    ret->tag = waiter->tag;
    if (waiter->failure == ERROR_NONE) {
        ret->type = POOL_EVENT_GRANTED;
        ret->lease = waiter->lease;
    } else {
        ret->type = POOL_EVENT_FAILED;
        error_set(&ret->error, waiter->failure);
    }
    wait_queue_recycle(&p->queue, waiter);
    return true;
}

const struct pool_ops fixed_pool_ops = {
    .acquire = fixed_pool_acquire,
    .release = fixed_pool_release,
    .capacity = fixed_pool_capacity,
    .available = fixed_pool_available,
    .try_acquire = fixed_pool_try_acquire,
    .cancel_waiting = fixed_pool_cancel_waiting,
    .quarantine = fixed_pool_quarantine,
    .snapshot = fixed_pool_snapshot,
    .changes = fixed_pool_changes,
    .next_event = fixed_pool_next_event,
    .client_gone = fixed_pool_client_gone,
    .expire = fixed_pool_expire,
    .next_deadlines = fixed_pool_next_deadlines,
    .cell = fixed_pool_cell,
    .waiter = fixed_pool_waiter,
};
