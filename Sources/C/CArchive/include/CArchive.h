// libarchive, loaded when it is first used; without it its functions fail as they do without memory.

#ifndef STANDUP_ARCHIVE_H
#define STANDUP_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#endif
