/* SPDX-License-Identifier: MIT */
/*
 * Finds what an activation has in the pool, in constant time: it waits, or it has a lease. Sized
 * once; entries are linked through themselves, so that adding and removing can't fail. The hash is
 * SipHash under a secret key, so that clients can't choose activations that collide.
 */
#pragma once

#include "identity.h"

enum activation_holder {
    ACTIVATION_WAITS, /* the entry of a struct waiter */
    ACTIVATION_HOLDS, /* the entry of a struct grant */
};

struct activation_entry {
    struct activation_entry *next;
    uint64_t hash;
    const struct activation_id *id;
    enum activation_holder holder;
};

struct activation_index {
    struct activation_entry **bucket;
    uint64_t mask;
    uint8_t key[16];
};

int activation_index_init(
    struct activation_index *index, uint64_t entries, const uint8_t key[static 16]);
void activation_index_deinit(struct activation_index *index);

uint64_t activation_index_hash(const struct activation_index *index, struct text activation);

struct activation_entry *activation_index_find(
    const struct activation_index *index, uint64_t hash, struct text activation);

/* The activation must not be there; entry->id and entry->hash are set. */
void activation_index_add(struct activation_index *index, struct activation_entry *entry);
void activation_index_remove(struct activation_index *index, struct activation_entry *entry);
