// PocketSphinx, loaded when it is first used, without what Swift cannot call (variadic functions) and what differs between
// its versions: 5prealpha keeps its base in a library of its own, 5.0 has a new configuration API and no silence removal.

#ifndef STANDUP_POCKETSPHINX_H
#define STANDUP_POCKETSPHINX_H

#include <stddef.h>
#include <stdint.h>

typedef struct ps_decoder_s ps_decoder_t;
typedef struct ps_seg_s ps_seg_t;

enum { standup_ps_error_size = 256 };

/// The last error that PocketSphinx logged on this thread; "" if there was none since the decoder was made.
char *standup_ps_last_error(void);

/// Makes a decoder for 16 kHz from a model's files, which has no language model yet; NULL if that fails.
///
/// `max_hmms` bounds the states that are followed at once. Silence is never removed: the caller finds utterances.
ps_decoder_t *standup_ps_create(const char *acoustic_model, const char *dictionary, long max_hmms);

/// Teaches a decoder how a word is pronounced; below 0 if that fails.
///
/// It is to be done before the decoder gets its language model: that would get the word too, and read past its own end.
int standup_ps_add_word(ps_decoder_t *decoder, const char *word, const char *phones);

/// Whether a word is in a decoder's dictionary.
int standup_ps_knows(ps_decoder_t *decoder, const char *word);

/// Gives a decoder its language model, mixed with the one in an ARPA file's text, `weight` of 1; below 0 if that fails.
///
/// Without a text (NULL) it is the first alone.
int standup_ps_set_model(
    ps_decoder_t *decoder, const char *path, const char *arpa, size_t length, double weight
);

/// Frees a decoder.
void standup_ps_free(ps_decoder_t *decoder);

/// Frames of the acoustic model per second.
long standup_ps_frame_rate(ps_decoder_t *decoder);

/// Begins an utterance whose times count from its own first sample; below 0 if that fails.
int standup_ps_begin(ps_decoder_t *decoder);

/// Decodes samples of the utterance; below 0 if that fails.
int standup_ps_hear(ps_decoder_t *decoder, const int16_t *samples, size_t count);

/// Decodes the samples of a whole utterance, with the cepstral mean of the utterance itself; below 0 if that fails.
int standup_ps_hear_whole(ps_decoder_t *decoder, const int16_t *samples, size_t count);

/// Ends the utterance; below 0 if that fails.
int standup_ps_end(ps_decoder_t *decoder);

/// What the utterance is taken to be so far, valid until the next call; NULL if nothing was understood.
const char *standup_ps_text(ps_decoder_t *decoder);

/// A word of an utterance, in acoustic frames; the last frame is part of it.
struct standup_ps_word {
    const char *text;
    int first_frame;
    int last_frame;
    double confidence;
};

/// The segments of the utterance that has ended; NULL if there are none. Read it to its end.
ps_seg_t *standup_ps_first(ps_decoder_t *decoder);

/// The segment after this one, which is freed; NULL after the last.
ps_seg_t *standup_ps_next(ps_seg_t *segment);

/// What a segment holds; its text is valid as long as the segment.
struct standup_ps_word standup_ps_word_of(ps_decoder_t *decoder, ps_seg_t *segment);

/// The most values that a cepstral mean may have.
enum { standup_ps_max_means = 64 };

/// Copies the cepstral mean that was learned and returns how many values it has; 0 if it cannot be told.
int standup_ps_get_mean(ps_decoder_t *decoder, float *mean, int capacity);

/// Begins with a cepstral mean; returns false and changes nothing if it has not as many values as the model's.
///
/// Setting it in the configuration would not do: the model's own value takes precedence there.
int standup_ps_set_mean(ps_decoder_t *decoder, const float *mean, int count);

/// Forgets the cepstral mean, so that the next one to be learned is that of what is heard from here on.
void standup_ps_forget_mean(ps_decoder_t *decoder);

#endif
