/* SPDX-License-Identifier: MIT */
/*
 * Views of text that somebody else owns, and the rules a name must keep: ids, tenants and reasons
 * come from clients, are compared byte by byte, and end up on terminals and in logs.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Not terminated; may be empty, data may then be NULL. */
struct text {
    const char *data;
    size_t len;
};

/* printf("%.*s", TEXT_ARG(t)) */
#define TEXT_ARG(t) ((int)(t).len), ((t).data ? (t).data : "")

struct text text_of(const char *c_string);
bool text_equal(struct text a, struct text b);

/* Valid UTF-8 without control characters. The empty text is printable. */
bool text_is_printable(struct text t);

/* Nothing but white space, or nothing at all. */
bool text_is_blank(struct text t);

/* The longest prefix of at most max bytes that does not cut a UTF-8 sequence. */
struct text text_prefix(struct text t, size_t max);

/* Copies t into buf, cut at a character boundary where it is too long, and terminates it. */
void text_copy(char *buf, size_t size, struct text t);

/* 1 to max characters out of [A-Za-z0-9._-]: names of nodes and classes. */
bool text_is_name(struct text t, size_t max);
