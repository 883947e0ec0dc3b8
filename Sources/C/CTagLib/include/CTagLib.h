#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The file formats that can hold tags.
typedef enum {
    STANDUP_TAGS_FLAC,
    STANDUP_TAGS_VORBIS,
    STANDUP_TAGS_OPUS,
    STANDUP_TAGS_MP3,
} standup_tag_kind;

/// What `standup_tags_save` returns where TagLib, or what connects it to this program, is not installed.
#define STANDUP_TAGS_MISSING (-2)

/// The tags of a sound file. [one thread at a time]
typedef struct standup_tags standup_tags;

/// Creates an empty list, to be destroyed by the caller; NULL if memory is short.
standup_tags *standup_tags_create(void);

/// Frees the list; does nothing for NULL.
void standup_tags_destroy(standup_tags *tags);

/// Adds a value under a key, such as TITLE; a key may have several values. Both are UTF-8 and are copied.
void standup_tags_add(standup_tags *tags, const char *key, const char *value);

/// Adds a chapter from `start` to `end`, in milliseconds, in order; only MP3 has them.
void standup_tags_add_chapter(standup_tags *tags, uint32_t start, uint32_t end, const char *name);

/// Saves the tags in a file of that format, open for reading and writing; the descriptor stays open. Returns 0, an
/// errno, or -1 if the file has another format.
int standup_tags_save(const standup_tags *tags, int descriptor, standup_tag_kind kind);

#ifdef __cplusplus
}
#endif
