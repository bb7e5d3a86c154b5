/* SPDX-License-Identifier: MIT */
/* Making and freeing a fixed pool: the only place where it allocates [C2]. */
#include "fixed_pool_private.h"

#include <errno.h>
#include <stdlib.h>

static int check_config(const struct fixed_pool_config *config, struct error *ret_error)
{
    if (config->capacity == 0) {
        error_set(ret_error, ERROR_INVALID_CAPACITY);
        return -EINVAL;
    }
    if (config->capacity == NO_CELL) {
        error_setf(ret_error, ERROR_INVALID_CAPACITY, "A pool has at most %u cells.", NO_CELL - 1);
        return -EINVAL;
    }
    if (!text_is_name(config->node, NODE_MAX)) {
        error_setf(ret_error, ERROR_INVALID_REQUEST,
            "The node must be 1 to %d characters out of A-Z, a-z, 0-9, '.', '_' and '-'.",
            NODE_MAX);
        return -EINVAL;
    }
    if (!text_is_name(config->class_name, CLASS_MAX)) {
        error_setf(ret_error, ERROR_INVALID_REQUEST,
            "The class must be 1 to %d characters out of A-Z, a-z, 0-9, '.', '_' and '-'.",
            CLASS_MAX);
        return -EINVAL;
    }
    return 0;
}

static int allocate(struct fixed_pool *p, const struct fixed_pool_config *config)
{
    p->cell = calloc(config->capacity, sizeof(*p->cell));
    p->grant = calloc(config->capacity, sizeof(*p->grant));
    p->quarantine = calloc(config->capacity, sizeof(*p->quarantine));
    if (!p->cell || !p->grant || !p->quarantine)
        return -ENOMEM;
    if (wait_queue_init(&p->queue, config->queue_capacity) < 0)
        return -ENOMEM;
    return activation_index_init(
        &p->index, (uint64_t)config->capacity + config->queue_capacity, config->hash_key);
}

int fixed_pool_new(
    const struct fixed_pool_config *config, struct fixed_pool **ret, struct error *ret_error)
{
    int r = check_config(config, ret_error);
    if (r < 0)
        return r;

    struct fixed_pool *p = calloc(1, sizeof(*p));
    if (!p)
        return -ENOMEM;
    p->pool = (struct pool){.ops = &fixed_pool_ops, .about = &p->about};
    p->capability = fixed_pool_hooks;
    text_copy(p->node, sizeof(p->node), config->node);
    text_copy(p->class_name, sizeof(p->class_name), config->class_name);
    p->about = (struct pool_description){
        .node = text_of(p->node),
        .class_name = text_of(p->class_name),
        .id = config->id,
        .queue_capacity = config->queue_capacity,
    };
    p->capacity = config->capacity;
    p->next_token = config->first_token > 0 ? config->first_token : 1;
    cell_line_init(&p->idle);
    cell_line_init(&p->lost);
    TAILQ_INIT(&p->outcomes);
    if (allocate(p, config) < 0) {
        fixed_pool_free(p);
        return -ENOMEM;
    }
    for (uint32_t i = 0; i < p->capacity; i++) {
        p->cell[i].generation = config->first_generation;
        cell_line_push(p, &p->idle, i);
    }
    *ret = p;
    return 0;
}

struct fixed_pool *fixed_pool_free(struct fixed_pool *p)
{
    if (!p)
        return NULL;
    activation_index_deinit(&p->index);
    wait_queue_deinit(&p->queue);
    free(p->quarantine);
    free(p->grant);
    free(p->cell);
    free(p);
    return NULL;
}

struct pool *fixed_pool_as_pool(struct fixed_pool *p)
{
    return &p->pool;
}
