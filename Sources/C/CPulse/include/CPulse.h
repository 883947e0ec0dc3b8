// libpulse, loaded when it is first used.

#ifndef STANDUP_PULSE_H
#define STANDUP_PULSE_H

#include <pulse/pulseaudio.h>

#endif
