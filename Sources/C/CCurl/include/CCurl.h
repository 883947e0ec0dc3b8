// libcurl, loaded on first use; if it is missing, its functions return their out-of-memory error.

#ifndef STANDUP_CURL_H
#define STANDUP_CURL_H

#include <curl/curl.h>

// Swift cannot call variadic functions; these wrap curl_easy_setopt for each type of value.
CURLcode standup_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode standup_curl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode standup_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode standup_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode standup_curl_set_form(CURL *easy, curl_mime *form);
// Copies the body of a POST request, whose size was set.
CURLcode standup_curl_copy_body(CURL *easy, const void *bytes);

typedef size_t (*standup_curl_receiver)(const char *bytes, size_t size, size_t count, void *context);

// The receivers of the body and of the headers, including those of `100 Continue`.
CURLcode standup_curl_set_receiver(CURL *easy, standup_curl_receiver receive, void *context);
CURLcode standup_curl_set_header_receiver(CURL *easy, standup_curl_receiver receive, void *context);

long standup_curl_status(CURL *easy);
// The delay before a retry, in seconds, from the header Retry-After in seconds or as a date; 0 without it.
curl_off_t standup_curl_retry_after(CURL *easy);
curl_off_t standup_curl_uploaded(CURL *easy);
// The URL after all redirects, owned by libcurl until the next transfer; NULL if there is none.
const char *standup_curl_address(CURL *easy);
// Removes a finished transfer from the message queue; returns 1 with its result, or 0 if there is none.
int standup_curl_take_result(CURLM *multi, CURLcode *result);

// curl_url_get, whose first parameter is const in some versions only.
CURLUcode standup_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

#endif
