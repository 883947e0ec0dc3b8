#include <CLazyLibrary.h>

#pragma GCC visibility push(hidden)
#include "CCurl.h"
#pragma GCC visibility pop

// curl/curl.h defines them as macros for type checks.
#undef curl_easy_setopt
#undef curl_easy_getinfo

static struct standup_lazy_library library = {.name = "libcurl.so.4"};

FORWARD(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(CURL *, curl_easy_init, (void), (), NULL)
FORWARD_VOID(curl_easy_cleanup, (CURL *easy), (easy))
FORWARD(
    const char *, curl_easy_strerror, (CURLcode code), (code),
    "libcurl is missing: install the package libcurl4"
)
FORWARD_VOID(curl_free, (void *pointer), (pointer))

FORWARD(curl_mime *, curl_mime_init, (CURL *easy), (easy), NULL)
FORWARD_VOID(curl_mime_free, (curl_mime *mime), (mime))
FORWARD(curl_mimepart *, curl_mime_addpart, (curl_mime *mime), (mime), NULL)
FORWARD(CURLcode, curl_mime_name, (curl_mimepart *part, const char *name), (part, name), CURLE_FAILED_INIT)
FORWARD(CURLcode, curl_mime_filename, (curl_mimepart *part, const char *name), (part, name), CURLE_FAILED_INIT)
FORWARD(CURLcode, curl_mime_type, (curl_mimepart *part, const char *type), (part, type), CURLE_FAILED_INIT)
FORWARD(
    CURLcode, curl_mime_data, (curl_mimepart *part, const char *data, size_t size), (part, data, size),
    CURLE_FAILED_INIT
)

FORWARD(CURLM *, curl_multi_init, (void), (), NULL)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), (multi, easy), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), (multi, easy), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running), CURLM_BAD_HANDLE)
FORWARD(
    CURLMcode, curl_multi_poll,
    (CURLM *multi, struct curl_waitfd *extra, unsigned int count, int timeout, int *ready),
    (multi, extra, count, timeout, ready), CURLM_BAD_HANDLE
)
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)

FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text), NULL)
FORWARD_VOID(curl_slist_free_all, (struct curl_slist *list), (list))

FORWARD(CURLU *, curl_url, (void), (), NULL)
FORWARD_VOID(curl_url_cleanup, (CURLU *url), (url))
FORWARD(
    CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *text, unsigned int flags),
    (url, part, text, flags), CURLUE_BAD_HANDLE
)

CURLUcode standup_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    CURLUcode (*get)(CURLU *, CURLUPart, char **, unsigned int) =
        (CURLUcode(*)(CURLU *, CURLUPart, char **, unsigned int))FIND("curl_url_get");
    return get ? get(url, part, text, flags) : CURLUE_BAD_HANDLE;
}

typedef CURLcode (*setter)(CURL *easy, CURLoption option, ...);
typedef CURLcode (*getter)(CURL *easy, CURLINFO info, ...);

#define SET(easy, option, value) \
    setter set = (setter)FIND("curl_easy_setopt"); \
    return set ? set(easy, option, value) : CURLE_FAILED_INIT

CURLcode standup_curl_set_long(CURL *easy, CURLoption option, long value) {
    SET(easy, option, value);
}

CURLcode standup_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    SET(easy, option, value);
}

CURLcode standup_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    SET(easy, option, value);
}

CURLcode standup_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    SET(easy, option, value);
}

CURLcode standup_curl_set_form(CURL *easy, curl_mime *form) {
    SET(easy, CURLOPT_MIMEPOST, form);
}

CURLcode standup_curl_copy_body(CURL *easy, const void *bytes) {
    SET(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

CURLcode standup_curl_set_receiver(CURL *easy, standup_curl_receiver receive, void *context) {
    setter set = (setter)FIND("curl_easy_setopt");
    if (!set) return CURLE_FAILED_INIT;
    CURLcode code = set(easy, CURLOPT_WRITEFUNCTION, receive);
    return code == CURLE_OK ? set(easy, CURLOPT_WRITEDATA, context) : code;
}

CURLcode standup_curl_set_header_receiver(CURL *easy, standup_curl_receiver receive, void *context) {
    setter set = (setter)FIND("curl_easy_setopt");
    if (!set) return CURLE_FAILED_INIT;
    CURLcode code = set(easy, CURLOPT_HEADERFUNCTION, receive);
    return code == CURLE_OK ? set(easy, CURLOPT_HEADERDATA, context) : code;
}

#define GET(easy, info, value) \
    getter get = (getter)FIND("curl_easy_getinfo"); \
    return get && get(easy, info, &value) == CURLE_OK ? value : 0

long standup_curl_status(CURL *easy) {
    long status = 0;
    GET(easy, CURLINFO_RESPONSE_CODE, status);
}

curl_off_t standup_curl_retry_after(CURL *easy) {
    curl_off_t seconds = 0;
    GET(easy, CURLINFO_RETRY_AFTER, seconds);
}

curl_off_t standup_curl_uploaded(CURL *easy) {
    curl_off_t bytes = 0;
    GET(easy, CURLINFO_SIZE_UPLOAD_T, bytes);
}

const char *standup_curl_address(CURL *easy) {
    char *address = NULL;
    GET(easy, CURLINFO_EFFECTIVE_URL, address);
}

int standup_curl_take_result(CURLM *multi, CURLcode *result) {
    CURLMsg *(*read)(CURLM *, int *) = (CURLMsg * (*)(CURLM *, int *))FIND("curl_multi_info_read");
    int left = 0;
    CURLMsg *message;
    while (read && (message = read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return 1;
        }
    }
    return 0;
}
