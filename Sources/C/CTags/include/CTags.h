// The library `standup-tags`, which is CTagLib, loaded when it is first used.

#ifndef STANDUP_TAGS_H
#define STANDUP_TAGS_H

#include "../../CTagLib/include/CTagLib.h"

#endif
