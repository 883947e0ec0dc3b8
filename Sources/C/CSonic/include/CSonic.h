// libsonic, loaded when it is first used.

#ifndef STANDUP_SONIC_H
#define STANDUP_SONIC_H

#include <sonic.h>

/// Whether the library is available.
int standup_sonic_is_installed(void);

#endif
