/* SPDX-License-Identifier: MIT */
/*
 * The seam between what serves connections and what owns cells [S1]: a pool is a table of
 * operations. Four are required, the others have conservative defaults. The fixed pool
 * (fixed_pool.h) is one implementation; another needs nothing but this header.
 *
 * Calls go in with the time as an argument; what concerns anybody but the caller comes out as
 * events. After each call that changes a pool its caller takes all events with pool_next_event()
 * before it calls again or frees a client. One thread.
 */
#pragma once

#include "error.h"
#include "identity.h"
#include "instant.h"
#include "lease.h"

#include <stdbool.h>
#include <sys/queue.h>

struct waiter;
TAILQ_HEAD(waiter_list, waiter);

/* Somebody who can ask: one connection. Embedded in the session; the pool keeps the client's own
 * waiters in it, so that a client that disappears costs no search. */
struct pool_client {
    struct waiter_list waiting;
};

void pool_client_init(struct pool_client *client);

struct pool_request {
    struct text class_name;
    struct text activation;
    struct text tenant;
    struct budget budget;
    struct deadline deadline;
    bool has_expiry;        /* else the absolute deadline, else never */
    uint64_t expires_at_ms; /* Unix milliseconds */
    struct pool_client *client;
    uint64_t tag; /* comes back with the outcome */
};

/* What `expires_at` a lease for this request gets. */
uint64_t pool_request_expiry(const struct pool_request *request);

enum pool_verdict {
    POOL_GRANTED, /* *ret_lease is set, unaccepted */
    POOL_WAITING, /* the outcome comes as an event */
    POOL_REFUSED, /* *ret_error is set */
};

enum cancel_verdict {
    CANCEL_DONE,    /* it waited; its own outcome (cancelled) comes as an event */
    CANCEL_HELD,    /* *ret_lease is set: granted to this client, accepted or not */
    CANCEL_REFUSED, /* *ret_error is set */
};

/* At every stable moment available + active_leases + quarantined = capacity. */
struct pool_snapshot {
    uint32_t capacity;
    uint32_t available;
    uint32_t queue_depth;
    uint32_t active_leases; /* reservations included */
    uint32_t quarantined;
};

enum pool_event_type {
    POOL_EVENT_GRANTED,     /* a waiter got the lease, unaccepted */
    POOL_EVENT_FAILED,      /* a waiter left without one */
    POOL_EVENT_QUARANTINED, /* a cell was lost, for the log */
};

enum quarantine_cause {
    QUARANTINE_NONE,
    QUARANTINE_REQUESTED,         /* its holder said so */
    QUARANTINE_CONNECTION_LOST,   /* abandoned with its connection */
    QUARANTINE_HANDLE_DROPPED,    /* abandoned by an explicit message */
    QUARANTINE_IDENTITY_MISMATCH, /* a return that did not agree with the record */
    QUARANTINE_RETURN_REFUSED,    /* a return that was refused and consumed the lease */
    QUARANTINE_TOKENS_EXHAUSTED,
    QUARANTINE_GENERATIONS_EXHAUSTED,
};

const char *quarantine_cause_name(enum quarantine_cause cause);

struct pool_event {
    enum pool_event_type type;
    struct pool_client *client; /* granted, failed */
    uint64_t tag;               /* granted, failed */
    struct lease *lease;        /* granted */
    struct error error;         /* failed */
    uint32_t cell_index;        /* quarantined */
};

enum cell_state {
    CELL_IDLE,
    CELL_RESERVED,
    CELL_LEASED,
    CELL_QUARANTINED,
};

const char *cell_state_name(enum cell_state state);

enum {
    QUARANTINE_REASON_MAX = 256, /* with the terminator */
};

/* A look at one cell. Pointers stay the pool's, good until it changes. */
struct cell_info {
    uint32_t index;
    uint64_t generation;
    enum cell_state state;
    const struct lease_identity *lease; /* current, or the last one when quarantined; may be NULL */
    const struct lease *live;           /* reserved, leased */
    int64_t since_ms;                   /* Unix time of the grant or the quarantine; 0: unknown */
    enum quarantine_cause cause;
    const char *reason; /* quarantined */
};

/* A look at one waiter, and where to go on. */
struct waiter_info {
    struct text activation;
    struct text tenant;
    struct deadline deadline;
    const struct pool_client *client;
    int64_t since_ms;
};

/* A place in the queue that survives changes of it: zeroed, it is the head. */
struct waiter_cursor {
    uint64_t arrival;
    uint32_t slot;
    uint32_t position; /* of the next one, from 1 */
};

struct pool;

struct pool_ops {
    /* Required. */
    enum pool_verdict (*acquire)(struct pool *pool, const struct pool_request *request,
        struct instant now, struct lease **ret_lease, struct error *ret_error);
    /* Ends the lease as clean; *ret_error tells why not. The lease is consumed either way. */
    bool (*release)(struct pool *pool, struct lease *lease, const struct lease_claim *claim,
        struct instant now, struct error *ret_error);
    uint32_t (*capacity)(const struct pool *pool);
    uint32_t (*available)(const struct pool *pool);

    /* Optional; what happens without it stands behind. */
    enum pool_verdict (*try_acquire)(struct pool *pool, const struct pool_request *request,
        struct instant now, struct lease **ret_lease,
        struct error *ret_error); /* refused, UNAVAILABLE */
    enum cancel_verdict (*cancel_waiting)(struct pool *pool, const struct pool_client *client,
        struct text activation, struct instant now, struct lease **ret_lease,
        struct error *ret_error); /* refused, UNAVAILABLE */
    bool (*quarantine)(struct pool *pool, struct lease *lease, const struct lease_claim *claim,
        struct text reason, struct instant now,
        struct error *ret_error); /* UNAVAILABLE, and the lease is abandoned */
    struct pool_snapshot (*snapshot)(const struct pool *pool);     /* from capacity and available */
    uint64_t (*changes)(const struct pool *pool);                  /* 0: never notifies */
    bool (*next_event)(struct pool *pool, struct pool_event *ret); /* none */
    void (*client_gone)(struct pool *pool, struct pool_client *client,
        struct instant now);                               /* nothing: it has no waiters */
    void (*expire)(struct pool *pool, struct instant now); /* nothing: nobody waits */
    /* The earliest deadline of each clock, NEVER when there is none. */
    void (*next_deadlines)(
        const struct pool *pool, struct deadline *ret_wall, struct deadline *ret_boot);
    int (*cell)(const struct pool *pool, uint32_t index, struct cell_info *ret); /* -EOPNOTSUPP */
    /* The waiter at the cursor, which moves on; -ENOENT after the last. */
    int (*waiter)(const struct pool *pool, struct waiter_cursor *cursor,
        struct waiter_info *ret); /* -ENOENT */
};

struct pool {
    const struct pool_ops *ops;
    const struct pool_description *about;
};

enum pool_verdict pool_acquire(struct pool *pool, const struct pool_request *request,
    struct instant now, struct lease **ret_lease, struct error *ret_error);
enum pool_verdict pool_try_acquire(struct pool *pool, const struct pool_request *request,
    struct instant now, struct lease **ret_lease, struct error *ret_error);
enum cancel_verdict pool_cancel_waiting(struct pool *pool, const struct pool_client *client,
    struct text activation, struct instant now, struct lease **ret_lease, struct error *ret_error);

/* Both consume the lease, whatever they answer: one that its pool refuses and leaves live is
 * dropped. */
bool pool_release(struct pool *pool, struct lease *lease, const struct lease_claim *claim,
    struct instant now, struct error *ret_error);
bool pool_quarantine(struct pool *pool, struct lease *lease, const struct lease_claim *claim,
    struct text reason, struct instant now, struct error *ret_error);

uint32_t pool_capacity(const struct pool *pool);
uint32_t pool_available(const struct pool *pool);
/* Of another class than the pool's: all zero [A9]. */
struct pool_snapshot pool_snapshot(const struct pool *pool, struct text class_name);

/* Grows with each change that can make a refused request succeed, or fail for good. A hint: equal
 * values mean that nothing happened, many changes may show as one. */
uint64_t pool_changes(const struct pool *pool);

/* What came of the last call: quarantines first, then the outcomes of waiters, each in its order.
 */
bool pool_next_event(struct pool *pool, struct pool_event *ret);

/* The client's waiters leave the queue without an outcome. Its leases are the caller's to drop. */
void pool_client_gone(struct pool *pool, struct pool_client *client, struct instant now);

void pool_expire(struct pool *pool, struct instant now);
void pool_next_deadlines(
    const struct pool *pool, struct deadline *ret_wall, struct deadline *ret_boot);
int pool_cell(const struct pool *pool, uint32_t index, struct cell_info *ret);
int pool_waiter(const struct pool *pool, struct waiter_cursor *cursor, struct waiter_info *ret);
