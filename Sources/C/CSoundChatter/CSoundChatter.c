#define _GNU_SOURCE
#include "CSoundChatter.h"

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

// PortAudio has no handler to set, nor have ALSA's plugins, and they write from their own threads at any time; mpg123,
// with which libsndfile decodes, could be told to be quiet only by libsndfile. Their messages are printed through the C
// library's `stderr`, each in one piece, and begin alike; the last two are mpg123's.
static const char *const beginnings[] = {"Expression '", "ALSA lib ", "snd_pcm_", "Note: ", "Warning: "};

static bool is_chatter(const char *text, size_t length) {
    while (length > 0 && *text == '\n') text++, length--;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const size_t compared = strlen(beginnings[i]);
        if (length >= compared && memcmp(text, beginnings[i], compared) == 0) return true;
    }
    // mpg123's errors begin with the source file: [src/libmpg123/parse.c:wetwork():1406] error: …
    static const char library[] = "libmpg123/";
    return length > 0 && *text == '[' && memmem(text, length, library, sizeof library - 1) != NULL;
}

static ssize_t write_unless_chatter(void *cookie, const char *text, size_t length) {
    (void)cookie;
    if (is_chatter(text, length)) return (ssize_t)length;
    // Less than the whole is an error to the C library, and a negative number makes it go on behind the text.
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
    FILE *filtered = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_unless_chatter});
    if (!filtered) return;
    setvbuf(filtered, NULL, _IONBF, 0);
    fflush(stderr);
    stderr = filtered;
}

void standup_filter_sound_chatter(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, replace_stderr);
}

void standup_silence_sound_libraries(void) {
    // PortAudio loads them too, where it was built with them; they stay, and so do the handlers.
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
    standup_filter_sound_chatter();
}
