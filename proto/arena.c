/* SPDX-License-Identifier: MIT */
#include "arena.h"

static void *arena_alloc(void *data, size_t size)
{
    struct arena *arena = data;
    size_t need = (size + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1);

    if (need < size || need > sizeof(arena->memory) - arena->used)
        return NULL;
    void *p = arena->memory + arena->used;
    arena->used += need;
    return p;
}

static void arena_free(void *data, void *pointer)
{
    (void)data;
    (void)pointer;
}

void arena_init(struct arena *arena)
{
    arena->allocator = (ProtobufCAllocator){
        .alloc = arena_alloc,
        .free = arena_free,
        .allocator_data = arena,
    };
    arena->used = 0;
}
