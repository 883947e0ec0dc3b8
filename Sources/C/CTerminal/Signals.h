#ifndef SIGNALS_H
#define SIGNALS_H

/// Calls `action` when the process crashes (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS), before
/// the signal goes on to whoever handled it before. More calls do nothing. `action` runs in a signal handler: it must not
/// allocate or lock. [one thread at a time]
void standup_signals_before_crash(void (*action)(void));

/// Stops the process group by a signal that stops, and returns when the group continues. An orphaned group, which nobody
/// could continue, is not stopped. [one thread at a time]
void standup_signals_stop_group(int number);

#endif
