/* SPDX-License-Identifier: MIT */
/*
 * Time as the core sees it: an argument.
 *
 * An instant is one reading of both clocks, taken by whoever calls in. Absolute deadlines are
 * judged by the wall clock, relative ones by CLOCK_BOOTTIME, which no step of the wall clock moves
 * and which goes on while the machine is suspended [W4].
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct instant {
    int64_t wall_ms; /* Unix time in milliseconds */
    int64_t boot_ns; /* CLOCK_BOOTTIME in nanoseconds */
};

enum deadline_clock {
    DEADLINE_NEVER,
    DEADLINE_WALL, /* at: Unix milliseconds */
    DEADLINE_BOOT, /* at: CLOCK_BOOTTIME nanoseconds */
};

struct deadline {
    enum deadline_clock clock;
    int64_t at;
};

#define NSEC_PER_MSEC INT64_C(1000000)

static inline struct deadline deadline_never(void)
{
    return (struct deadline){.clock = DEADLINE_NEVER, .at = INT64_MAX};
}

/* Saturates: a time far beyond the clock's range is the end of it. */
static inline struct deadline deadline_at_wall(uint64_t unix_ms)
{
    int64_t at = unix_ms > INT64_MAX ? INT64_MAX : (int64_t)unix_ms;
    return (struct deadline){.clock = DEADLINE_WALL, .at = at};
}

static inline struct deadline deadline_after(struct instant now, uint64_t timeout_ms)
{
    int64_t at;
    if (timeout_ms > INT64_MAX / NSEC_PER_MSEC ||
        __builtin_add_overflow(now.boot_ns, (int64_t)timeout_ms * NSEC_PER_MSEC, &at))
        at = INT64_MAX;
    return (struct deadline){.clock = DEADLINE_BOOT, .at = at};
}

/* A deadline that is reached has passed [A2]. */
static inline bool deadline_passed(struct deadline d, struct instant now)
{
    switch (d.clock) {
    case DEADLINE_WALL:
        return d.at <= now.wall_ms;
    case DEADLINE_BOOT:
        return d.at <= now.boot_ns;
    case DEADLINE_NEVER:
        break;
    }
    return false;
}
