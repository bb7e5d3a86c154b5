/* SPDX-License-Identifier: MIT */
/*
 * The broker stands between a pool and the sessions of its clients: it owns the sessions, knows
 * which lease belongs to which of them, and carries each event of the pool to the session it
 * concerns.
 *
 * Nothing here does I/O or reads a clock. Whoever serves the connections (server/) calls in with
 * packets and the time, and at the end of its turn takes what is to be done from
 * broker_next_work(). So nothing ever calls back into a session that is in the middle of something,
 * and no session is freed but by session_free().
 */
#pragma once

#include "pool.h"

#include <stdint.h>
#include <sys/types.h>

struct broker;
struct session;

/* Who connected, as the kernel says. */
struct peer {
    pid_t pid; /* 0: unknown */
    uid_t uid;
    gid_t gid;
};

enum {
    BROKER_IN_FLIGHT_MAX = 1024, /* acquires of one connection without an outcome */
};

/* What an operator wants to know. Pointers live during the call. */
enum report_type {
    REPORT_GRANTED,     /* peer, lease */
    REPORT_RELEASED,    /* peer, lease */
    REPORT_DECLINED,    /* peer, lease: it came back unused */
    REPORT_QUARANTINED, /* cell; peer where there is one */
    REPORT_REFUSED,     /* peer, error: a request */
    REPORT_VIOLATION,   /* peer, error: its session has ended */
    REPORT_OVERDUE,     /* peer: it neither accepted nor declined, or never said hello */
};

struct report {
    enum report_type type;
    const struct peer *peer;
    const struct lease_identity *lease;
    const struct cell_info *cell;
    const struct error *error;
};

struct broker_config {
    struct pool *pool;          /* must outlive the broker */
    uint32_t accept_timeout_ms; /* a reservation that is neither accepted nor declined [G2] */
    uint32_t hello_timeout_ms;  /* a connection that says nothing */
    const char *daemon_version; /* for Welcome; must outlive the broker */
    void (*report)(void *userdata, const struct report *report); /* may be NULL */
    void *userdata;
};

/* -ENOMEM, or -EINVAL for a configuration that makes no sense. */
int broker_new(const struct broker_config *config, struct broker **ret);
/* Every session must have been freed. */
struct broker *broker_free(struct broker *broker);

struct pool *broker_pool(const struct broker *broker);

/* A connection was accepted. connection is the caller's own, see session_connection(). -ENOMEM. */
int broker_connect(struct broker *broker, struct peer peer, void *connection, struct instant now,
    struct session **ret);

/* Deadlines that have passed take effect. */
void broker_tick(struct broker *broker, struct instant now);

/* When broker_tick() is needed next, of each clock; DEADLINE_NEVER when it is not. */
void broker_next_deadlines(
    const struct broker *broker, struct deadline *ret_wall, struct deadline *ret_boot);

/* The next session whose time is up. The caller ends its input in the one order that has no race:
 * it stops the peer from sending, hands over all that was sent, and calls session_end(). Each is
 * given once. NULL: no more. */
struct session *broker_next_overdue(struct broker *broker);

/* The next session that has output, or is over, or both: see session_output() and
 * session_is_over(). Each is given once until something new happens to it. NULL: no more. Changed
 * messages are made here, so that many changes of a turn travel as one. */
struct session *broker_next_work(struct broker *broker, struct instant now);
