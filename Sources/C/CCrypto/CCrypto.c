#include <CLazyLibrary.h>

#pragma GCC visibility push(hidden)
#include "CCrypto.h"
#pragma GCC visibility pop

#if OPENSSL_VERSION_MAJOR >= 3
static struct standup_lazy_library library = {.name = "libcrypto.so.3"};
#else
static struct standup_lazy_library library = {.name = "libcrypto.so.1.1"};
#endif

FORWARD(const EVP_MD *, EVP_get_digestbyname, (const char *name), (name), NULL)
FORWARD(EVP_MD_CTX *, EVP_MD_CTX_new, (void), (), NULL)
FORWARD_VOID(EVP_MD_CTX_free, (EVP_MD_CTX *context), (context))
FORWARD(
    int, EVP_DigestInit_ex, (EVP_MD_CTX *context, const EVP_MD *type, ENGINE *engine), (context, type, engine), 0
)
FORWARD(int, EVP_DigestUpdate, (EVP_MD_CTX *context, const void *bytes, size_t count), (context, bytes, count), 0)
FORWARD(
    int, EVP_DigestFinal_ex, (EVP_MD_CTX *context, unsigned char *sum, unsigned int *size), (context, sum, size), 0
)
