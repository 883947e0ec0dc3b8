// libsamplerate, loaded when it is first used.

#ifndef STANDUP_SAMPLERATE_H
#define STANDUP_SAMPLERATE_H

#include <samplerate.h>

#endif
