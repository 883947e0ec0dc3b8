#define _GNU_SOURCE
#include "CPocketSphinx.h"

#include <CLazyLibrary.h>
#include <linux/memfd.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<pocketsphinx/endpointer.h>)
#define STANDUP_POCKETSPHINX_5 1
#else
#define STANDUP_POCKETSPHINX_5 0
#endif

#pragma GCC visibility push(hidden)
#if STANDUP_POCKETSPHINX_5
#include <pocketsphinx.h>
#else
// Its headers include each other without a folder name; the headers in 5prealpha redirect to them.
#include <pocketsphinx/pocketsphinx.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/ngram_model.h>
#endif
#pragma GCC visibility pop

static struct standup_lazy_library library = {
    .name = STANDUP_POCKETSPHINX_5 ? "libpocketsphinx.so.5" : "libpocketsphinx.so.3"
};

FORWARD(ps_decoder_t *, ps_init, (cmd_ln_t * config), (config), NULL)
FORWARD(int, ps_free, (ps_decoder_t * decoder), (decoder), 0)
FORWARD(cmd_ln_t *, ps_get_config, (ps_decoder_t * decoder), (decoder), NULL)
FORWARD(logmath_t *, ps_get_logmath, (ps_decoder_t * decoder), (decoder), NULL)
FORWARD(
    int, ps_add_word, (ps_decoder_t * decoder, char const *word, char const *phones, int update),
    (decoder, word, phones, update), -1
)
FORWARD(char *, ps_lookup_word, (ps_decoder_t * decoder, const char *word), (decoder, word), NULL)
FORWARD(int, ps_start_stream, (ps_decoder_t * decoder), (decoder), -1)
FORWARD(int, ps_start_utt, (ps_decoder_t * decoder), (decoder), -1)
FORWARD(
    int, ps_process_raw, (ps_decoder_t * decoder, int16 const *data, size_t count, int no_search, int full),
    (decoder, data, count, no_search, full), -1
)
FORWARD(int, ps_end_utt, (ps_decoder_t * decoder), (decoder), -1)
FORWARD(char const *, ps_get_hyp, (ps_decoder_t * decoder, int32 * score), (decoder, score), NULL)
FORWARD(ps_seg_t *, ps_seg_iter, (ps_decoder_t * decoder), (decoder), NULL)
FORWARD(ps_seg_t *, ps_seg_next, (ps_seg_t * segment), (segment), NULL)
FORWARD(char const *, ps_seg_word, (ps_seg_t * segment), (segment), "")
FORWARD_VOID(ps_seg_frames, (ps_seg_t * segment, int *first, int *last), (segment, first, last))
FORWARD(
    int32, ps_seg_prob, (ps_seg_t * segment, int32 * acoustic, int32 * language, int32 * backoff),
    (segment, acoustic, language, backoff), 0
)
FORWARD(float64, logmath_exp, (logmath_t * logmath, int probability), (logmath, probability), 0)
FORWARD(
    ngram_model_t *, ngram_model_read,
    (cmd_ln_t * config, const char *path, ngram_file_type_t type, logmath_t *logmath), (config, path, type, logmath),
    NULL
)
FORWARD(
    ngram_model_t *, ngram_model_set_init,
    (cmd_ln_t * config, ngram_model_t **models, char **names, const float32 *weights, int32 count),
    (config, models, names, weights, count), NULL
)
FORWARD(int, ngram_model_free, (ngram_model_t * model), (model), 0)
FORWARD_VOID(ckd_free, (void *pointer), (pointer))
FORWARD_VOID(err_set_callback, (err_cb_f callback, void *context), (callback, context))
FORWARD_VOID(err_set_logfp, (FILE * file), (file))
#if STANDUP_POCKETSPHINX_5
FORWARD(ps_config_t *, ps_config_init, (const ps_arg_t *definitions), (definitions), NULL)
FORWARD(int, ps_config_free, (ps_config_t * config), (config), 0)
FORWARD(
    const anytype_t *, ps_config_set_str, (ps_config_t * config, const char *name, const char *value),
    (config, name, value), NULL
)
FORWARD(
    const anytype_t *, ps_config_set_int, (ps_config_t * config, const char *name, long value), (config, name, value),
    NULL
)
FORWARD(
    const anytype_t *, ps_config_set_bool, (ps_config_t * config, const char *name, int value), (config, name, value),
    NULL
)
FORWARD(long, ps_config_int, (ps_config_t * config, const char *name), (config, name), 0)
FORWARD(double, ps_config_float, (ps_config_t * config, const char *name), (config, name), 0)
FORWARD(int, ps_add_lm, (ps_decoder_t * decoder, const char *name, ngram_model_t *model), (decoder, name, model), -1)
FORWARD(int, ps_activate_search, (ps_decoder_t * decoder, const char *name), (decoder, name), -1)
FORWARD(const char *, ps_get_cmn, (ps_decoder_t * decoder, int update), (decoder, update), NULL)
FORWARD(int, ps_set_cmn, (ps_decoder_t * decoder, const char *mean), (decoder, mean), -1)
FORWARD(int, ps_reinit_feat, (ps_decoder_t * decoder, ps_config_t *config), (decoder, config), -1)
#else
FORWARD(arg_t const *, ps_args, (void), (), NULL)
FORWARD(int, cmd_ln_free_r, (cmd_ln_t * config), (config), 0)
FORWARD(long, cmd_ln_int_r, (cmd_ln_t * config, char const *name), (config, name), 0)
FORWARD(double, cmd_ln_float_r, (cmd_ln_t * config, char const *name), (config, name), 0)
FORWARD(
    int, ps_set_lm, (ps_decoder_t * decoder, const char *name, ngram_model_t *model), (decoder, name, model), -1
)
FORWARD(int, ps_set_search, (ps_decoder_t * decoder, const char *name), (decoder, name), -1)
FORWARD(feat_t *, ps_get_feat, (ps_decoder_t * decoder), (decoder), NULL)
FORWARD_VOID(cmn_live_get, (cmn_t * cmn, mfcc_t *mean), (cmn, mean))
FORWARD_VOID(cmn_live_set, (cmn_t * cmn, mfcc_t const *mean), (cmn, mean))
#endif

char *standup_ps_last_error(void) {
    static _Thread_local char text[standup_ps_error_size];
    return text;
}

// Stores errors and drops other messages, so that nothing is printed.
static void standup_ps_log(void *context, err_lvl_t level, const char *format, ...) {
    (void)context;
    if (level < ERR_ERROR) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(standup_ps_last_error(), standup_ps_error_size, format, arguments);
    va_end(arguments);
}

ps_decoder_t *standup_ps_create(const char *acoustic_model, const char *dictionary, long max_hmms) {
    snprintf(
        standup_ps_last_error(), standup_ps_error_size, "%s",
        FIND("ps_init") ? "" : "libpocketsphinx is missing"
    );
    err_set_callback(standup_ps_log, NULL);
    // The configuration is printed to this file, not to the callback.
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
    // FORWARD does not support variadic functions.
    cmd_ln_t *(*make_config)(cmd_ln_t *, arg_t const *, int32, ...) =
        (cmd_ln_t * (*)(cmd_ln_t *, arg_t const *, int32, ...)) FIND("cmd_ln_init");
    if (!make_config) return NULL;
    cmd_ln_t *config = make_config(
        NULL, ps_args(), 1, "-hmm", acoustic_model, "-dict", dictionary,
        "-remove_silence", "no", "-remove_noise", "yes", "-fwdflat", "no", "-bestpath", "yes", "-maxhmmpf", hmms, NULL
    );
    if (!config) return NULL;
    ps_decoder_t *decoder = ps_init(config);
    cmd_ln_free_r(config);
    return decoder;
#endif
}

int standup_ps_add_word(ps_decoder_t *decoder, const char *word, const char *phones) {
    return ps_add_word(decoder, word, phones, 0);
}

int standup_ps_has_word(ps_decoder_t *decoder, const char *word) {
    char *phones = ps_lookup_word(decoder, word);
    ckd_free(phones);
    return phones != NULL;
}

// Reads a language model from the text of an ARPA file; NULL if that fails.
static ngram_model_t *standup_ps_read_arpa(ps_decoder_t *decoder, const char *arpa, size_t length) {
    // PocketSphinx reads models from files only; this one is in memory.
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

int standup_ps_set_model(
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
        // The models are mixed after raising each to the language weight, so the mixture weight is raised too.
        float32 weights[2] = {1, (float32)pow(weight, power)};
        ngram_model_t *models[2] = {model, small};
        char *names[2] = {"generic", "small"};
        ngram_model_t *mixed =
            small ? ngram_model_set_init(ps_get_config(decoder), models, names, weights, 2) : NULL;
        // The set retains both.
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

void standup_ps_free(ps_decoder_t *decoder) {
    ps_free(decoder);
}

long standup_ps_frame_rate(ps_decoder_t *decoder) {
#if STANDUP_POCKETSPHINX_5
    return ps_config_int(ps_get_config(decoder), "frate");
#else
    return cmd_ln_int32_r(ps_get_config(decoder), "-frate");
#endif
}

int standup_ps_begin(ps_decoder_t *decoder) {
    int result = ps_start_stream(decoder);
    return result < 0 ? result : ps_start_utt(decoder);
}

int standup_ps_process(ps_decoder_t *decoder, const int16_t *samples, size_t count) {
    return ps_process_raw(decoder, samples, count, 0, 0);
}

int standup_ps_process_whole(ps_decoder_t *decoder, const int16_t *samples, size_t count) {
    return ps_process_raw(decoder, samples, count, 0, 1);
}

int standup_ps_end(ps_decoder_t *decoder) {
    return ps_end_utt(decoder);
}

const char *standup_ps_text(ps_decoder_t *decoder) {
    return ps_get_hyp(decoder, NULL);
}

ps_seg_t *standup_ps_first(ps_decoder_t *decoder) {
    return ps_seg_iter(decoder);
}

ps_seg_t *standup_ps_next(ps_seg_t *segment) {
    return ps_seg_next(segment);
}

struct standup_ps_word standup_ps_word_of(ps_decoder_t *decoder, ps_seg_t *segment) {
    struct standup_ps_word word;
    word.text = ps_seg_word(segment);
    ps_seg_frames(segment, &word.first_frame, &word.last_frame);
    word.confidence = logmath_exp(ps_get_logmath(decoder), ps_seg_prob(segment, NULL, NULL, NULL));
    return word;
}

int standup_ps_get_mean(ps_decoder_t *decoder, float *mean, int capacity) {
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

int standup_ps_set_mean(ps_decoder_t *decoder, const float *mean, int count) {
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

void standup_ps_reset_mean(ps_decoder_t *decoder) {
#if STANDUP_POCKETSPHINX_5
    ps_reinit_feat(decoder, NULL);
#else
    cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
    if (!cmn) return;
    for (int i = 0; i < cmn->veclen; i++) cmn->sum[i] = 0;
    cmn->nframe = 0;
#endif
}
