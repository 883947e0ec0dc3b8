#ifndef CSOCKET_H
#define CSOCKET_H

#include <stdbool.h>

// Unix-domain sockets. Each function that returns an int returns a descriptor, or the negative error number. All
// descriptors are non-blocking, and closed when another program is started. A path may be longer than an address.

// Listens at a path, which must not exist; only the owner can connect.
int standup_socket_listen(const char *path);

// Accepts a connection.
int standup_socket_accept(int listener);

// Connects to a path; -EAGAIN if too many connections wait there, -EPERM if another user listens there.
int standup_socket_connect(const char *path);

// Whether the process at the other end belongs to this process's user.
bool standup_socket_is_own(int connection);

// Makes a descriptor non-blocking; 0 or the negative error number.
int standup_socket_unblock(int descriptor);

#endif
