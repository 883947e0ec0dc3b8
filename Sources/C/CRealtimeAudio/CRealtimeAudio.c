#include "CRealtimeAudio.h"

#include <time.h>

// The compiler checks what these functions call: locks, allocations and system calls are errors here.
#if defined(__clang__) && __has_warning("-Wfunction-effects")
#pragma clang diagnostic error "-Wfunction-effects"
#endif

int64_t standup_monotonic_now(void) STANDUP_NONBLOCKING {
    struct timespec now;
    // On Linux the vDSO reads this clock without a system call and without waiting, which its declaration does not say.
#if defined(__clang__) && __has_warning("-Wfunction-effects")
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wfunction-effects"
#endif
    clock_gettime(CLOCK_MONOTONIC, &now);
#if defined(__clang__) && __has_warning("-Wfunction-effects")
#pragma clang diagnostic pop
#endif
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int standup_capture_callback(
    const void *input, void *output, unsigned long frames, const PaStreamCallbackTimeInfo *time,
    PaStreamCallbackFlags flags, void *user_data) STANDUP_NONBLOCKING {
    (void)output;
    (void)time;
    const standup_stream *stream = user_data;
    stream->deliver(
        stream->state, input, (intptr_t)frames, standup_monotonic_now(), (flags & paInputOverflow) != 0);
    return paContinue;
}

// The time from filling a buffer to playing it, in ns. The stream's clock differs from ours (with ALSA it is the wall
// clock), so only differences of its times are usable. Drivers without times report zero or invalid values.
static int64_t standup_latency(const PaStreamCallbackTimeInfo *time) STANDUP_NONBLOCKING {
    const double latency = time ? time->outputBufferDacTime - time->currentTime : 0;
    return latency > 0 && latency < 10 ? (int64_t)(latency * 1e9) : 0;
}

int standup_playback_callback(
    const void *input, void *output, unsigned long frames, const PaStreamCallbackTimeInfo *time,
    PaStreamCallbackFlags flags, void *user_data) STANDUP_NONBLOCKING {
    (void)input;
    (void)flags;
    const standup_stream *stream = user_data;
    stream->render(stream->state, output, (intptr_t)frames, standup_monotonic_now() + standup_latency(time));
    return paContinue;
}
