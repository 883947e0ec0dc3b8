#include <CLazyLibrary.h>

#pragma GCC visibility push(hidden)
#include "CArchive.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libarchive.so.13"};

FORWARD(struct archive *, archive_read_new, (void), (), NULL)
FORWARD(int, archive_read_free, (struct archive *archive), (archive), ARCHIVE_FATAL)
FORWARD(int, archive_read_support_format_zip, (struct archive *archive), (archive), ARCHIVE_FATAL)
FORWARD(
    int, archive_read_open_filename, (struct archive *archive, const char *path, size_t block),
    (archive, path, block), ARCHIVE_FATAL
)
FORWARD(
    int, archive_read_next_header, (struct archive *archive, struct archive_entry **entry), (archive, entry),
    ARCHIVE_FATAL
)
FORWARD(
    la_ssize_t, archive_read_data, (struct archive *archive, void *bytes, size_t count), (archive, bytes, count),
    ARCHIVE_FATAL
)
FORWARD(
    const char *, archive_error_string, (struct archive *archive), (archive),
    "libarchive is missing: install the package libarchive13"
)
FORWARD(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry), NULL)
