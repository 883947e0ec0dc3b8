// whisper.cpp for Swift. Its parameter structs are passed by value and their layout changes between versions, so they
// must be filled by C code compiled against the library's header.

#ifndef STANDUP_WHISPER_H
#define STANDUP_WHISPER_H

#include <stdbool.h>

#include "CVoices.h"

// The version of the linked library, and of the header that this was compiled against.
const char *standup_whisper_version(void);
const char *standup_whisper_expected_version(void);

// The last error that the library reported, one line; "" if there was none. [thread of the last call]
const char *standup_whisper_error(void);

// Whether the library supports a language code.
bool standup_whisper_knows_language(const char *code);

// A model with the voice activity detector.
struct standup_whisper;

// The attention heads for word times, which depend on the model. TOP uses all heads of the top layers, for other models.
enum standup_whisper_heads {
    STANDUP_WHISPER_HEADS_TOP,
    STANDUP_WHISPER_HEADS_TINY_EN,
    STANDUP_WHISPER_HEADS_TINY,
    STANDUP_WHISPER_HEADS_BASE_EN,
    STANDUP_WHISPER_HEADS_BASE,
    STANDUP_WHISPER_HEADS_SMALL_EN,
    STANDUP_WHISPER_HEADS_SMALL,
    STANDUP_WHISPER_HEADS_MEDIUM_EN,
    STANDUP_WHISPER_HEADS_MEDIUM,
    STANDUP_WHISPER_HEADS_LARGE_V2,
    STANDUP_WHISPER_HEADS_LARGE_V3,
    STANDUP_WHISPER_HEADS_LARGE_V3_TURBO,
};

// Loads a model and the detector; NULL on failure. Without a model it only detects. `top` is the number of layers for TOP.
struct standup_whisper *standup_whisper_load(
    const char *model, const char *detector, enum standup_whisper_heads heads, int top);
void standup_whisper_free(struct standup_whisper *whisper);

// The decoding options.
struct standup_whisper_options {
    // The language code.
    const char *language;
    // Names and terms that are likely to be said; "" if none are known.
    const char *prompt;
    int threads;
    // The beam size of the beam search; 1 is greedy decoding.
    int beam_size;
    // The number of encoder positions, of 20 ms each; 0 for all 1500.
    int audio_context;
    // Whether to decode the sound as one segment.
    bool is_single_segment;
};

// A decoded token: a word, a part of one, or punctuation.
struct standup_whisper_token {
    // UTF-8; a character may continue in the next token.
    const char *text;
    // The index of its segment.
    int segment;
    float log_probability;
    // The end, in hundredths of a second; -1 if unknown.
    long end;
};

// Computes the speech probability of each 512 samples of a sound: mono, 16 kHz, -1 to 1. Returns their number, or -1 on
// failure; they are valid until the next call.
//
// Detection and decoding run on a separate thread with the given niceness, because a process without privileges cannot
// lower its niceness again.
int standup_whisper_detect(
    struct standup_whisper *whisper, const float *samples, int count, int niceness, const float **probabilities);

// Decodes a sound of up to 30 s; false on failure. The text tokens are valid until the next call.
bool standup_whisper_decode(
    struct standup_whisper *whisper, const float *samples, int count, int niceness,
    const struct standup_whisper_options *options);
int standup_whisper_token_count(const struct standup_whisper *whisper);
struct standup_whisper_token standup_whisper_token(const struct standup_whisper *whisper, int index);

#endif
