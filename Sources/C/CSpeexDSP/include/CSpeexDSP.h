// libspeexdsp's echo canceller, loaded when it is first used.

#ifndef STANDUP_SPEEXDSP_H
#define STANDUP_SPEEXDSP_H

#include <speex/speex_echo.h>

/// Whether the library is available.
int standup_speexdsp_is_installed(void);

#endif
