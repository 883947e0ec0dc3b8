#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

extern char **environ;

// Moves a descriptor above the standard ones; false if no descriptor is free.
static int move_above_standard(int *descriptor) {
    if (*descriptor > STDERR_FILENO) return 1;
    int higher = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (higher < 0) return 0;
    close(*descriptor);
    *descriptor = higher;
    return 1;
}

// Whether an environment variable holds a secret or a path of this program.
static int is_private(const char *variable) {
    static const char *const prefixes[] = {"STANDUP_", "OPENAI_API_KEY="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(variable, prefixes[i], strlen(prefixes[i]))) return 1;
    return 0;
}

// Whether an environment variable marks the sound of this process alone, as that of a recording that it plays.
static int is_playback_mark(const char *variable) {
    static const char mark[] = "PULSE_PROP=standup.plays=";
    return !strncmp(variable, mark, sizeof mark - 1);
}

// The environment without some variables, to be freed by the caller; NULL if memory is short.
static char **environment_without(int (*is_left_out)(const char *)) {
    size_t count = 0, kept = 0;
    while (environ[count]) count++;
    char **variables = calloc(count + 1, sizeof *variables);
    for (size_t i = 0; variables && i < count; i++)
        if (!is_left_out(environ[i])) variables[kept++] = environ[i];
    return variables;
}

// Starts a program with a socket as its standard input; its errors go to a pipe, or nowhere with a negative `errors`.
static int spawn(
    pid_t *process, const char *path, char *const arguments[], char *const variables[], int socket, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = errors < 0 ? posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
                           : posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int standup_child_start(const char *path, char *const arguments[], struct standup_child *child) {
    int sockets[2] = {-1, -1}, errors[2] = {-1, -1};
    int error = 0;
    // O_NONBLOCK, so that a full pipe does not block the process.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) || pipe2(errors, O_CLOEXEC | O_NONBLOCK)
        || !move_above_standard(&sockets[0]) || !move_above_standard(&sockets[1]) || !move_above_standard(&errors[0]) || !move_above_standard(&errors[1]))
        error = errno;
    char **variables = environment_without(is_private);
    if (!error && !variables) error = ENOMEM;
    if (!error) error = spawn(&child->process, path, arguments, variables, sockets[1], errors[1]);
    free(variables);
    if (sockets[1] >= 0) close(sockets[1]);
    if (errors[1] >= 0) close(errors[1]);
    if (error) {
        if (sockets[0] >= 0) close(sockets[0]);
        if (errors[0] >= 0) close(errors[0]);
        return error;
    }
    child->socket = sockets[0];
    child->errors = errors[0];
    return 0;
}

int standup_child_start_detached(const char *path, char *const arguments[], pid_t *process) {
    int sockets[2] = {-1, -1};
    int error = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) || !move_above_standard(&sockets[0])
        || !move_above_standard(&sockets[1]))
        error = errno;
    char **variables = environment_without(is_playback_mark);
    if (!error && !variables) error = ENOMEM;
    if (!error) error = spawn(process, path, arguments, variables, sockets[1], -1);
    free(variables);
    if (sockets[1] >= 0) close(sockets[1]);
    if (error && sockets[0] >= 0) close(sockets[0]);
    return error ? -error : sockets[0];
}
