// The part of whisper.cpp that Swift calls. The library takes its parameters by value, in structs that have grown in the
// middle from version to version, so only C code compiled against its header may fill them.

#ifndef STANDUP_WHISPER_H
#define STANDUP_WHISPER_H

#include <stdbool.h>

// The version of the library that is linked, and the one whose header this was compiled against.
const char *standup_whisper_version(void);
const char *standup_whisper_expected_version(void);

// The last error that the library reported, one line; "" if there was none. [thread of the last call]
const char *standup_whisper_error(void);

// Whether the library knows a language by this code.
bool standup_whisper_knows_language(const char *code);

// A model with the speech detector.
struct standup_whisper;

// The attention heads from which word times are computed, which differ from model to model. For models that are not known,
// TOP takes all heads of the uppermost layers.
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

// Loads a model and the detector from two files; NULL if one of them cannot be used. `top` is the number of uppermost layers.
struct standup_whisper *standup_whisper_load(
    const char *model, const char *detector, enum standup_whisper_heads heads, int top);
void standup_whisper_free(struct standup_whisper *whisper);

// How a sound is decoded.
struct standup_whisper_options {
    // The code of its language.
    const char *language;
    // Names and terms that are likely to be said; "" if none are known.
    const char *prompt;
    int threads;
    // The beam size of the beam search; 1 is greedy decoding.
    int beam_size;
    // How many of the encoder's 1500 positions, of 20 ms each, are used; 0 for all.
    int audio_context;
    // Whether the sound is decoded as one segment.
    bool is_single_segment;
};

// What was decoded: a part of a word, a word, or punctuation.
struct standup_whisper_token {
    // UTF-8; a character may continue in the next token.
    const char *text;
    // The number of its segment in the last sound.
    int segment;
    float log_probability;
    // Where it ends, in hundredths of a second; -1 if that is not known.
    long end;
};

// The probability of speech in each 512 samples of a sound: mono, 16 kHz, -1 to 1. Returns their number, -1 if it fails; they
// stay until the next call.
//
// Detection and decoding run on a thread of their own with the given niceness. The niceness of the process stays as it is:
// without privileges it could never be lowered again.
int standup_whisper_detect(
    struct standup_whisper *whisper, const float *samples, int count, int niceness, const float **probabilities);

// Decodes a sound of 30 s at most; false if that fails. The tokens, without those that are not text, stay until the next call.
bool standup_whisper_decode(
    struct standup_whisper *whisper, const float *samples, int count, int niceness,
    const struct standup_whisper_options *options);
int standup_whisper_token_count(const struct standup_whisper *whisper);
struct standup_whisper_token standup_whisper_token(const struct standup_whisper *whisper, int index);

#endif
