// Starting a process that is on its own but for one socket: calls that Swift's Glibc does not show.

#ifndef STANDUP_CHILD_PROCESS_H
#define STANDUP_CHILD_PROCESS_H

#include <sys/types.h>

struct standup_child {
    pid_t process;
    // This side of a stream socket, the other side of which is the process's standard input.
    int socket;
    // The end of a pipe with the first 64 KB that the process writes to standard error; what follows is dropped.
    int errors;
};

// Starts a program; returns 0, or the number of the error. [any thread]
//
// The process is a session of its own, without the terminal and its keys, with standard output going nowhere, the usual
// signal handling, no other descriptor of this program's, and no variable of its environment that is a secret.
int standup_child_start(const char *path, char *const arguments[], struct standup_child *child);

// Takes from this process what it no longer needs: making sockets, starting processes and programs, changing files, and
// signalling other processes. Returns 0, or the number of the error where the system cannot do that. It cannot be taken
// back. [any thread]
int standup_child_confine(void);

#endif
