#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/// Remembers how a terminal is set. [one thread at a time]
void standup_terminal_save(int descriptor);

/// Sets the terminal as it was remembered. [one thread at a time]
void standup_terminal_reset(void);

/// Begins to watch over the terminal that was saved: gives it back when the process crashes (SIGSEGV, SIGBUS, SIGILL,
/// SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS) or calls `exit`. After a crash the signal goes on to whoever handled it
/// before, so that the process ends as it would have. SIGKILL cannot be seen, nor the overflow of the stack of a thread
/// that has no other one: after those `reset` has to be typed. `sequence` is sent before the settings are restored; it
/// is copied, and left out if it is 1024 bytes or more. [one thread at a time]
void standup_terminal_guard(const char *sequence, size_t length);

/// Leaves the terminal alone from now on: it has been given back, or stands still while the process is suspended.
/// [one thread at a time]
void standup_terminal_unguard(void);

/// Sends what is written to standard error into memory, so that it does not appear on the screen; false if that cannot
/// be done. [one thread at a time]
bool standup_errors_hold(void);

/// Forgets the older part of what was written to standard error if it is more than a megabyte. [any thread]
void standup_errors_trim(void);

/// Gives standard error back and writes to it what was held. [one thread at a time]
void standup_errors_release(void);

/// Sends what is written to standard output nowhere; gives what `standup_output_restore` needs, -1 if it cannot be done.
/// [one thread at a time]
int standup_output_discard(void);

/// Sends what is written to standard output where it went before. [one thread at a time]
void standup_output_restore(int output);

/// The reading end of the pipe to which each reported signal writes its number as one byte; -1 and `errno` if there is
/// none to be had. It does not block, and stays open until the process ends. [any thread]
int standup_signals_descriptor(void);

/// Reports a signal from now on; false if the process was told to ignore it, which it still does then.
/// [one thread at a time]
bool standup_signal_report(int number);

/// Ignores a signal from now on. [one thread at a time]
void standup_signal_ignore(int number);

/// Handles a signal as it was handled when the program started. [one thread at a time]
void standup_signal_restore(int number);

/// Stops the process group as Ctrl-Z does without an application, and returns when it goes on in the foreground of the
/// terminal. An orphaned group, which nobody could wake, is not stopped. [one thread at a time]
void standup_terminal_stop(int descriptor);

/// Stops the process group while it is not in the foreground of the terminal, as the system does with one that writes to
/// it. [one thread at a time]
void standup_terminal_await_foreground(int descriptor);

#endif
