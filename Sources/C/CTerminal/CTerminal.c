#define _GNU_SOURCE
#include "CTerminal.h"

#include "Signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

// The state that the handlers read. While `is_guarding` is set, it is written only with the bytes that it has.
static atomic_bool is_guarding;
static int terminal = -1;
static struct termios original;
static char sequence[1024];
static size_t sequence_length;

static atomic_int held_stderr = -1;         // the memory that replaces standard error
static atomic_int original_stderr = -1;  // the original standard error

// How long to wait for a blocked terminal, as after Ctrl-S, before giving up restoring it.
enum { write_timeout_ms = 100 };

// Signal handlers call everything from here to `restore`: no allocation, no locks.

static void write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        length -= (size_t)written;
    }
}

static void release_errors(void) {
    const int memory = atomic_exchange(&held_stderr, -1);
    const int errors = atomic_exchange(&original_stderr, -1);
    if (memory < 0 || errors < 0) return;
    dup2(errors, STDERR_FILENO);
    char chunk[4096];
    ssize_t count;
    off_t offset = 0;
    while ((count = pread(memory, chunk, sizeof chunk, offset)) > 0) {
        write_all(STDERR_FILENO, chunk, (size_t)count);
        offset += count;
    }
    close(memory);
    close(errors);
}

static void restore(void) {
    if (!atomic_exchange(&is_guarding, false)) return;
    // Changing the settings from the background would stop the process.
    sigset_t output, before;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &output, &before);
    struct pollfd ready = {.fd = terminal, .events = POLLOUT};
    if (poll(&ready, 1, write_timeout_ms) > 0) write_all(terminal, sequence, sequence_length);
    tcsetattr(terminal, TCSANOW, &original);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    release_errors();
}

// Signal handlers call nothing below this line.

static void restore_at_exit(void) { restore(); }

void standup_terminal_save(int descriptor) {
    terminal = descriptor;
    tcgetattr(terminal, &original);
}

void standup_terminal_reset(void) { tcsetattr(terminal, TCSANOW, &original); }

void standup_terminal_guard(const char *bytes, size_t length) {
    static bool registered;
    sequence_length = length < sizeof sequence ? length : 0;
    memcpy(sequence, bytes, sequence_length);
    if (!registered) {
        registered = true;
        atexit(restore_at_exit);
        standup_signals_before_crash(restore);
    }
    atomic_store(&is_guarding, true);
}

void standup_terminal_unguard(void) { atomic_store(&is_guarding, false); }

bool standup_errors_hold(void) {
    const int memory = memfd_create("standup-errors", MFD_CLOEXEC);
    if (memory < 0) return false;
    fcntl(memory, F_SETFL, O_APPEND);
    const int errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (errors < 0 || dup2(memory, STDERR_FILENO) < 0) {
        close(memory);
        if (errors >= 0) close(errors);
        return false;
    }
    atomic_store(&original_stderr, errors);
    atomic_store(&held_stderr, memory);
    return true;
}

void standup_errors_trim(void) {
    const int memory = atomic_load(&held_stderr);
    struct stat status;
    if (memory >= 0 && fstat(memory, &status) == 0 && status.st_size > 1 << 20) {
        if (ftruncate(memory, 0) == 0) {
            static const char note[] = "[earlier messages were left out]\n";
            write_all(memory, note, sizeof note - 1);
        }
    }
}

void standup_errors_release(void) { release_errors(); }

int standup_output_discard(void) {
    const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool discards = output >= 0 && nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0;
    if (nowhere >= 0) close(nowhere);
    if (discards) return output;
    if (output >= 0) close(output);
    return -1;
}

void standup_output_restore(int output) {
    dup2(output, STDOUT_FILENO);
    close(output);
}

void standup_terminal_stop(int descriptor) {
    standup_signals_stop_group(SIGTSTP);
    standup_terminal_await_foreground(descriptor);
}

void standup_terminal_await_foreground(int descriptor) {
    // An orphaned group is not stopped, so this loop must end.
    for (int attempt = 0; attempt < 100; attempt++) {
        const pid_t foreground = tcgetpgrp(descriptor);
        if (foreground < 0 || foreground == getpgrp()) return;
        standup_signals_stop_group(SIGTTOU);
    }
}
