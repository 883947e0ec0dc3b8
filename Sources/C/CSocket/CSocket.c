#define _GNU_SOURCE
#include "CSocket.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

size_t standup_socket_longest_path(void) {
    return sizeof(((struct sockaddr_un *)0)->sun_path) - 1;
}

// Fills an address; false if the path is too long.
static bool fill(struct sockaddr_un *address, const char *path) {
    if (strlen(path) > standup_socket_longest_path()) return false;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    strcpy(address->sun_path, path);
    return true;
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
    if (!fill(&address, path)) return -ENAMETOOLONG;
    const int descriptor = new_socket();
    // The mode must be set before bind, which creates the file with it.
    if (descriptor < 0 || fchmod(descriptor, S_IRUSR | S_IWUSR)
        || bind(descriptor, (struct sockaddr *)&address, sizeof address) || listen(descriptor, 64))
        return fail(descriptor);
    return descriptor;
}

int standup_socket_accept(int listener) {
    const int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int standup_socket_connect(const char *path) {
    struct sockaddr_un address;
    if (!fill(&address, path)) return -ENAMETOOLONG;
    const int descriptor = new_socket();
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address)) return fail(descriptor);
    return descriptor;
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
