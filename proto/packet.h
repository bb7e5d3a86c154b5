/* SPDX-License-Identifier: MIT */
/*
 * The codec that both sides share: a packet is one or more whole messages, each behind its length
 * as a varint. Works on memory only; neither side's meaning of a message is known here.
 */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACKET_MAX = 8192, /* bytes, both ways */
    PROTOCOL_VERSION_MIN = 1,
    PROTOCOL_VERSION_MAX = 1,
};

/* Adds a message to the packet of *len bytes in buf. False, and nothing changed, when there is no
 * room for it. A message that is larger than a packet never has room. */
bool packet_append(uint8_t buf[static PACKET_MAX], size_t *len, const ProtobufCMessage *message);

/* What is still to be read of a packet. */
struct packet_reader {
    const uint8_t *data;
    size_t len;
};

/* Takes the next message's bytes. 1: there is one; 0: the packet is over; -EBADMSG: the packet is
 * malformed from here on. */
int packet_next(struct packet_reader *reader, const uint8_t **ret_data, size_t *ret_len);

/* Unpacks one message into the arena, which is reset before: NULL when it is malformed or too
 * large. */
ProtobufCMessage *packet_unpack(const ProtobufCMessageDescriptor *descriptor, struct arena *arena,
    const uint8_t *data, size_t len);
