#include "CRealtimeAudio.h"

#include <time.h>

// What these functions call is checked by the compiler: a lock, an allocation or a system call is an error here.
#if defined(__clang__) && __has_warning("-Wfunction-effects")
#pragma clang diagnostic error "-Wfunction-effects"
#endif

int64_t standup_monotonic_now(void) STANDUP_NONBLOCKING {
    struct timespec now;
    // On Linux the vDSO answers this clock in the process itself: it reads a page that the kernel keeps, and neither
    // enters the kernel nor waits. Its declaration cannot say so.
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

// How far ahead of being heard a buffer is filled, in ns. The stream's own clock is another one than ours (the wall
// clock, with ALSA), so that only a difference of its times means something here; and where a driver knows no times
// they are zero, or nonsense.
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
