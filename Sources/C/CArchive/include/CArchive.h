// libarchive, loaded on first use; if it is missing, its functions return their out-of-memory error.

#ifndef STANDUP_ARCHIVE_H
#define STANDUP_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#endif
