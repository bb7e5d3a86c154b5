/* SPDX-License-Identifier: MIT */
#include "activation_index.h"

#include <assert.h>
#include <errno.h>
#include <sodium/crypto_shorthash.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(crypto_shorthash_KEYBYTES == 16, "the key is 16 bytes");
_Static_assert(crypto_shorthash_BYTES == sizeof(uint64_t), "the hash is 64 bits");

int activation_index_init(
    struct activation_index *index, uint64_t entries, const uint8_t key[static 16])
{
    uint64_t size = 1;

    while (size < entries)
        size *= 2;
    struct activation_entry **bucket = calloc(size, sizeof(struct activation_entry *));
    if (!bucket)
        return -ENOMEM;
    index->bucket = bucket;
    index->mask = size - 1;
    memcpy(index->key, key, sizeof(index->key));
    return 0;
}

void activation_index_deinit(struct activation_index *index)
{
    free(index->bucket);
    index->bucket = NULL;
}

uint64_t activation_index_hash(const struct activation_index *index, struct text activation)
{
    uint8_t digest[crypto_shorthash_BYTES];
    uint64_t hash;

    crypto_shorthash(digest, (const unsigned char *)activation.data, activation.len, index->key);
    memcpy(&hash, digest, sizeof(hash));
    return hash;
}

struct activation_entry *activation_index_find(
    const struct activation_index *index, uint64_t hash, struct text activation)
{
    struct activation_entry *entry = index->bucket[hash & index->mask];

    while (entry && !(entry->hash == hash && text_equal(activation_text(entry->id), activation)))
        entry = entry->next;
    return entry;
}

void activation_index_add(struct activation_index *index, struct activation_entry *entry)
{
    struct activation_entry **bucket = &index->bucket[entry->hash & index->mask];

    entry->next = *bucket;
    *bucket = entry;
}

void activation_index_remove(struct activation_index *index, struct activation_entry *entry)
{
    struct activation_entry **link = &index->bucket[entry->hash & index->mask];

    while (*link != entry) {
        assert(*link);
        link = &(*link)->next;
    }
    *link = entry->next;
    entry->next = NULL;
}
