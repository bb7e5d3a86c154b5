/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static const struct {
    enum error_code code;
    bool retryable;
    const char *name;
    const char *sentence;
} kinds[ERROR_KINDS] = {
    [ERROR_NONE] = {CODE_OK, false, "", ""},
    [ERROR_INVALID_CAPACITY] = {CODE_INVALID_ARGUMENT, false, "cell-pool.invalid-capacity",
        "A pool needs at least one cell."},
    [ERROR_INVALID_REQUEST] = {CODE_INVALID_ARGUMENT, false, "cell-pool.invalid-request",
        "The request is not well formed."},
    [ERROR_UNSUPPORTED_CLASS] = {CODE_INVALID_ARGUMENT, false, "cell-pool.unsupported-class",
        "This pool has no cells of that class."},
    [ERROR_DEADLINE_EXCEEDED] = {CODE_DEADLINE_EXCEEDED, false, "cell-pool.deadline-exceeded",
        "The deadline passed before a cell was granted."},
    [ERROR_DUPLICATE] = {CODE_ALREADY_EXISTS, false, "cell-pool.duplicate-activation",
        "This activation already waits for a cell or holds one."},
    [ERROR_ALL_QUARANTINED] = {CODE_UNAVAILABLE, false, "cell-pool.all-quarantined",
        "Every cell of the pool is quarantined."},
    [ERROR_QUEUE_FULL] = {CODE_RESOURCE_EXHAUSTED, true, "cell-pool.queue-full",
        "Every cell is in use and the queue is full; try again later."},
    [ERROR_BUSY] = {CODE_RESOURCE_EXHAUSTED, true, "cell-pool.busy",
        "No cell is idle; try again later, or wait for one."},
    [ERROR_CANCELLED] = {CODE_CANCELLED, false, "cell-pool.cancelled",
        "The request was cancelled before its cell was accepted."},
    [ERROR_NOT_WAITING] = {CODE_NOT_FOUND, false, "cell-pool.not-waiting",
        "This connection has no request for that activation."},
    [ERROR_HELD] = {CODE_FAILED_PRECONDITION, false, "cell-pool.held",
        "The activation holds its cell already; release it instead."},
    [ERROR_UNKNOWN_LEASE] = {CODE_NOT_FOUND, false, "cell-pool.unknown-lease",
        "This connection holds no such lease."},
    [ERROR_IDENTITY_MISMATCH] = {CODE_INVALID_ARGUMENT, false, "cell-pool.identity-mismatch",
        "The lease that was presented differs from the one that was granted; its cell is "
        "quarantined."},
    [ERROR_FOREIGN_LEASE] = {CODE_INVALID_ARGUMENT, false, "cell-pool.foreign-lease",
        "The lease was granted by another pool."},
    [ERROR_BLANK_REASON] = {CODE_INVALID_ARGUMENT, false, "cell-pool.blank-reason",
        "A quarantine needs a reason that is not blank; the cell is quarantined all the same."},
    [ERROR_SEQUENCE_EXHAUSTED] = {CODE_INTERNAL, false, "cell-pool.sequence-exhausted",
        "The pool has no lease number left and can grant nothing more."},
    [ERROR_UNSUPPORTED] = {CODE_UNAVAILABLE, false, "cell-pool.unsupported",
        "This pool does not support the operation."},
    [ERROR_MALFORMED] = {CODE_INVALID_ARGUMENT, false, "session.malformed",
        "The packet is malformed; the connection is closed."},
    [ERROR_UNKNOWN_MESSAGE] = {CODE_UNIMPLEMENTED, false, "session.unknown-message",
        "This daemon does not know the request."},
    [ERROR_NO_HELLO] = {CODE_FAILED_PRECONDITION, false, "session.no-hello",
        "The first message of a connection must be Hello, and the only one; the connection is "
        "closed."},
    [ERROR_VERSION] = {CODE_FAILED_PRECONDITION, false, "session.unsupported-version",
        "Client and daemon have no protocol version in common; the connection is closed."},
    [ERROR_OUT_OF_ORDER] = {CODE_INVALID_ARGUMENT, false, "session.out-of-order",
        "The messages of a connection must be numbered without a gap; the connection is closed."},
    [ERROR_TOO_MANY_IN_FLIGHT] = {CODE_RESOURCE_EXHAUSTED, true, "session.too-many-in-flight",
        "This connection waits for too many answers at once; take some first."},
    [ERROR_TOO_MANY_CONNECTIONS] = {CODE_RESOURCE_EXHAUSTED, true, "session.too-many-connections",
        "The daemon has no room for another connection; try again later."},
    [ERROR_SLOW_READER] = {CODE_RESOURCE_EXHAUSTED, false, "session.slow-reader",
        "The client does not read what is sent to it; the connection is closed."},
    [ERROR_TIMED_OUT] = {CODE_DEADLINE_EXCEEDED, false, "session.timed-out",
        "The client did not answer in time; the connection is closed."},
};

enum error_code error_kind_code(enum error_kind kind)
{
    return kinds[kind].code;
}

const char *error_kind_name(enum error_kind kind)
{
    return kinds[kind].name;
}

const char *error_kind_sentence(enum error_kind kind)
{
    return kinds[kind].sentence;
}

bool error_kind_retryable(enum error_kind kind)
{
    return kinds[kind].retryable;
}

void error_set(struct error *error, enum error_kind kind)
{
    error->kind = kind;
    error->n_fields = 0;
    text_copy(error->message, sizeof(error->message), text_of(kinds[kind].sentence));
}

void error_setf(struct error *error, enum error_kind kind, const char *format, ...)
{
    va_list args;

    error->kind = kind;
    error->n_fields = 0;
    va_start(args, format);
    int n = vsnprintf(error->message, sizeof(error->message), format, args);
    va_end(args);
    if (n < 0)
        error_set(error, kind);
}

static struct error_field *add_field(struct error *error, const char *name)
{
    assert(error->n_fields < ERROR_FIELDS_MAX);
    struct error_field *field = &error->fields[error->n_fields++];
    field->name = name;
    return field;
}

void error_add_number(struct error *error, const char *name, uint64_t value)
{
    struct error_field *field = add_field(error, name);
    (void)snprintf(field->value, sizeof(field->value), "%" PRIu64, value);
}

void error_add_text(struct error *error, const char *name, struct text value)
{
    struct error_field *field = add_field(error, name);
    text_copy(field->value, sizeof(field->value), value);
}
