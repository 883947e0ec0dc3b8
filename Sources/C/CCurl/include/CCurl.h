// libcurl, loaded when it is first used; without it its functions fail as they do without memory.

#ifndef STANDUP_CURL_H
#define STANDUP_CURL_H

#include <curl/curl.h>

// Swift cannot call C functions with variable arguments; each of these is one of them with a type it may have.
CURLcode standup_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode standup_curl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode standup_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode standup_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode standup_curl_set_form(CURL *easy, curl_mime *form);

typedef size_t (*standup_curl_receiver)(const char *bytes, size_t size, size_t count, void *context);

// What takes the body, and what takes the headers, also those of `100 Continue`.
CURLcode standup_curl_set_receiver(CURL *easy, standup_curl_receiver receive, void *context);
CURLcode standup_curl_set_header_receiver(CURL *easy, standup_curl_receiver receive, void *context);

long standup_curl_status(CURL *easy);
// Seconds to wait before another try, as the server asks for by seconds or by date; 0 if it does not ask.
curl_off_t standup_curl_retry_after(CURL *easy);
curl_off_t standup_curl_uploaded(CURL *easy);
// The address that answered, after all redirects; libcurl's, until the next transfer. NULL if there is none.
const char *standup_curl_address(CURL *easy);
// Takes a finished transfer from the list of messages: 1 with its result, 0 if there is none yet.
int standup_curl_take_result(CURLM *multi, CURLcode *result);

// curl_url_get, whose first parameter is constant in some versions only.
CURLUcode standup_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

#endif
