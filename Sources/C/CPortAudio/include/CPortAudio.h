// PortAudio, loaded when it is first used.

#ifndef STANDUP_PORTAUDIO_H
#define STANDUP_PORTAUDIO_H

#include <portaudio.h>
#include <pa_linux_alsa.h>

#endif
