// libqrencode, loaded when it is first used.

#ifndef STANDUP_QRCODE_H
#define STANDUP_QRCODE_H

#include <qrencode.h>

#endif
