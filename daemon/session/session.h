/* SPDX-License-Identifier: MIT */
/*
 * One connection: turns the messages of a packet into calls of the pool, and what becomes of them
 * into messages. See broker.h for how it is driven.
 */
#pragma once

#include "broker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One packet arrived. Ignored when the session is over. */
void session_receive(struct session *session, const uint8_t *data, size_t len, struct instant now);

/* A packet arrived that is larger than PACKET_MAX. */
void session_receive_oversized(struct session *session, struct instant now);

/* There is no more input: the peer closed, died, or was cut off after broker_next_overdue(). Its
 * waiters leave the queue, its reservations go back, its leases are abandoned. Twice is once. */
void session_end(struct session *session, struct instant now);

/* Nothing that arrives counts any more: the caller sends what output there is if it can at once,
 * closes the connection, and calls session_free(). */
bool session_is_over(const struct session *session);

/* The next packet to send, whole; false when there is none. Stays the session's. */
bool session_output(const struct session *session, const uint8_t **ret_data, size_t *ret_len);
/* That packet was sent. */
void session_output_sent(struct session *session);
/* The peer does not read any more: drops all output, this and later. Its input still counts. */
void session_output_lost(struct session *session);
/* The peer is slow: the caller does not read from it until the output has been sent, so that what
 * is waiting for it stays bounded. Changed messages are held back meanwhile. */
void session_output_stalled(struct session *session, bool stalled);

/* What was given to broker_connect(). */
void *session_connection(const struct session *session);
const struct peer *session_peer(const struct session *session);

/* The session must be over. Returns NULL. */
struct session *session_free(struct session *session);
