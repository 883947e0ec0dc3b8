#define _GNU_SOURCE
#include "CStderrFilter.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void ignore_alsa(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

static void ignore_jack(const char *message) { (void)message; }

// PortAudio and ALSA's plugins have no message handler and print from their own threads at any time; mpg123 could be
// silenced only by libsndfile, which uses it. All print through the C library's `stderr`, one message per call. These
// are the prefixes of their messages; the last two are mpg123's.
static const char *const prefixes[] = {"Expression '", "ALSA lib ", "snd_pcm_", "Note: ", "Warning: "};

static bool is_library_message(const char *text, size_t length) {
    while (length > 0 && *text == '\n') text++, length--;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t compared = strlen(prefixes[i]);
        if (length >= compared && memcmp(text, prefixes[i], compared) == 0) return true;
    }
    // mpg123's errors begin with its source file: [src/libmpg123/parse.c:wetwork():1406] error: …
    static const char library[] = "libmpg123/";
    return length > 0 && *text == '[' && memmem(text, length, library, sizeof library - 1) != NULL;
}

static ssize_t write_filtered(void *cookie, const char *text, size_t length) {
    (void)cookie;
    if (is_library_message(text, length)) return (ssize_t)length;
    // The C library treats a short count as an error, and after a negative count it would read past the text.
    size_t written = 0;
    while (written < length) {
        const ssize_t count = write(STDERR_FILENO, text + written, length - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        written += (size_t)count;
    }
    return (ssize_t)written;
}

static void replace_stderr(void) {
    FILE *filtered = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_filtered});
    if (!filtered) return;
    setvbuf(filtered, NULL, _IONBF, 0);
    fflush(stderr);
    stderr = filtered;
}

void standup_filter_stderr(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, replace_stderr);
}

void standup_silence_audio_libraries(void) {
    // Never closed, so that the handlers stay; PortAudio loads the same libraries if it was built with them.
    void *alsa = dlopen("libasound.so.2", RTLD_LAZY);
    int (*set_alsa)(void (*)(const char *, int, const char *, int, const char *, ...)) =
        alsa ? dlsym(alsa, "snd_lib_error_set_handler") : NULL;
    if (set_alsa) set_alsa(ignore_alsa);
    void *jack = dlopen("libjack.so.0", RTLD_LAZY);
    for (size_t i = 0; jack && i < 2; i++) {
        void (*set_jack)(void (*)(const char *)) =
            dlsym(jack, i ? "jack_set_info_function" : "jack_set_error_function");
        if (set_jack) set_jack(ignore_jack);
    }
    standup_filter_stderr();
}
