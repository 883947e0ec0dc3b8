#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the TagLib that was compiled against, as "major.minor".
const char *standup_taglib_version(void);

/// The kinds of file that tags can be saved in.
typedef enum {
    STANDUP_TAGS_FLAC,
    STANDUP_TAGS_VORBIS,
    STANDUP_TAGS_OPUS,
    STANDUP_TAGS_MP3,
} standup_tag_kind;

/// What a sound file is to say of itself. [one thread at a time]
typedef struct standup_tags standup_tags;

/// An empty list, to be destroyed; NULL without memory.
standup_tags *standup_tags_create(void);

/// Gives its memory back; NULL does nothing.
void standup_tags_destroy(standup_tags *tags);

/// Adds a value under a key, such as TITLE; a key may have several values. Both are UTF-8 and are copied.
void standup_tags_add(standup_tags *tags, const char *key, const char *value);

/// Adds a chapter from `start` to `end`, in milliseconds, in order; only MP3 has them.
void standup_tags_add_chapter(standup_tags *tags, uint32_t start, uint32_t end, const char *name);

/// Saves the tags in a file that is open for reading and writing and holds sound of that kind; the descriptor stays
/// open. Returns 0, or the error number of the system, or -1 if the file is not of that kind.
int standup_tags_save(const standup_tags *tags, int descriptor, standup_tag_kind kind);

#ifdef __cplusplus
}
#endif
