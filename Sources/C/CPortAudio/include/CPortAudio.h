// PortAudio, loaded when it is first used.

#ifndef STANDUP_PORTAUDIO_H
#define STANDUP_PORTAUDIO_H

#include <portaudio.h>
#include <pa_linux_alsa.h>

/// Takes every function from `find` instead of the library, or from the library again if it is NULL: how tests put
/// another PortAudio in its place. [any thread, while no call is under way]
void standup_portaudio_replace(void *(*find)(const char *function));

/// `paUseHostApiSpecificDeviceSpecification`, a macro that Swift does not see.
enum { standup_device_by_name = -2 };

#endif
