/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>
#include <unistr.h>

struct text text_of(const char *c_string)
{
    return (struct text){.data = c_string, .len = c_string ? strlen(c_string) : 0};
}

bool text_equal(struct text a, struct text b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static bool is_control(ucs4_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/* Characters that reorder or break a line where the text is shown. */
static bool is_deceptive(ucs4_t c)
{
    return c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool text_is_printable(struct text t)
{
    const uint8_t *p = (const uint8_t *)t.data;
    size_t left = t.len;

    while (left > 0) {
        if (*p >= 0x20 && *p < 0x7f) {
            p++;
            left--;
            continue;
        }
        ucs4_t c;
        int n = u8_mbtoucr(&c, p, left);
        if (n <= 0 || is_control(c) || is_deceptive(c))
            return false;
        p += n;
        left -= (size_t)n;
    }
    return true;
}

bool text_is_blank(struct text t)
{
    const uint8_t *p = (const uint8_t *)t.data;
    size_t left = t.len;

    while (left > 0) {
        ucs4_t c;
        int n = u8_mbtoucr(&c, p, left);
        bool space =
            n > 0 && (c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xa0 ||
                         c == 0x1680 || (c >= 0x2000 && c <= 0x200b) || c == 0x2028 ||
                         c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 || c == 0xfeff);
        if (!space)
            return false;
        p += n;
        left -= (size_t)n;
    }
    return true;
}

struct text text_prefix(struct text t, size_t max)
{
    if (t.len <= max)
        return t;

    size_t end = max;
    while (end > 0 && ((unsigned char)t.data[end] & 0xc0) == 0x80)
        end--;
    return (struct text){.data = t.data, .len = end};
}

void text_copy(char *buf, size_t size, struct text t)
{
    struct text cut = text_prefix(t, size - 1);

    if (cut.len > 0)
        memcpy(buf, cut.data, cut.len);
    buf[cut.len] = '\0';
}

bool text_is_name(struct text t, size_t max)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

    if (t.len == 0 || t.len > max)
        return false;
    for (size_t i = 0; i < t.len; i++)
        if (t.data[i] == '\0' || !strchr(allowed, t.data[i]))
            return false;
    return true;
}
