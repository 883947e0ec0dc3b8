#include <CLazyLibrary.h>

#include <stddef.h>

#pragma GCC visibility push(hidden)
#include "CSonic.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libsonic.so.0"};

int standup_sonic_is_installed(void) {
    return FIND("sonicCreateStream") != NULL;
}

FORWARD(sonicStream, sonicCreateStream, (int rate, int channels), (rate, channels), NULL)
FORWARD_VOID(sonicDestroyStream, (sonicStream stream), (stream))
FORWARD_VOID(sonicSetSpeed, (sonicStream stream, float speed), (stream, speed))
FORWARD(int, sonicWriteShortToStream, (sonicStream stream, short *frames, int count), (stream, frames, count), 0)
FORWARD(int, sonicReadShortFromStream, (sonicStream stream, short *frames, int count), (stream, frames, count), 0)
FORWARD(int, sonicFlushStream, (sonicStream stream), (stream), 0)
