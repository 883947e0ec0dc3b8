// What the parts of this target share.

#ifndef STANDUP_SHARED_H
#define STANDUP_SHARED_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Sets what standup_whisper_error returns.
void standup_set_error(const char *text);

// Prepares ggml: errors are reported as one line, and the code for this processor is loaded. [once, before a model is loaded]
void standup_prepare(void);

// Performs work on a thread with a niceness, and waits for its end; false if there is no thread.
bool standup_perform(void (*work)(void *), void *context, int niceness);

#ifdef __cplusplus
}
#endif

#endif
