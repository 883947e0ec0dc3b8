#include <CLazyLibrary.h>

#include <stddef.h>

#pragma GCC visibility push(hidden)
#include "CSampleRate.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libsamplerate.so.0"};

#define MISSING "libsamplerate is missing: install the package libsamplerate0"

FORWARD(const char *, src_get_version, (void), (), MISSING)
FORWARD(const char *, src_strerror, (int error), (error), MISSING)
// Without the library `src_new` fails, and its error is the better one.
FORWARD(int, src_is_valid_ratio, (double ratio), (ratio), 1)
FORWARD(SRC_STATE *, src_new, (int type, int channels, int *error), (type, channels, error), NULL)
FORWARD(SRC_STATE *, src_delete, (SRC_STATE * state), (state), NULL)
FORWARD(int, src_process, (SRC_STATE * state, SRC_DATA *data), (state, data), -1)
FORWARD(int, src_reset, (SRC_STATE * state), (state), -1)
