/* SPDX-License-Identifier: MIT */
#include "packet.h"

#include <errno.h>

enum {
    /* A length below PACKET_MAX needs two bytes at most. */
    LENGTH_BYTES_MAX = 2,
};

_Static_assert(PACKET_MAX <= 1 << (7 * LENGTH_BYTES_MAX), "lengths fit two varint bytes");

bool packet_append(uint8_t buf[static PACKET_MAX], size_t *len, const ProtobufCMessage *message)
{
    size_t size = protobuf_c_message_get_packed_size(message);
    size_t at = *len;

    if (at > PACKET_MAX || size > PACKET_MAX)
        return false;
    size_t prefix = size < 0x80 ? 1 : 2;
    if (prefix + size > PACKET_MAX - at)
        return false;

    if (prefix == 1) {
        buf[at] = (uint8_t)size;
    } else {
        buf[at] = (uint8_t)(size & 0x7f) | 0x80;
        buf[at + 1] = (uint8_t)(size >> 7);
    }
    protobuf_c_message_pack(message, buf + at + prefix);
    *len = at + prefix + size;
    return true;
}

int packet_next(struct packet_reader *reader, const uint8_t **ret_data, size_t *ret_len)
{
    size_t size = 0;
    size_t prefix = 0;
    uint8_t byte;

    if (reader->len == 0)
        return 0;
    do {
        if (prefix == LENGTH_BYTES_MAX || prefix == reader->len)
            return -EBADMSG;
        byte = reader->data[prefix];
        size |= (size_t)(byte & 0x7f) << (7 * prefix);
        prefix++;
    } while (byte & 0x80);
    if (size > reader->len - prefix)
        return -EBADMSG;

    *ret_data = reader->data + prefix;
    *ret_len = size;
    reader->data += prefix + size;
    reader->len -= prefix + size;
    return 1;
}

ProtobufCMessage *packet_unpack(const ProtobufCMessageDescriptor *descriptor, struct arena *arena,
    const uint8_t *data, size_t len)
{
    arena_reset(arena);
    return protobuf_c_message_unpack(descriptor, &arena->allocator, len, data);
}
