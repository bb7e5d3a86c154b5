/* SPDX-License-Identifier: MIT */
/*
 * Finds a live lease by its token, in constant time. Sized once for a pool's capacity; leases are
 * linked through themselves, so that adding and removing can't fail.
 */
#pragma once

#include "lease.h"

struct lease_table {
    struct lease **bucket;
    uint64_t mask;
};

int lease_table_init(struct lease_table *table, uint32_t capacity);
void lease_table_deinit(struct lease_table *table);

void lease_table_add(struct lease_table *table, struct lease *lease);
void lease_table_remove(struct lease_table *table, struct lease *lease);
struct lease *lease_table_find(const struct lease_table *table, uint64_t token);
