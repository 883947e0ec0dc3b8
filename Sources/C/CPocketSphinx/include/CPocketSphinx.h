// PocketSphinx, loaded on first use. These functions hide variadic functions, which Swift cannot call, and the differences
// between versions: 5prealpha has a separate base library, 5.0 has a new configuration API and no silence removal.

#ifndef STANDUP_POCKETSPHINX_H
#define STANDUP_POCKETSPHINX_H

#include <stddef.h>
#include <stdint.h>

typedef struct ps_decoder_s ps_decoder_t;
typedef struct ps_seg_s ps_seg_t;

enum { standup_ps_error_size = 256 };

/// The last error that PocketSphinx logged on this thread; "" if there was none since the decoder was created.
char *standup_ps_last_error(void);

/// Creates a decoder for 16 kHz, without a language model; NULL on failure.
///
/// `max_hmms` limits the active states. Silence is never removed: the caller finds utterances.
ps_decoder_t *standup_ps_create(const char *acoustic_model, const char *dictionary, long max_hmms);

/// Adds a word and its pronunciation to the dictionary; below 0 on failure.
///
/// Call it before setting the language model: otherwise PocketSphinx adds the word there too, and reads out of bounds.
int standup_ps_add_word(ps_decoder_t *decoder, const char *word, const char *phones);

/// Whether a word is in a decoder's dictionary.
int standup_ps_has_word(ps_decoder_t *decoder, const char *word);

/// Sets the language model, mixed with one in ARPA format by a `weight` of 0 to 1; below 0 on failure.
///
/// If `arpa` is NULL, only the model in the file is used.
int standup_ps_set_model(
    ps_decoder_t *decoder, const char *path, const char *arpa, size_t length, double weight
);

/// Frees a decoder.
void standup_ps_free(ps_decoder_t *decoder);

/// The acoustic frames per second.
long standup_ps_frame_rate(ps_decoder_t *decoder);

/// Begins an utterance, with times from its first sample; below 0 on failure.
int standup_ps_begin(ps_decoder_t *decoder);

/// Decodes samples of the utterance; below 0 on failure.
int standup_ps_process(ps_decoder_t *decoder, const int16_t *samples, size_t count);

/// Decodes a whole utterance, with its own cepstral mean; below 0 on failure.
int standup_ps_process_whole(ps_decoder_t *decoder, const int16_t *samples, size_t count);

/// Ends the utterance; below 0 on failure.
int standup_ps_end(ps_decoder_t *decoder);

/// The partial text of the utterance, valid until the next call; NULL if there is none.
const char *standup_ps_text(ps_decoder_t *decoder);

/// A word of an utterance, in acoustic frames; the last frame is part of it.
struct standup_ps_word {
    const char *text;
    int first_frame;
    int last_frame;
    double confidence;
};

/// The first segment of the finished utterance; NULL if there is none. Iterate to the end to free it.
ps_seg_t *standup_ps_first(ps_decoder_t *decoder);

/// Frees the segment and returns the next one; NULL after the last.
ps_seg_t *standup_ps_next(ps_seg_t *segment);

/// The word of a segment; its text is valid as long as the segment.
struct standup_ps_word standup_ps_word_of(ps_decoder_t *decoder, ps_seg_t *segment);

/// The maximum length of a cepstral mean.
enum { standup_ps_max_means = 64 };

/// Copies the learned cepstral mean and returns its length; 0 if it is unavailable.
int standup_ps_get_mean(ps_decoder_t *decoder, float *mean, int capacity);

/// Sets the cepstral mean; returns false and changes nothing if its length is not the model's.
///
/// In the configuration the model's own value would take precedence.
int standup_ps_set_mean(ps_decoder_t *decoder, const float *mean, int count);

/// Resets the cepstral mean, so that it is learned from the following samples only.
void standup_ps_reset_mean(ps_decoder_t *decoder);

#endif
