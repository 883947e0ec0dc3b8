// A PortAudio without hardware, for tests: its devices, their failures and their sound are scripted.
//
// It keeps every handle, so that a call on a closed stream is counted instead of crashing.

#ifndef STANDUP_PORTAUDIO_STUB_H
#define STANDUP_PORTAUDIO_STUB_H

#include <stdbool.h>
#include <stddef.h>

/// A function of PortAudio's that can hang.
enum stub_function {
    stub_initialize,
    stub_terminate,
    stub_open,
    stub_start,
    stub_abort,
    stub_close,
    stub_is_active,
};

/// Replaces PortAudio, without devices and with all counts at 0; `caller` returns the caller's number, 0 to 15.
/// [one test at a time]
void stub_install(int (*caller)(void));

/// Restores PortAudio. Hanging calls return first.
void stub_uninstall(void);

// MARK: Devices

/// Plugs in a device with a name, numbers of channels and a rate in Hz. PortAudio lists it from its next start on.
void stub_plug_in(const char *device, int inputs, int outputs, double rate);

/// Unplugs a device: its streams end without an error, and it cannot be opened any more.
void stub_unplug(const char *device);

/// Unplugs a device whose driver does not notice: its streams continue until PortAudio is started again.
void stub_hide(const char *device);

/// Ends the streams of a device without an error; it can be opened again.
void stub_end_streams(const char *device);

/// Makes a device refuse every format whose rate is not its own.
void stub_refuse_other_rates(const char *device);

/// Changes a device's rate, in Hz; streams opened from now on run at it, whatever rate they request.
void stub_change_rate(const char *device, double rate);

// MARK: Calls

/// Makes the next call of a function hang until it is released.
void stub_hang(enum stub_function function);

/// Whether a call hangs in a function.
bool stub_is_hanging(enum stub_function function);

/// Makes the hanging call of a function return.
void stub_let_go(enum stub_function function);

/// How often a function was called.
size_t stub_calls(enum stub_function function);

/// How many calls of any function a caller has begun.
size_t stub_calls_by(int caller);

/// How many calls would have crashed the real library: on a closed stream, or during an initialization or termination.
size_t stub_crashes(void);

/// Writes through the C library's standard error, as PortAudio does; false if that failed. [any thread]
bool stub_complain(const char *text);

// MARK: Streams

/// How many streams of a device are open.
size_t stub_streams(const char *device);

/// Delivers frames of one value to the stream that captures from a device; `overflowed` says that frames were lost before
/// them. False if none runs.
bool stub_capture(const char *device, float value, size_t frames, bool overflowed);

/// Renders frames of the stream that plays on a device, and keeps the first channel. False if none runs.
bool stub_play(const char *device, float *output, size_t frames);

#endif
