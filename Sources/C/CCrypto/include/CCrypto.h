// The digests of libcrypto, loaded on first use; if it is missing, its functions return their out-of-memory error.

#ifndef STANDUP_CRYPTO_H
#define STANDUP_CRYPTO_H

#include <openssl/evp.h>

#endif
