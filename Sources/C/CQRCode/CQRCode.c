#include <CLazyLibrary.h>

#include <stddef.h>

#pragma GCC visibility push(hidden)
#include "CQRCode.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libqrencode.so.4"};

FORWARD(
    QRcode *, QRcode_encodeString8bit, (const char *text, int version, QRecLevel level), (text, version, level), NULL
)
FORWARD_VOID(QRcode_free, (QRcode *code), (code))
