// libsndfile, loaded when it is first used.

#ifndef STANDUP_SNDFILE_H
#define STANDUP_SNDFILE_H

#include <sndfile.h>

#endif
