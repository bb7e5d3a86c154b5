/* SPDX-License-Identifier: MIT */
/*
 * A bounded piece of memory that protobuf-c unpacks into: one message costs no malloc, and the most
 * that a hostile message can make its reader allocate is fixed. When it is full the unpacking
 * fails.
 */
#pragma once

#include <protobuf-c/protobuf-c.h>
#include <stddef.h>

enum {
    /* Enough for the largest packet of either side: protobuf-c needs up to this for PACKET_MAX
     * bytes of the messages that this protocol has; a packet stuffed with unknown fields needs more
     * and is refused. */
    ARENA_SIZE = 64 * 1024,
};

struct arena {
    ProtobufCAllocator allocator;
    size_t used;
    _Alignas(max_align_t) unsigned char memory[ARENA_SIZE];
};

void arena_init(struct arena *arena);

/* Everything that was allocated from it is gone. */
static inline void arena_reset(struct arena *arena)
{
    arena->used = 0;
}
