// The voice model CAM++ on ggml, for Swift: computes an embedding, numbers that are alike for sounds of one voice.
//
// The model is that of 3D-Speaker: Wang et al., "CAM++: A Fast and Efficient Network for Speaker Verification Using
// Context-Aware Masking", 2023. Errors are reported by standup_whisper_error.

#ifndef STANDUP_VOICES_H
#define STANDUP_VOICES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    // The mel bands of a frame.
    STANDUP_VOICE_BANDS = 80,
    // The numbers of an embedding.
    STANDUP_VOICE_SIZE = 192,
    // The fewest and the most frames of a sound; a frame is 10 ms.
    STANDUP_VOICE_FEWEST_FRAMES = 10,
    STANDUP_VOICE_MOST_FRAMES = 1500,
};

// A loaded model.
struct standup_voice;

// Loads a model from a file that `standup models install voices` has written; NULL on failure. [one thread at a time]
struct standup_voice *standup_voice_load(const char *path);

// Computes the embedding of a sound, whose length is arbitrary; false on failure.
//
// `features` has the logarithms of the mel bands, frame by frame. It computes on one thread, with the given niceness.
// [one thread at a time]
bool standup_voice_embed(
    struct standup_voice *voice, const float *features, int frames, int niceness, float *embedding);

void standup_voice_free(struct standup_voice *voice);

#ifdef __cplusplus
}
#endif

#endif
