#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2] = {-1, -1};
static pthread_once_t once = PTHREAD_ONCE_INIT;

// How each signal was handled before it was handled here.
static struct sigaction inherited[NSIG];
static bool is_changed[NSIG];

// The only thing here that runs as a signal handler. It may still run on another thread when its signal has been
// restored, which is why the pipe is never closed.
static void report(int number) {
    const int error = errno;
    const char byte = (char)number;
    // If the pipe is full, enough of it is on its way.
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

// Handles a signal in another way; false, and nothing has changed, if the program was started with it ignored.
static bool change(int number, void (*handler)(int)) {
    if (!is_changed[number]) sigaction(number, NULL, &inherited[number]);
    if (inherited[number].sa_handler == SIG_IGN) return false;
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    is_changed[number] = sigaction(number, &action, NULL) == 0;
    return is_changed[number];
}

bool standup_signal_report(int number) {
    return standup_signals_descriptor() >= 0 && change(number, report);
}

void standup_signal_ignore(int number) { change(number, SIG_IGN); }

void standup_signal_restore(int number) {
    if (is_changed[number]) sigaction(number, &inherited[number], NULL);
    is_changed[number] = false;
}
