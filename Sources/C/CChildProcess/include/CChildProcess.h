// Starts an isolated child process with one socket, through calls that Swift's Glibc does not import.

#ifndef STANDUP_CHILD_PROCESS_H
#define STANDUP_CHILD_PROCESS_H

#include <sys/types.h>

struct standup_child {
    pid_t process;
    // The parent's side of a stream socket; the other side is the child's standard input.
    int socket;
    // A pipe with the first 64 KB of the child's standard error; the rest is dropped.
    int errors;
};

// Starts a program; returns 0 or an errno. [any thread]
//
// The child has its own session without a terminal, standard output to /dev/null, default signal handling, no other
// descriptors of the parent, and no secrets in its environment.
int standup_child_start(const char *path, char *const arguments[], struct standup_child *child);

// Starts a program that outlives this one; returns this process's side of its standard input, a stream socket, or the
// negative errno. [any thread]
//
// The child has its own session without a terminal, this process's environment, default signal handling, and no other
// descriptors of the parent; what it prints is dropped. The caller waits for its end.
int standup_child_start_detached(const char *path, char *const arguments[], pid_t *process);

// Permanently limits this process to the system calls that reading, computing and answering over its socket need.
//
// It can open no sockets, start no processes and programs, change no files and signal no other process. Returns 0, or an
// errno if the system does not support it. [any thread]
int standup_child_confine(void);

#endif
