// libpulse, loaded on first use.

#ifndef STANDUP_PULSE_H
#define STANDUP_PULSE_H

#include <pulse/pulseaudio.h>

#endif
