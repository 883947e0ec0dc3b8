#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/// Saves a terminal's settings. [one thread at a time]
void standup_terminal_save(int descriptor);

/// Restores the saved settings. [one thread at a time]
void standup_terminal_reset(void);

/// From now on, restores the saved terminal when the process crashes (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE,
/// SIGABRT, SIGQUIT, SIGSYS) or calls `exit`. After a crash, the previous handler gets the signal, so that the process
/// ends as it would otherwise. SIGKILL cannot be caught, nor a stack overflow in a thread without an alternate stack:
/// after these, the user must type `reset`. `sequence` is sent before the settings are restored; it is copied, and not
/// sent if it has 1024 bytes or more. [one thread at a time]
void standup_terminal_guard(const char *sequence, size_t length);

/// From now on, does not restore the terminal: it has been restored, or the process is about to be suspended.
/// [one thread at a time]
void standup_terminal_unguard(void);

/// Redirects standard error to memory, so that it does not appear on the screen; false on failure.
/// [one thread at a time]
bool standup_errors_hold(void);

/// Drops the oldest redirected output if there is more than a megabyte. [any thread]
void standup_errors_trim(void);

/// Restores standard error and writes the redirected output to it. [one thread at a time]
void standup_errors_release(void);

/// Discards standard output; returns the argument for `standup_output_restore`, or -1 on failure.
/// [one thread at a time]
int standup_output_discard(void);

/// Restores standard output. [one thread at a time]
void standup_output_restore(int output);

/// The read end of the pipe to which each reported signal writes its number as one byte; -1 and `errno` if it cannot be
/// created. It does not block, and stays open until the process ends. [any thread]
int standup_signals_descriptor(void);

/// Reports a signal from now on; false if the process was started with it ignored, in which case it stays ignored.
/// [one thread at a time]
bool standup_signal_report(int number);

/// Ignores a signal from now on. [one thread at a time]
void standup_signal_ignore(int number);

/// Handles a signal again as when the program started. [one thread at a time]
void standup_signal_restore(int number);

/// Stops the process group as Ctrl-Z does, and returns when it continues in the terminal's foreground. An orphaned
/// group is not stopped, because no shell could continue it. [one thread at a time]
void standup_terminal_stop(int descriptor);

/// Stops the process group while it is in the terminal's background, as the system does when a background process
/// writes to the terminal. [one thread at a time]
void standup_terminal_await_foreground(int descriptor);

#endif
