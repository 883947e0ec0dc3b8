#ifndef STANDUP_CURL_H
#define STANDUP_CURL_H

#include <curl/curl.h>

// Swift cannot call C functions with variable arguments; each of these is one of them with a type it may have.
// What curl/curl.h makes of the names for C's type checks has to go first.
#undef curl_easy_setopt
#undef curl_easy_getinfo

static inline CURLcode standup_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode standup_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode standup_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode standup_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode standup_curl_set_form(CURL *easy, curl_mime *form) {
    return curl_easy_setopt(easy, CURLOPT_MIMEPOST, form);
}

typedef size_t (*standup_curl_receiver)(const char *bytes, size_t size, size_t count, void *context);

static inline CURLcode standup_curl_set_receiver(CURL *easy, standup_curl_receiver receive, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_WRITEDATA, context) : code;
}

static inline long standup_curl_status(CURL *easy) {
    long status = 0;
    return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

// Seconds to wait before another try, as the server asks for by seconds or by date; 0 if it does not ask.
static inline curl_off_t standup_curl_retry_after(CURL *easy) {
    curl_off_t seconds = 0;
    return curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

static inline curl_off_t standup_curl_uploaded(CURL *easy) {
    curl_off_t bytes = 0;
    return curl_easy_getinfo(easy, CURLINFO_SIZE_UPLOAD_T, &bytes) == CURLE_OK ? bytes : 0;
}

// Takes a finished transfer from the list of messages: 1 with its result, 0 if there is none yet.
static inline int standup_curl_take_result(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return 1;
        }
    }
    return 0;
}

#endif
