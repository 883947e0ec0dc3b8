#ifndef SIGNALS_H
#define SIGNALS_H

/// Calls `action` when the process crashes (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS), then
/// passes the signal to the previous handler. Further calls do nothing. `action` runs in a signal handler: it must not
/// allocate or lock. [one thread at a time]
void standup_signals_before_crash(void (*action)(void));

/// Stops the process group with a stop signal, and returns when the group continues. An orphaned group is not stopped,
/// because no shell could continue it. [one thread at a time]
void standup_signals_stop_group(int number);

#endif
