/* SPDX-License-Identifier: MIT */
/*
 * A lease as those who serve connections hold it: an affine handle that a pool mints and that ends
 * exactly once. The pool that minted it is known to it by a capability, an object only that pool
 * has; a lease that is dropped instead of returned goes back through the capability's hooks [S2].
 *
 *   minted ──accept──▶ accepted ──release / quarantine──▶ disarmed by its pool
 *     │                   └──drop──▶ on_abandoned
 *     └──drop──▶ on_unaccepted (nobody has used the cell)
 */
#pragma once

#include "identity.h"
#include "instant.h"

#include <stdbool.h>
#include <sys/queue.h>

struct lease;

/* Why a lease is dropped; a pool records it with the cell. */
enum drop_cause {
    DROP_CONNECTION_LOST,
    DROP_HANDLE_DROPPED,
    DROP_DECLINED,
    DROP_RETURN_REFUSED, /* a return was refused and consumed the lease all the same */
};

/* Held by a pool, compared by address: nobody else can disarm its leases. Hooks may not call the
 * lease's owner back; what follows comes out as pool events. */
struct lease_capability {
    void (*on_abandoned)(const struct lease_capability *self, struct lease *lease,
        enum drop_cause cause, struct instant now);
    /* NULL: on_abandoned, the conservative choice. */
    void (*on_unaccepted)(const struct lease_capability *self, struct lease *lease,
        enum drop_cause cause, struct instant now);
};

struct lease {
    struct lease_identity identity;
    const struct lease_capability *capability; /* NULL: not live */
    bool accepted;
    struct instant granted_at;

    /* For whoever the lease was granted to; a pool fills owner and tag in and reads neither. */
    struct pool_client *owner;
    uint64_t tag;
    struct lease *next_of_token; /* lease_table */
    TAILQ_ENTRY(lease) of_owner;
    TAILQ_ENTRY(lease) of_unaccepted;
};

TAILQ_HEAD(lease_list, lease);

/* For pools: the lease becomes live and unaccepted. identity, owner, tag and granted_at are set. */
void lease_mint(struct lease *lease, const struct lease_capability *capability);

static inline bool lease_is_live(const struct lease *lease)
{
    return lease->capability != NULL;
}

/* The client took it: from here on dropping it is an abandonment. Legal once, while unaccepted. */
void lease_accept(struct lease *lease);

/* For pools: ends the lease without a hook. Refused (-EPERM, nothing changes) unless the capability
 * is exactly the one that minted it; -ENOENT when it is not live. */
int lease_disarm(struct lease *lease, const struct lease_capability *capability);

/* Ends the lease through its pool's hook. Nothing happens when it is not live. */
void lease_drop(struct lease *lease, enum drop_cause cause, struct instant now);
