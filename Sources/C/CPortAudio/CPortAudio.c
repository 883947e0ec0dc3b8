#include <CLazyLibrary.h>

#pragma GCC visibility push(hidden)
#include "CPortAudio.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libportaudio.so.2"};

_Static_assert(standup_device_by_name == paUseHostApiSpecificDeviceSpecification, "the value of PortAudio's macro");

void standup_portaudio_replace(void *(*find)(const char *function)) { atomic_store(&library.find, find); }

FORWARD(PaError, Pa_Initialize, (void), (), paNotInitialized)
FORWARD(PaError, Pa_Terminate, (void), (), paNotInitialized)
FORWARD(const char *, Pa_GetErrorText, (PaError code), (code), "libportaudio is missing: install the package libportaudio2")
FORWARD(const char *, Pa_GetVersionText, (void), (), "PortAudio is missing")

FORWARD(PaDeviceIndex, Pa_GetDeviceCount, (void), (), paNotInitialized)
FORWARD(PaDeviceIndex, Pa_GetDefaultInputDevice, (void), (), paNoDevice)
FORWARD(PaDeviceIndex, Pa_GetDefaultOutputDevice, (void), (), paNoDevice)
FORWARD(const PaDeviceInfo *, Pa_GetDeviceInfo, (PaDeviceIndex device), (device), NULL)

FORWARD(
    PaError, Pa_OpenStream,
    (PaStream **stream, const PaStreamParameters *input, const PaStreamParameters *output, double rate,
     unsigned long frames, PaStreamFlags flags, PaStreamCallback *callback, void *context),
    (stream, input, output, rate, frames, flags, callback, context), paNotInitialized
)
FORWARD(PaError, Pa_StartStream, (PaStream *stream), (stream), paNotInitialized)
FORWARD(PaError, Pa_AbortStream, (PaStream *stream), (stream), paNotInitialized)
FORWARD(PaError, Pa_CloseStream, (PaStream *stream), (stream), paNotInitialized)
FORWARD(PaError, Pa_IsStreamActive, (PaStream *stream), (stream), paNotInitialized)
FORWARD(const PaStreamInfo *, Pa_GetStreamInfo, (PaStream *stream), (stream), NULL)
FORWARD(PaError, PaAlsa_SetNumPeriods, (int periods), (periods), paNotInitialized)
FORWARD_VOID(PaAlsa_InitializeStreamInfo, (PaAlsaStreamInfo * info), (info))
