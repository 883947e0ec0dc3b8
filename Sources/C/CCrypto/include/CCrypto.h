// The digests of libcrypto, loaded on first use; if it is missing, its functions return their out-of-memory error.

#ifndef STANDUP_CRYPTO_H
#define STANDUP_CRYPTO_H

#include <openssl/evp.h>

/// Makes a key (P-256) and a certificate signed with it, and writes both in PEM, without a terminating zero.
///
/// `names` lists the hosts, such as `DNS:localhost,IP:127.0.0.1`. Returns the number of bytes; 0 if that fails.
long standup_make_certificate(const char *names, int days, char *text, unsigned long size);

#endif
