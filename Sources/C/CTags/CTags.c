#include <CLazyLibrary.h>

#include <stddef.h>

#pragma GCC visibility push(hidden)
#include "CTags.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {
    .name = "$ORIGIN/libstandup-tags.so", .installed = "$ORIGIN/../libexec/standup/libstandup-tags.so"
};

FORWARD(standup_tags *, standup_tags_create, (void), (), NULL)
FORWARD_VOID(standup_tags_destroy, (standup_tags *tags), (tags))
FORWARD_VOID(standup_tags_add, (standup_tags *tags, const char *key, const char *value), (tags, key, value))
FORWARD_VOID(
    standup_tags_add_chapter, (standup_tags *tags, uint32_t start, uint32_t end, const char *name),
    (tags, start, end, name)
)
FORWARD(
    int, standup_tags_save, (const standup_tags *tags, int descriptor, standup_tag_kind kind),
    (tags, descriptor, kind), STANDUP_TAGS_MISSING
)
