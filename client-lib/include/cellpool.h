/* SPDX-License-Identifier: MIT */
/*
 * libcellpool: lease exclusive cells from cellpoold.
 *
 *     cellpool *pool = NULL;
 *     cellpool_lease *lease = NULL;
 *     cellpool_error error;
 *
 *     if (cellpool_connect(NULL, 5000, &pool, &error) != CELLPOOL_OK)
 *         die(error.message);
 *     cellpool_request request = CELLPOOL_REQUEST_INIT;
 *     request.activation = "job-17";
 *     request.timeout_ms = 30000;
 *     if (cellpool_acquire(pool, &request, &lease, &error) != CELLPOOL_OK)
 *         die(error.message);
 *     use(cellpool_lease_cell(lease));
 *     cellpool_lease_release(lease, NULL);
 *     cellpool_free(pool);
 *
 * Leases and the connection. A lease lives on the connection that acquired it. When the connection
 * goes (cellpool_free(), exit, a crash), each cell still held is quarantined: nobody vouches for it.
 * The library never connects again by itself: a new connection would not hold the old leases.
 *
 * Ownership. An object is freed by the _free function of its type, which takes NULL and returns NULL.
 * A lease is an affine handle: release and quarantine consume it even when they fail, and freeing it
 * abandons it. Strings that a function returns belong to the object and live as long as it.
 *
 * Threads. A cellpool and its leases may be used from several threads at once; calls lock. Exceptions:
 * no call may run while cellpool_free() does, and a lease is consumed by one thread only. Callbacks
 * run in the thread that calls cellpool_dispatch() or a blocking function, without the lock held.
 *
 * Fork. A child must not use its parent's connection or leases: every function then fails with
 * CELLPOOL_FORKED and touches nothing. Freeing them in the child closes its copy and nothing else.
 * The connection is close-on-exec.
 *
 * Signals. No function raises SIGPIPE. EINTR never shows; use cellpool_interrupt() from a handler.
 *
 * Errors. Functions that can fail return a cellpool_code and fill a cellpool_error, which may be NULL.
 * Codes below 100 are the daemon's answer, codes from 100 come from the library itself.
 *
 * Time. Time-outs are in milliseconds. They count while the machine is suspended and are not moved by
 * a step of the wall clock; absolute deadlines are Unix milliseconds and follow it.
 */
#ifndef CELLPOOL_H
#define CELLPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CELLPOOL_MUST_CHECK __attribute__((warn_unused_result))

/* Opaque. */
typedef struct cellpool cellpool;
typedef struct cellpool_lease cellpool_lease;
typedef struct cellpool_pending cellpool_pending;

typedef enum cellpool_code {
    CELLPOOL_OK = 0,
    /* The daemon's answer. */
    CELLPOOL_CANCELLED = 1,           /* it was cancelled while it waited */
    CELLPOOL_INVALID_ARGUMENT = 3,    /* an argument, or a lease that does not match its record */
    CELLPOOL_DEADLINE_EXCEEDED = 4,   /* the deadline passed before a cell was granted */
    CELLPOOL_NOT_FOUND = 5,           /* no such lease or waiter */
    CELLPOOL_ALREADY_EXISTS = 6,      /* the activation waits or holds already */
    CELLPOOL_PERMISSION_DENIED = 7,   /* not for this user */
    CELLPOOL_RESOURCE_EXHAUSTED = 8,  /* the queue is full, or nothing is idle and it must not wait */
    CELLPOOL_FAILED_PRECONDITION = 9, /* it is held, so it can't be cancelled */
    CELLPOOL_UNIMPLEMENTED = 12,      /* this daemon does not know the request */
    CELLPOOL_INTERNAL = 13,           /* the daemon can't go on with this cell */
    CELLPOOL_UNAVAILABLE = 14,        /* every cell is quarantined, or this pool can't do it */
    /* The library's own. */
    CELLPOOL_DISCONNECTED = 100, /* no connection (any more): see cellpool_connect() */
    CELLPOOL_FORKED = 101,       /* used in a child of the process that connected */
    CELLPOOL_SYSTEM = 102,       /* a system call or an allocation failed: see sys_errno */
    CELLPOOL_PROTOCOL = 103,     /* the peer does not speak this protocol */
    CELLPOOL_MISUSE = 104,       /* a call that can't be right, such as a NULL pool */
    CELLPOOL_TIMED_OUT = 105     /* the daemon did not answer in time */
} cellpool_code;

#define CELLPOOL_ERROR_FIELDS_MAX 4

/* An error in five parts. The strings are always terminated. */
typedef struct cellpool_error {
    cellpool_code code;
    bool retryable;    /* the same call can succeed later */
    int sys_errno;     /* of CELLPOOL_SYSTEM and CELLPOOL_DISCONNECTED, else 0 */
    char kind[64];     /* stable, such as "cell-pool.queue-full" */
    char message[512]; /* one sentence for people */
    unsigned n_fields;
    struct {
        char name[32];
        char value[64];
    } fields[CELLPOOL_ERROR_FIELDS_MAX];
} cellpool_error;

/* The name of a code, such as "RESOURCE_EXHAUSTED"; "UNKNOWN" for others. Since 0.1. */
const char *cellpool_code_name(cellpool_code code);

/* The version of the library as "MAJOR.MINOR.PATCH". Since 0.1. */
const char *cellpool_version(void);

/* ---- connection ---- */

/*
 * Connects and says hello. socket_path NULL: $CELLPOOL_SOCKET, else /run/cellpool/default.sock.
 * Blocks up to timeout_ms (a full backlog is tried again until then); negative: without limit.
 * The result is the caller's, for cellpool_free(). Fails with CELLPOOL_DISCONNECTED (nobody listens),
 * CELLPOOL_TIMED_OUT, CELLPOOL_PROTOCOL, CELLPOOL_SYSTEM, or what the daemon refuses with.
 * Since 0.1.
 */
CELLPOOL_MUST_CHECK cellpool_code cellpool_connect(
    const char *socket_path, int timeout_ms, cellpool **ret, cellpool_error *error);

/*
 * Closes the connection: waiting requests leave the queue, cells still held are quarantined. Leases
 * and pending handles of it may outlive it; they then only can be freed. Returns NULL. Since 0.1.
 */
cellpool *cellpool_free(cellpool *pool);

/* What the daemon said of itself. Strings live as long as the pool. Since 0.1. */
const char *cellpool_node(const cellpool *pool);
const char *cellpool_class(const cellpool *pool);
const char *cellpool_pool_id(const cellpool *pool); /* 32 hexadecimal digits */
const char *cellpool_daemon_version(const cellpool *pool);
const char *cellpool_socket_path(const cellpool *pool);
uint32_t cellpool_capacity(const cellpool *pool);
uint32_t cellpool_queue_capacity(const cellpool *pool);

/*
 * Ends every blocking wait on this pool that is under way, or else the next one: an acquire leaves the
 * queue and fails with CELLPOOL_CANCELLED (kind "client.interrupted"), unless it was granted first.
 * Async-signal-safe, from any thread. Since 0.1.
 */
void cellpool_interrupt(cellpool *pool);

/* ---- requests ---- */

/* Numbers that the pool records with the lease and gives back; all may be 0. */
typedef struct cellpool_budget {
    uint64_t cpu_fuel;
    uint64_t memory_bytes;
    uint64_t child_calls;
    uint64_t outbound_requests;
    uint64_t state_read_bytes;
    uint64_t state_write_bytes;
    uint64_t blob_read_bytes;
    uint64_t blob_write_bytes;
    uint64_t log_bytes;
    uint64_t effect_count;
} cellpool_budget;

#define CELLPOOL_NO_TIMEOUT (-1)
#define CELLPOOL_NO_DEADLINE UINT64_MAX
#define CELLPOOL_NO_EXPIRY UINT64_MAX

/* Start from CELLPOOL_REQUEST_INIT; size lets later versions add fields. The strings are copied. */
typedef struct cellpool_request {
    size_t size;
    const char *activation; /* required: 1 to 128 bytes, unique among all that wait or hold */
    const char *tenant;     /* 1 to 64 bytes; NULL: "default" */
    const char *class_name; /* NULL: the pool's */
    int64_t timeout_ms;     /* how long it may wait; CELLPOOL_NO_TIMEOUT: no limit */
    uint64_t deadline_unix_ms; /* until when it may wait; give this or timeout_ms, not both */
    uint64_t expires_at_ms;    /* of the lease, recorded only; default: the absolute deadline */
    cellpool_budget budget;
} cellpool_request;

#define CELLPOOL_REQUEST_INIT                                                                      \
    {                                                                                              \
        sizeof(cellpool_request), NULL, NULL, NULL, CELLPOOL_NO_TIMEOUT, CELLPOOL_NO_DEADLINE,     \
            CELLPOOL_NO_EXPIRY,                                                                    \
        {                                                                                          \
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0                                                           \
        }                                                                                          \
    }

/*
 * Acquires a cell; blocks until it is granted or the request fails. On success *ret is the caller's.
 * INVALID_ARGUMENT, DEADLINE_EXCEEDED, ALREADY_EXISTS, UNAVAILABLE (every cell is quarantined),
 * RESOURCE_EXHAUSTED (the queue is full), CANCELLED, INTERNAL, and the library's own. Since 0.1.
 */
CELLPOOL_MUST_CHECK cellpool_code cellpool_acquire(cellpool *pool, const cellpool_request *request,
    cellpool_lease **ret, cellpool_error *error);

/*
 * The same without waiting in the queue: RESOURCE_EXHAUSTED (kind "cell-pool.busy") when nothing is
 * idle. Blocks for the daemon's answer only. Since 0.1.
 */
CELLPOOL_MUST_CHECK cellpool_code cellpool_try_acquire(cellpool *pool,
    const cellpool_request *request, cellpool_lease **ret, cellpool_error *error);

/*
 * Cancels what this connection asked for under the activation and does not hold yet; that acquire
 * then fails with CELLPOOL_CANCELLED. NOT_FOUND when nothing waits, FAILED_PRECONDITION (kind
 * "cell-pool.held") when it is held. Blocks for the answer; call it from another thread than the one
 * that waits. Since 0.1.
 */
cellpool_code cellpool_cancel(cellpool *pool, const char *activation, cellpool_error *error);

/* ---- leases ---- */

/* What was granted. Strings live as long as the lease. Since 0.1. */
const char *cellpool_lease_cell(const cellpool_lease *lease); /* NODE:CLASS:IIIIIIII */
uint32_t cellpool_lease_cell_index(const cellpool_lease *lease);
uint64_t cellpool_lease_generation(const cellpool_lease *lease);
uint64_t cellpool_lease_token(const cellpool_lease *lease);
const char *cellpool_lease_activation(const cellpool_lease *lease);
const char *cellpool_lease_tenant(const cellpool_lease *lease);
uint64_t cellpool_lease_expires_at_ms(const cellpool_lease *lease); /* CELLPOOL_NO_EXPIRY: never */
cellpool_budget cellpool_lease_budget(const cellpool_lease *lease);

/*
 * Gives the cell back as clean and frees the handle, whatever it returns. Blocks for the answer.
 * NOT_FOUND when the daemon does not know the lease, CELLPOOL_DISCONNECTED when it can't be told (the
 * cell is quarantined). Since 0.1.
 */
cellpool_code cellpool_lease_release(cellpool_lease *lease, cellpool_error *error);

/*
 * Says that the cell is not clean, and why (not blank; at most 255 bytes are kept), and frees the
 * handle, whatever it returns. A blank reason is INVALID_ARGUMENT; the cell is quarantined all the
 * same. Blocks for the answer. Since 0.1.
 */
cellpool_code cellpool_lease_quarantine(
    cellpool_lease *lease, const char *reason, cellpool_error *error);

/* Abandons the lease if it is live: the cell is quarantined. Does not block. Returns NULL.
 * Since 0.1. */
cellpool_lease *cellpool_lease_free(cellpool_lease *lease);

/* For __attribute__((cleanup(cellpool_lease_cleanup))). Since 0.1. */
static inline void cellpool_lease_cleanup(cellpool_lease **lease)
{
    *lease = cellpool_lease_free(*lease);
}

static inline void cellpool_cleanup(cellpool **pool)
{
    *pool = cellpool_free(*pool);
}

/* ---- a look at the pool ---- */

/* available + active_leases + quarantined = capacity. A reservation counts as active. */
typedef struct cellpool_snapshot {
    uint32_t capacity;
    uint32_t available;
    uint32_t queue_depth;
    uint32_t active_leases;
    uint32_t quarantined;
} cellpool_snapshot;

/* class_name NULL: the pool's; of any other all numbers are 0. Blocks for the answer. Since 0.1. */
CELLPOOL_MUST_CHECK cellpool_code cellpool_get_snapshot(cellpool *pool, const char *class_name,
    cellpool_snapshot *ret, cellpool_error *error);

typedef enum cellpool_cell_state {
    CELLPOOL_CELL_IDLE = 0,
    CELLPOOL_CELL_RESERVED = 1, /* granted, not yet accepted */
    CELLPOOL_CELL_LEASED = 2,
    CELLPOOL_CELL_QUARANTINED = 3
} cellpool_cell_state;

/* "idle", "reserved", "leased", "quarantined"; "unknown" for others. Since 0.1. */
const char *cellpool_cell_state_name(cellpool_cell_state state);

#define CELLPOOL_NO_ID (-1)

/* Strings are empty where there is nothing to say; they live during the callback. */
typedef struct cellpool_cell_info {
    const char *cell; /* NODE:CLASS:IIIIIIII */
    uint32_t index;
    uint64_t generation;
    cellpool_cell_state state;
    const char *activation; /* of the current lease, or the last one of a quarantined cell */
    const char *tenant;
    int64_t pid; /* of its connection; CELLPOOL_NO_ID: unknown */
    int64_t uid;
    uint64_t since_unix_ms; /* of the grant or the quarantine; 0: unknown */
    const char *cause;      /* of a quarantine, such as "connection-lost" */
    const char *reason;     /* of a quarantine, for people */
    uint64_t token;
} cellpool_cell_info;

typedef struct cellpool_waiter_info {
    uint32_t position; /* from 1 */
    const char *activation;
    const char *tenant;
    int64_t pid;
    int64_t uid;
    uint64_t since_unix_ms;
    uint64_t deadline_unix_ms; /* CELLPOOL_NO_DEADLINE: none; also set for a relative time-out */
} cellpool_waiter_info;

/*
 * Calls each() for every cell in the order of the index, or every waiter in the order of the queue.
 * Each page is a moment of its own: with many entries the pool may change in between. each() returns
 * true to go on; it must not use the pool. Blocks for the answers. Since 0.1.
 */
CELLPOOL_MUST_CHECK cellpool_code cellpool_list_cells(cellpool *pool,
    bool (*each)(const cellpool_cell_info *cell, void *userdata), void *userdata,
    cellpool_error *error);
CELLPOOL_MUST_CHECK cellpool_code cellpool_list_waiters(cellpool *pool,
    bool (*each)(const cellpool_waiter_info *waiter, void *userdata), void *userdata,
    cellpool_error *error);

/* ---- from an event loop ---- */

/*
 * A descriptor to poll, for the events that cellpool_get_events() names (POLLIN, perhaps POLLOUT; ask
 * again before each poll). Stays the library's. When it is ready, call cellpool_dispatch(). Never
 * read, write or close it. -1 when there is no connection. Since 0.1.
 */
int cellpool_get_fd(const cellpool *pool);
short cellpool_get_events(const cellpool *pool);

/* Milliseconds until cellpool_dispatch() must be called even without an event; -1: no limit; 0: now,
 * since something is buffered already. Since 0.1. */
int cellpool_get_timeout(const cellpool *pool);

/* Does all that can be done without blocking, and calls the callbacks of what has completed.
 * CELLPOOL_DISCONNECTED when the connection is gone, after every callback ran. Since 0.1. */
CELLPOOL_MUST_CHECK cellpool_code cellpool_dispatch(cellpool *pool, cellpool_error *error);

/*
 * Called exactly once for each started request: code CELLPOOL_OK with a lease that is the callee's,
 * or an error that lives during the call. May start, cancel, release or free anything but the pool.
 */
typedef void (*cellpool_acquired)(cellpool_code code, cellpool_lease *lease,
    const cellpool_error *error, void *userdata);

/*
 * Starts an acquire and returns; done() reports its outcome from a later call that dispatches. An error
 * here means that nothing was started. *ret may be NULL; else it is for cellpool_pending_cancel() and
 * belongs to the library: good until done() has returned. Since 0.1.
 */
CELLPOOL_MUST_CHECK cellpool_code cellpool_acquire_start(cellpool *pool,
    const cellpool_request *request, cellpool_acquired done, void *userdata,
    cellpool_pending **ret, cellpool_error *error);

/* Asks the daemon to take the request back. done() reports who was first: CELLPOOL_CANCELLED, or the
 * grant. Does not block. Since 0.1. */
void cellpool_pending_cancel(cellpool_pending *pending);

/* Called exactly once for each started return: with what cellpool_lease_release() would return. */
typedef void (*cellpool_returned)(
    cellpool_code code, const cellpool_error *error, void *userdata);

/* Start a return and consume the lease; done may be NULL. Do not block. When they fail at once, done()
 * is not called. Since 0.1. */
cellpool_code cellpool_lease_release_start(
    cellpool_lease *lease, cellpool_returned done, void *userdata, cellpool_error *error);
cellpool_code cellpool_lease_quarantine_start(cellpool_lease *lease, const char *reason,
    cellpool_returned done, void *userdata, cellpool_error *error);

/* Has a callback called with the new state after changes; many changes may come as one, the latest
 * state always comes. NULL: no more. Since 0.1. */
typedef void (*cellpool_changed)(const cellpool_snapshot *state, void *userdata);
CELLPOOL_MUST_CHECK cellpool_code cellpool_subscribe(
    cellpool *pool, cellpool_changed changed, void *userdata, cellpool_error *error);

#ifdef __cplusplus
}
#endif

#endif
