/* SPDX-License-Identifier: MIT */
/*
 * Refusals: a code, a stable kind, a sentence for people, whether a retry can help, and the fields
 * that matter. One table binds each kind to its code; nothing else in the daemon chooses a code.
 *
 * The numbers of the codes are part of the protocol (proto/cellpool.proto) and are those of gRPC.
 */
#pragma once

#include "text.h"

#include <stdbool.h>
#include <stdint.h>

enum error_code {
    CODE_OK = 0,
    CODE_CANCELLED = 1,
    CODE_INVALID_ARGUMENT = 3,
    CODE_DEADLINE_EXCEEDED = 4,
    CODE_NOT_FOUND = 5,
    CODE_ALREADY_EXISTS = 6,
    CODE_PERMISSION_DENIED = 7,
    CODE_RESOURCE_EXHAUSTED = 8,
    CODE_FAILED_PRECONDITION = 9,
    CODE_UNIMPLEMENTED = 12,
    CODE_INTERNAL = 13,
    CODE_UNAVAILABLE = 14,
};

enum error_kind {
    ERROR_NONE,
    /* the pool */
    ERROR_INVALID_CAPACITY,   /* cell-pool.invalid-capacity */
    ERROR_INVALID_REQUEST,    /* cell-pool.invalid-request */
    ERROR_UNSUPPORTED_CLASS,  /* cell-pool.unsupported-class */
    ERROR_DEADLINE_EXCEEDED,  /* cell-pool.deadline-exceeded */
    ERROR_DUPLICATE,          /* cell-pool.duplicate-activation */
    ERROR_ALL_QUARANTINED,    /* cell-pool.all-quarantined */
    ERROR_QUEUE_FULL,         /* cell-pool.queue-full */
    ERROR_BUSY,               /* cell-pool.busy */
    ERROR_CANCELLED,          /* cell-pool.cancelled */
    ERROR_NOT_WAITING,        /* cell-pool.not-waiting */
    ERROR_HELD,               /* cell-pool.held */
    ERROR_UNKNOWN_LEASE,      /* cell-pool.unknown-lease */
    ERROR_IDENTITY_MISMATCH,  /* cell-pool.identity-mismatch */
    ERROR_FOREIGN_LEASE,      /* cell-pool.foreign-lease */
    ERROR_BLANK_REASON,       /* cell-pool.blank-reason */
    ERROR_SEQUENCE_EXHAUSTED, /* cell-pool.sequence-exhausted */
    ERROR_UNSUPPORTED,        /* cell-pool.unsupported */
    /* the session */
    ERROR_MALFORMED,            /* session.malformed */
    ERROR_UNKNOWN_MESSAGE,      /* session.unknown-message */
    ERROR_NO_HELLO,             /* session.no-hello */
    ERROR_VERSION,              /* session.unsupported-version */
    ERROR_OUT_OF_ORDER,         /* session.out-of-order */
    ERROR_TOO_MANY_IN_FLIGHT,   /* session.too-many-in-flight */
    ERROR_TOO_MANY_CONNECTIONS, /* session.too-many-connections */
    ERROR_SLOW_READER,          /* session.slow-reader */
    ERROR_TIMED_OUT,            /* session.timed-out */
    ERROR_KINDS,
};

enum {
    ERROR_MESSAGE_MAX = 512, /* with the terminator */
    ERROR_FIELDS_MAX = 4,
    ERROR_FIELD_VALUE_MAX = 64,
};

struct error_field {
    const char *name; /* static */
    char value[ERROR_FIELD_VALUE_MAX];
};

struct error {
    enum error_kind kind;
    unsigned n_fields;
    struct error_field fields[ERROR_FIELDS_MAX];
    char message[ERROR_MESSAGE_MAX];
};

enum error_code error_kind_code(enum error_kind kind);
const char *error_kind_name(enum error_kind kind);
const char *error_kind_sentence(enum error_kind kind);
bool error_kind_retryable(enum error_kind kind);

/* Fills *error with the kind and its usual sentence. */
void error_set(struct error *error, enum error_kind kind);

/* The same with a sentence of its own, cut at ERROR_MESSAGE_MAX. */
void error_setf(struct error *error, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a field; name is a literal. Values are cut at ERROR_FIELD_VALUE_MAX; fields past the maximum
 * are a programming error. */
void error_add_number(struct error *error, const char *name, uint64_t value);
void error_add_text(struct error *error, const char *name, struct text value);
