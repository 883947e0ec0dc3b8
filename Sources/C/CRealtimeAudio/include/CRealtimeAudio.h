#ifndef CREALTIMEAUDIO_H
#define CREALTIMEAUDIO_H

#include <portaudio.h>
#include <stdint.h>

#if defined(__clang__) && __has_attribute(nonblocking)
#define STANDUP_NONBLOCKING __attribute__((nonblocking))
#else
#define STANDUP_NONBLOCKING
#endif

/// Receives the interleaved samples of one capture callback, or NULL if the device lost them, and the monotonic time of
/// delivery, in ns. [audio thread]
typedef void (*standup_deliver)(
    void *state, const float *input, intptr_t frames, int64_t instant, uint32_t overflowed) STANDUP_NONBLOCKING;

/// Fills one playback buffer with interleaved samples; `instant` is the monotonic time, in ns, at which its first frame
/// is played. [audio thread]
typedef void (*standup_render)(void *state, float *output, intptr_t frames, int64_t instant) STANDUP_NONBLOCKING;

/// The user data of the callbacks. The owner of the stream keeps it, and the memory of `state`, until the stream is
/// closed.
typedef struct standup_stream {
    void *state;
    standup_deliver deliver;
    standup_render render;
} standup_stream;

/// The callback of a capture stream; `user_data` is a `standup_stream` with `deliver`. [audio thread]
int standup_capture_callback(
    const void *input, void *output, unsigned long frames, const PaStreamCallbackTimeInfo *time,
    PaStreamCallbackFlags flags, void *user_data) STANDUP_NONBLOCKING;

/// The callback of a playback stream; `user_data` is a `standup_stream` with `render`. [audio thread]
int standup_playback_callback(
    const void *input, void *output, unsigned long frames, const PaStreamCallbackTimeInfo *time,
    PaStreamCallbackFlags flags, void *user_data) STANDUP_NONBLOCKING;

/// The monotonic clock, in ns. [any thread]
int64_t standup_monotonic_now(void) STANDUP_NONBLOCKING;

#endif
