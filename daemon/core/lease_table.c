/* SPDX-License-Identifier: MIT */
#include "lease_table.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int lease_table_init(struct lease_table *table, uint32_t capacity)
{
    uint64_t size = 1;

    while (size < capacity)
        size *= 2;
    struct lease **bucket = calloc(size, sizeof(*bucket));
    if (!bucket)
        return -ENOMEM;
    table->bucket = bucket;
    table->mask = size - 1;
    return 0;
}

void lease_table_deinit(struct lease_table *table)
{
    free(table->bucket);
    table->bucket = NULL;
}

/* Tokens count up, so their low bits spread evenly by themselves. */
static struct lease **bucket_of(const struct lease_table *table, uint64_t token)
{
    return &table->bucket[token & table->mask];
}

void lease_table_add(struct lease_table *table, struct lease *lease)
{
    struct lease **bucket = bucket_of(table, lease->identity.token);

    lease->next_of_token = *bucket;
    *bucket = lease;
}

void lease_table_remove(struct lease_table *table, struct lease *lease)
{
    struct lease **link = bucket_of(table, lease->identity.token);

    while (*link != lease) {
        assert(*link);
        link = &(*link)->next_of_token;
    }
    *link = lease->next_of_token;
    lease->next_of_token = NULL;
}

struct lease *lease_table_find(const struct lease_table *table, uint64_t token)
{
    struct lease *lease = *bucket_of(table, token);

    while (lease && lease->identity.token != token)
        lease = lease->next_of_token;
    return lease;
}
