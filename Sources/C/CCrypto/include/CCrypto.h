// The checksums of libcrypto, loaded when they are first used; without it its functions fail as they do without memory.

#ifndef STANDUP_CRYPTO_H
#define STANDUP_CRYPTO_H

#include <openssl/evp.h>

#endif
