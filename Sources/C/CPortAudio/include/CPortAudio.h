// PortAudio, loaded on first use.

#ifndef STANDUP_PORTAUDIO_H
#define STANDUP_PORTAUDIO_H

#include <portaudio.h>
#include <pa_linux_alsa.h>

/// Looks up functions with `find` instead of the library; NULL restores the library. Tests use it to replace PortAudio.
/// [any thread, while no call runs]
void standup_portaudio_replace(void *(*find)(const char *function));

/// `paUseHostApiSpecificDeviceSpecification`, a macro that Swift does not import.
enum { standup_device_by_name = -2 };

#endif
