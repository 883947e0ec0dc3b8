#include "CTagLib.h"

#include <taglib/taglib.h>

#define STANDUP_TEXT(value) #value
#define STANDUP_VERSION(major, minor) STANDUP_TEXT(major) "." STANDUP_TEXT(minor)

const char *standup_taglib_version(void) {
    return STANDUP_VERSION(TAGLIB_MAJOR_VERSION, TAGLIB_MINOR_VERSION);
}
