// Old and new versions of libcrypto have these functions; version 3 calls some of them deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <CLazyLibrary.h>

#include <string.h>

#pragma GCC visibility push(hidden)
#include "CCrypto.h"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#pragma GCC visibility pop

#if OPENSSL_VERSION_MAJOR >= 3
static struct standup_lazy_library library = {.name = "libcrypto.so.3"};
#else
static struct standup_lazy_library library = {.name = "libcrypto.so.1.1"};
#endif

#define CALL(name) ((__typeof__(&name))FIND(#name))

static int add_extension(X509 *certificate, int kind, const char *value) {
    X509V3_CTX context;
    CALL(X509V3_set_ctx)(&context, certificate, certificate, NULL, NULL, 0);
    context.db = NULL;
    X509_EXTENSION *extension = CALL(X509V3_EXT_conf_nid)(NULL, &context, kind, value);
    if (!extension) return 0;
    int added = CALL(X509_add_ext)(certificate, extension, -1);
    CALL(X509_EXTENSION_free)(extension);
    return added;
}

static int fill(X509 *certificate, EVP_PKEY *key, const char *names, int days) {
    unsigned char serial[16];
    if (CALL(RAND_bytes)(serial, sizeof serial) != 1) return 0;
    serial[0] &= 0x7f;
    BIGNUM *number = CALL(BN_bin2bn)(serial, sizeof serial, NULL);
    int made = number && CALL(BN_to_ASN1_INTEGER)(number, CALL(X509_get_serialNumber)(certificate));
    CALL(BN_free)(number);
    X509_NAME *name = CALL(X509_get_subject_name)(certificate);
    return made && CALL(X509_set_version)(certificate, 2)
        && CALL(X509_gmtime_adj)(CALL(X509_getm_notBefore)(certificate), -3600)
        && CALL(X509_gmtime_adj)(CALL(X509_getm_notAfter)(certificate), (long)days * 24 * 3600)
        && CALL(X509_NAME_add_entry_by_txt)(name, "CN", MBSTRING_ASC, (const unsigned char *)"standup", -1, -1, 0)
        && CALL(X509_set_issuer_name)(certificate, name) && CALL(X509_set_pubkey)(certificate, key)
        && add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE")
        && add_extension(certificate, NID_key_usage, "critical,digitalSignature")
        && add_extension(certificate, NID_ext_key_usage, "serverAuth")
        && add_extension(certificate, NID_subject_alt_name, names)
        && CALL(X509_sign)(certificate, key, CALL(EVP_sha256)());
}

static EVP_PKEY *make_key(void) {
    EC_KEY *curve = CALL(EC_KEY_new_by_curve_name)(NID_X9_62_prime256v1);
    EVP_PKEY *key = CALL(EVP_PKEY_new)();
    if (!curve || !key || !CALL(EC_KEY_generate_key)(curve) || !CALL(EVP_PKEY_set1_EC_KEY)(key, curve)) {
        CALL(EVP_PKEY_free)(key);
        key = NULL;
    }
    CALL(EC_KEY_free)(curve);
    return key;
}

long standup_make_certificate(const char *names, int days, char *text, unsigned long size) {
    if (!FIND("EVP_PKEY_new")) return 0;
    long count = 0;
    EVP_PKEY *key = make_key();
    X509 *certificate = CALL(X509_new)();
    BIO *output = CALL(BIO_new)(CALL(BIO_s_mem)());
    if (key && certificate && output && fill(certificate, key, names, days)
        && CALL(PEM_write_bio_X509)(output, certificate)
        && CALL(PEM_write_bio_PrivateKey)(output, key, NULL, NULL, 0, NULL, NULL)) {
        count = CALL(BIO_read)(output, text, (int)size);
        if (count < 0 || (unsigned long)count >= size) count = 0;
    }
    CALL(BIO_free)(output);
    CALL(X509_free)(certificate);
    CALL(EVP_PKEY_free)(key);
    return count;
}
