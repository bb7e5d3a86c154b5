/* SPDX-License-Identifier: MIT */
/*
 * Serves a pool on a Unix socket: the listener, the event loop, the timers, the signals. With log.h
 * the only part that knows libevent. Any pool will do [S1].
 */
#pragma once

#include "pool.h"

#include <stdint.h>

struct server;

struct server_config {
    struct pool *pool;          /* must outlive the server */
    const char *socket_path;    /* where to listen; the lock file is this with ".lock" */
    uint32_t accept_timeout_ms; /* 0: 10 s */
    uint32_t hello_timeout_ms;  /* 0: 10 s */
};

enum {
    SERVER_ERROR_MAX = 512,
};

/* Listens when it returns. A negative errno, and then ret_message says in one sentence what is
 * wrong and what to do about it: -EADDRINUSE (a live daemon has the path, or something that is not
 * its socket), -ENAMETOOLONG, -EACCES, -ENOENT (no such directory), -ENOMEM, ... */
int server_new(const struct server_config *config, struct server **ret,
    char ret_message[static SERVER_ERROR_MAX]);
/* Sessions are ended as if their clients had gone. Removes the socket. Returns NULL. */
struct server *server_free(struct server *server);

/* Serves until SIGTERM or SIGINT. 0, or a negative errno when the loop itself failed. */
int server_run(struct server *server);
