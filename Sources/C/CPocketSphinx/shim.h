// What PocketSphinx is asked for, without what Swift cannot call (variadic functions) and what differs between its
// versions: 5prealpha keeps its base in a library of its own, 5.0 has a new configuration API and no silence removal.
#pragma once

#include <pocketsphinx.h>
#include <linux/memfd.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<pocketsphinx/endpointer.h>)
#define STANDUP_POCKETSPHINX_5 1
#else
#define STANDUP_POCKETSPHINX_5 0
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/ngram_model.h>
#endif

enum { standup_ps_error_size = 256 };

/// The last error that PocketSphinx logged on this thread; "" if there was none since the decoder was made.
static inline char *standup_ps_last_error(void) {
    static _Thread_local char text[standup_ps_error_size];
    return text;
}

/// Keeps errors and drops the rest: nothing may reach the terminal.
static void standup_ps_log(void *context, err_lvl_t level, const char *format, ...) {
    (void)context;
    if (level < ERR_ERROR) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(standup_ps_last_error(), standup_ps_error_size, format, arguments);
    va_end(arguments);
}

/// Makes a decoder for 16 kHz from a model's files, which has no language model yet; NULL if that fails.
///
/// `max_hmms` bounds the states that are followed at once. Silence is never removed: the caller finds utterances.
static inline ps_decoder_t *standup_ps_create(const char *acoustic_model, const char *dictionary, long max_hmms) {
    standup_ps_last_error()[0] = 0;
    err_set_callback(standup_ps_log, NULL);
    // Its configuration is printed past the callback.
    err_set_logfp(NULL);
#if STANDUP_POCKETSPHINX_5
    ps_config_t *config = ps_config_init(NULL);
    if (!config) return NULL;
    ps_config_set_str(config, "hmm", acoustic_model);
    ps_config_set_str(config, "dict", dictionary);
    ps_config_set_bool(config, "remove_noise", 1);
    ps_config_set_bool(config, "fwdflat", 0);
    ps_config_set_bool(config, "bestpath", 1);
    ps_config_set_int(config, "maxhmmpf", max_hmms);
    ps_decoder_t *decoder = ps_init(config);
    if (!decoder) ps_config_free(config);
    return decoder;
#else
    char hmms[24];
    snprintf(hmms, sizeof hmms, "%ld", max_hmms);
    cmd_ln_t *config = cmd_ln_init(
        NULL, ps_args(), 1, "-hmm", acoustic_model, "-dict", dictionary,
        "-remove_silence", "no", "-remove_noise", "yes", "-fwdflat", "no", "-bestpath", "yes", "-maxhmmpf", hmms, NULL
    );
    if (!config) return NULL;
    ps_decoder_t *decoder = ps_init(config);
    cmd_ln_free_r(config);
    return decoder;
#endif
}

/// Teaches a decoder how a word is pronounced; below 0 if that fails.
///
/// It is to be done before the decoder gets its language model: that would get the word too, and read past its own end.
static inline int standup_ps_add_word(ps_decoder_t *decoder, const char *word, const char *phones) {
    return ps_add_word(decoder, word, phones, 0);
}

/// Whether a word is in a decoder's dictionary.
static inline int standup_ps_knows(ps_decoder_t *decoder, const char *word) {
    char *phones = ps_lookup_word(decoder, word);
    ckd_free(phones);
    return phones != NULL;
}

/// Reads a language model from the text of an ARPA file; NULL if that fails.
static inline ngram_model_t *standup_ps_read_arpa(ps_decoder_t *decoder, const char *arpa, size_t length) {
    // It can only be read from a file, which need not be on any disk.
    int descriptor = (int)syscall(SYS_memfd_create, "standup-lm", MFD_CLOEXEC);
    if (descriptor < 0) return NULL;
    for (size_t written = 0; written < length;) {
        ssize_t count = write(descriptor, arpa + written, length - written);
        if (count <= 0) {
            close(descriptor);
            return NULL;
        }
        written += (size_t)count;
    }
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ngram_model_t *model =
        ngram_model_read(ps_get_config(decoder), path, NGRAM_ARPA, ps_get_logmath(decoder));
    close(descriptor);
    return model;
}

/// Gives a decoder its language model, mixed with the one in an ARPA file's text, `weight` of 1; below 0 if that fails.
///
/// Without a text (NULL) it is the first alone.
static inline int standup_ps_set_model(
    ps_decoder_t *decoder, const char *path, const char *arpa, size_t length, double weight
) {
    ngram_model_t *model = ngram_model_read(ps_get_config(decoder), path, NGRAM_AUTO, ps_get_logmath(decoder));
    if (!model) return -1;
    if (arpa) {
        ngram_model_t *small = standup_ps_read_arpa(decoder, arpa, length);
#if STANDUP_POCKETSPHINX_5
        double power = ps_config_float(ps_get_config(decoder), "lw");
#else
        double power = cmd_ln_float_r(ps_get_config(decoder), "-lw");
#endif
        // They are mixed after each has been raised to the language weight, and so must be what they are mixed by.
        float32 weights[2] = {1, (float32)pow(weight, power)};
        ngram_model_t *models[2] = {model, small};
        char *names[2] = {"generic", "small"};
        ngram_model_t *mixed =
            small ? ngram_model_set_init(ps_get_config(decoder), models, names, weights, 2) : NULL;
        // The set keeps both.
        ngram_model_free(small);
        ngram_model_free(model);
        if (!mixed) return -1;
        model = mixed;
    }
#if STANDUP_POCKETSPHINX_5
    int result = ps_add_lm(decoder, "standup", model);
    if (result >= 0) result = ps_activate_search(decoder, "standup");
#else
    int result = ps_set_lm(decoder, "standup", model);
    if (result >= 0) result = ps_set_search(decoder, "standup");
#endif
    ngram_model_free(model);
    return result;
}

/// Frees a decoder.
static inline void standup_ps_free(ps_decoder_t *decoder) {
    ps_free(decoder);
}

/// Frames of the acoustic model per second.
static inline long standup_ps_frame_rate(ps_decoder_t *decoder) {
#if STANDUP_POCKETSPHINX_5
    return ps_config_int(ps_get_config(decoder), "frate");
#else
    return cmd_ln_int32_r(ps_get_config(decoder), "-frate");
#endif
}

/// Begins an utterance whose times count from its own first sample; below 0 if that fails.
static inline int standup_ps_begin(ps_decoder_t *decoder) {
    int result = ps_start_stream(decoder);
    return result < 0 ? result : ps_start_utt(decoder);
}

/// Decodes samples of the utterance; below 0 if that fails.
static inline int standup_ps_hear(ps_decoder_t *decoder, const int16_t *samples, size_t count) {
    return ps_process_raw(decoder, samples, count, 0, 0);
}

/// Decodes the samples of a whole utterance, with the cepstral mean of the utterance itself; below 0 if that fails.
static inline int standup_ps_hear_whole(ps_decoder_t *decoder, const int16_t *samples, size_t count) {
    return ps_process_raw(decoder, samples, count, 0, 1);
}

/// Ends the utterance; below 0 if that fails.
static inline int standup_ps_end(ps_decoder_t *decoder) {
    return ps_end_utt(decoder);
}

/// What the utterance is taken to be so far, valid until the next call; NULL if nothing was understood.
static inline const char *standup_ps_text(ps_decoder_t *decoder) {
    return ps_get_hyp(decoder, NULL);
}

/// A word of an utterance, in acoustic frames; the last frame is part of it.
struct standup_ps_word {
    const char *text;
    int first_frame;
    int last_frame;
    double confidence;
};

/// The segments of the utterance that has ended; NULL if there are none. Read it to its end.
static inline ps_seg_t *standup_ps_first(ps_decoder_t *decoder) {
    return ps_seg_iter(decoder);
}

/// The segment after this one, which is freed; NULL after the last.
static inline ps_seg_t *standup_ps_next(ps_seg_t *segment) {
    return ps_seg_next(segment);
}

/// What a segment holds; its text is valid as long as the segment.
static inline struct standup_ps_word standup_ps_word_of(ps_decoder_t *decoder, ps_seg_t *segment) {
    struct standup_ps_word word;
    word.text = ps_seg_word(segment);
    ps_seg_frames(segment, &word.first_frame, &word.last_frame);
    word.confidence = logmath_exp(ps_get_logmath(decoder), ps_seg_prob(segment, NULL, NULL, NULL));
    return word;
}

/// The most values that a cepstral mean may have.
enum { standup_ps_max_means = 64 };

/// Copies the cepstral mean that was learned and returns how many values it has; 0 if it cannot be told.
static inline int standup_ps_get_mean(ps_decoder_t *decoder, float *mean, int capacity) {
#if STANDUP_POCKETSPHINX_5
    const char *text = ps_get_cmn(decoder, 0);
    int count = 0;
    while (text && *text && count < capacity) {
        char *end;
        float value = strtof(text, &end);
        if (end == text) break;
        mean[count++] = value;
        text = *end == ',' ? end + 1 : end;
    }
    return count;
#else
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    if (!cmn || cmn->veclen > capacity || cmn->veclen > standup_ps_max_means) return 0;
    mfcc_t values[standup_ps_max_means];
    cmn_live_get(cmn, values);
    for (int i = 0; i < cmn->veclen; i++) mean[i] = (float)values[i];
    return cmn->veclen;
#endif
}

/// Begins with a cepstral mean; returns false and changes nothing if it has not as many values as the model's.
///
/// Setting it in the configuration would not do: the model's own value takes precedence there.
static inline int standup_ps_set_mean(ps_decoder_t *decoder, const float *mean, int count) {
#if STANDUP_POCKETSPHINX_5
    if (count != ps_config_int(ps_get_config(decoder), "ceplen")) return 0;
    char text[standup_ps_max_means * 16] = "";
    size_t used = 0;
    for (int i = 0; i < count && i < standup_ps_max_means; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, i ? ",%.4f" : "%.4f", mean[i]);
    return ps_set_cmn(decoder, text) == 0;
#else
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    if (!cmn || cmn->veclen != count || count > standup_ps_max_means) return 0;
    mfcc_t values[standup_ps_max_means];
    for (int i = 0; i < count; i++) values[i] = mean[i];
    cmn_live_set(cmn, values);
    return 1;
#endif
}

/// Forgets the cepstral mean, so that the next one to be learned is that of what is heard from here on.
static inline void standup_ps_forget_mean(ps_decoder_t *decoder) {
#if STANDUP_POCKETSPHINX_5
    ps_reinit_feat(decoder, NULL);
#else
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    if (!cmn) return;
    for (int i = 0; i < cmn->veclen; i++) cmn->sum[i] = 0;
    cmn->nframe = 0;
#endif
}
