#define _GNU_SOURCE
#include "CSocket.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// Fills an address. A path that is too long for one is reached through its folder, which is opened in `folder`.
//
// Returns 0 or the negative error number; the caller closes `folder` if it is not negative.
static int fill(struct sockaddr_un *address, const char *path, int *folder) {
    *folder = -1;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    const size_t length = strlen(path);
    if (length < sizeof address->sun_path) {
        memcpy(address->sun_path, path, length);
        return 0;
    }
    const char *name = strrchr(path, '/');
    char parent[PATH_MAX];
    if (!name || length >= sizeof parent) return -ENAMETOOLONG;
    const size_t parentLength = (size_t)(name - path);
    memcpy(parent, path, parentLength);
    parent[parentLength] = 0;
    *folder = open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (*folder < 0) return -errno;
    const int written = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d%s", *folder, name);
    return written < (int)sizeof address->sun_path ? 0 : -ENAMETOOLONG;
}

static int new_socket(void) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

// Closes a descriptor and returns the error of the call before.
static int fail(int descriptor) {
    const int error = errno;
    if (descriptor >= 0) close(descriptor);
    return -error;
}

int standup_socket_listen(const char *path) {
    struct sockaddr_un address;
    int folder;
    int result = fill(&address, path, &folder);
    if (!result) {
        result = new_socket();
        // The mode must be set before bind, which creates the file with it.
        if (result < 0 || fchmod(result, S_IRUSR | S_IWUSR)
            || bind(result, (struct sockaddr *)&address, sizeof address) || listen(result, 64))
            result = fail(result);
    }
    if (folder >= 0) close(folder);
    return result;
}

int standup_socket_accept(int listener) {
    const int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int standup_socket_connect(const char *path) {
    struct sockaddr_un address;
    int folder;
    int result = fill(&address, path, &folder);
    if (!result) {
        result = new_socket();
        if (result < 0 || connect(result, (struct sockaddr *)&address, sizeof address)) result = fail(result);
    }
    if (folder >= 0) close(folder);
    if (result >= 0 && !standup_socket_is_own(result)) {
        close(result);
        return -EPERM;
    }
    return result;
}

bool standup_socket_is_own(int connection) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return !getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) && peer.uid == geteuid();
}

int standup_socket_unblock(int descriptor) {
    const int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) ? -errno : 0;
}
