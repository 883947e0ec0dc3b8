#include <CLazyLibrary.h>

#include <unistd.h>

#pragma GCC visibility push(hidden)
#include "CSndFile.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libsndfile.so.1"};

#define MISSING "libsndfile is missing: install the package libsndfile1"

FORWARD(const char *, sf_version_string, (void), (), MISSING)
FORWARD(const char *, sf_strerror, (SNDFILE * file), (file), MISSING)
FORWARD(const char *, sf_error_number, (int number), (number), MISSING)
FORWARD(int, sf_error, (SNDFILE * file), (file), SF_ERR_SYSTEM)

FORWARD(
    SNDFILE *, sf_open_fd, (int descriptor, int mode, SF_INFO *info, int closes), (descriptor, mode, info, closes),
    (closes ? (void)close(descriptor) : (void)0, NULL)
)
FORWARD(
    SNDFILE *, sf_open_virtual, (SF_VIRTUAL_IO * functions, int mode, SF_INFO *info, void *context),
    (functions, mode, info, context), NULL
)
FORWARD(int, sf_close, (SNDFILE * file), (file), SF_ERR_SYSTEM)
FORWARD(int, sf_command, (SNDFILE * file, int command, void *data, int size), (file, command, data, size), 0)
FORWARD(sf_count_t, sf_seek, (SNDFILE * file, sf_count_t frames, int origin), (file, frames, origin), -1)

FORWARD(sf_count_t, sf_read_short, (SNDFILE * file, short *samples, sf_count_t count), (file, samples, count), 0)
FORWARD(sf_count_t, sf_read_float, (SNDFILE * file, float *samples, sf_count_t count), (file, samples, count), 0)
FORWARD(sf_count_t, sf_readf_short, (SNDFILE * file, short *samples, sf_count_t frames), (file, samples, frames), 0)
FORWARD(sf_count_t, sf_readf_float, (SNDFILE * file, float *samples, sf_count_t frames), (file, samples, frames), 0)
FORWARD(sf_count_t, sf_write_short, (SNDFILE * file, const short *samples, sf_count_t count), (file, samples, count), 0)
FORWARD(sf_count_t, sf_write_float, (SNDFILE * file, const float *samples, sf_count_t count), (file, samples, count), 0)
