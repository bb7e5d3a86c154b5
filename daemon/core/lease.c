/* SPDX-License-Identifier: MIT */
#include "lease.h"

#include <assert.h>
#include <errno.h>

void lease_mint(struct lease *lease, const struct lease_capability *capability)
{
    assert(capability && capability->on_abandoned);
    lease->capability = capability;
    lease->accepted = false;
}

void lease_accept(struct lease *lease)
{
    assert(lease_is_live(lease) && !lease->accepted);
    lease->accepted = true;
}

int lease_disarm(struct lease *lease, const struct lease_capability *capability)
{
    if (!lease_is_live(lease))
        return -ENOENT;
    if (lease->capability != capability)
        return -EPERM;
    lease->capability = NULL;
    return 0;
}

void lease_drop(struct lease *lease, enum drop_cause cause, struct instant now)
{
    const struct lease_capability *capability = lease->capability;

    if (!capability)
        return;
    lease->capability = NULL;
    if (!lease->accepted && capability->on_unaccepted)
        capability->on_unaccepted(capability, lease, cause, now);
    else
        capability->on_abandoned(capability, lease, cause, now);
}
