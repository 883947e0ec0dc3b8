#define _GNU_SOURCE
#include "Signals.h"

#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int ends[2] = {-1, -1};
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The handlers that were installed before.
static struct sigaction inherited[NSIG];
static bool is_changed[NSIG];

// MARK: Reported signals

// A signal handler. It may still be running on another thread after its signal has been restored, so the pipe is never
// closed.
static void report(int number) {
    const int error = errno;
    const char byte = (char)number;
    // If the pipe is full, the reader has enough unread signals.
    if (write(ends[1], &byte, 1) < 0) {}
    errno = error;
}

static void open_pipe(void) {
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) ends[0] = -1;
}

int standup_signals_descriptor(void) {
    pthread_once(&once, open_pipe);
    return ends[0];
}

// Changes how a signal is handled; false without a change if the program was started with it ignored.
static bool change(int number, const struct sigaction *action) {
    if (!is_changed[number]) sigaction(number, NULL, &inherited[number]);
    if (inherited[number].sa_handler == SIG_IGN) return false;
    is_changed[number] = sigaction(number, action, NULL) == 0;
    return is_changed[number];
}

bool standup_signal_report(int number) {
    struct sigaction action = {.sa_handler = report, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    return standup_signals_descriptor() >= 0 && change(number, &action);
}

void standup_signal_ignore(int number) {
    const struct sigaction action = {.sa_handler = SIG_IGN};
    change(number, &action);
}

void standup_signal_restore(int number) {
    if (is_changed[number]) sigaction(number, &inherited[number], NULL);
    is_changed[number] = false;
}

// MARK: Crashes

static void (*before_crash)(void);

// A signal handler.
static void crashed(int number, siginfo_t *info, void *context) {
    const int error = errno;
    before_crash();
    const struct sigaction *before = &inherited[number];
    if (info->si_code > 0 && number != SIGQUIT) {
        // A fault occurs again as soon as this returns.
        sigaction(number, before, NULL);
    } else {
        // A sent signal does not recur: the previous handler, if any, runs now, then the signal ends the program.
        if (before->sa_flags & SA_SIGINFO) before->sa_sigaction(number, info, context);
        const struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(number, &standard, NULL);
        raise(number);
    }
    errno = error;
}

// In the place of the C library's: since 2.41, glibc raises SIGABRT without unblocking it first, and Dispatch's threads block
// it, so that the handler above would not run. The library's own calls, as for a damaged heap, do not come here.
_Noreturn void abort(void) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGABRT);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(SIGABRT);
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGABRT, &standard, NULL);
    raise(SIGABRT);
    _exit(128 + SIGABRT);
}

void standup_signals_before_crash(void (*action)(void)) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS};
    if (before_crash) return;
    before_crash = action;
    for (size_t i = 0; i < COUNT(crashes); i++) {
        // Uses the thread's alternate stack if it has one: after an overflow there is no room on its own.
        struct sigaction handler = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigfillset(&handler.sa_mask);
        change(crashes[i], &handler);
    }
}

// MARK: Stopping

void standup_signals_stop_group(int number) {
    // Stops the other processes of the group first, then this process through this thread: Dispatch's threads block
    // signals, and another thread might take the signal only after this one has continued. This function returns when
    // the process continues, so SIGCONT is not reported.
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
