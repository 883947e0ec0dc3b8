#define _GNU_SOURCE
#include "CTerminal.h"

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

#define COUNT(array) (sizeof(array) / sizeof *(array))

// What the handlers read. It is written before `guarded` is set, and not while it is.
static atomic_bool guarded;
static int terminal = -1;
static struct termios original;
static char sequence[1024];
static size_t sequence_length;

static atomic_int held = -1;         // memory that takes the place of standard error
static atomic_int true_errors = -1;  // standard error as it was

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS};
static struct sigaction crash_before[COUNT(crashes)];

// How long a terminal that takes nothing, as after Ctrl-S, is waited for before it is left as it is.
enum { patience_ms = 100 };

static void write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        length -= (size_t)written;
    }
}

// Everything below until the next comment of this kind is called by signal handlers: no allocation, no locks.

static void release_errors(void) {
    const int memory = atomic_exchange(&held, -1);
    const int errors = atomic_exchange(&true_errors, -1);
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
    if (!atomic_exchange(&guarded, false)) return;
    // From the background the settings could not be changed without stopping the process.
    sigset_t output, before;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &output, &before);
    struct pollfd ready = {.fd = terminal, .events = POLLOUT};
    if (poll(&ready, 1, patience_ms) > 0) write_all(terminal, sequence, sequence_length);
    tcsetattr(terminal, TCSANOW, &original);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    release_errors();
}

static void crashed(int number, siginfo_t *info, void *context) {
    const int error = errno;
    restore();
    struct sigaction before = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < COUNT(crashes); i++) {
        if (crashes[i] == number) before = crash_before[i];
    }
    if (info->si_code > 0 && number != SIGQUIT) {
        // A fault happens again as soon as this returns.
        sigaction(number, &before, NULL);
    } else {
        // What somebody sent does not: whoever wants to tell of it does so now, and then it ends the program.
        if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(number, info, context);
        const struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(number, &standard, NULL);
        raise(number);
    }
    errno = error;
}

// From here on nothing is called by signal handlers.

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
        for (size_t i = 0; i < COUNT(crashes); i++) {
            // On the other stack where a thread has one: after an overflow there is no room on its own.
            struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
            sigfillset(&action.sa_mask);
            sigaction(crashes[i], NULL, &crash_before[i]);
            if (crash_before[i].sa_handler != SIG_IGN) sigaction(crashes[i], &action, NULL);
        }
    }
    atomic_store(&guarded, true);
}

void standup_terminal_unguard(void) { atomic_store(&guarded, false); }

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
    atomic_store(&true_errors, errors);
    atomic_store(&held, memory);
    return true;
}

void standup_errors_trim(void) {
    const int memory = atomic_load(&held);
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

static void stop_group(int number) {
    // First the others of the group, then this process through this thread: threads of Dispatch hold signals back, and
    // whichever other thread took it might do so only after this one has gone on. That the process goes on again is
    // known here, and need not be reported.
    struct sigaction standard = {.sa_handler = SIG_DFL}, ignored = {.sa_handler = SIG_IGN}, before, continued_before;
    sigset_t only, mask;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigaction(SIGCONT, &standard, &continued_before);
    sigaction(number, &ignored, &before);
    kill(0, number);
    sigaction(number, &standard, NULL);
    pthread_sigmask(SIG_UNBLOCK, &only, &mask);
    pthread_kill(pthread_self(), number);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(number, &before, NULL);
    sigaction(SIGCONT, &continued_before, NULL);
}

void standup_terminal_stop(int descriptor) {
    stop_group(SIGTSTP);
    standup_terminal_await_foreground(descriptor);
}

void standup_terminal_await_foreground(int descriptor) {
    // An orphaned group is not stopped, so this has to end.
    for (int attempt = 0; attempt < 100; attempt++) {
        const pid_t foreground = tcgetpgrp(descriptor);
        if (foreground < 0 || foreground == getpgrp()) return;
        stop_group(SIGTTOU);
    }
}
