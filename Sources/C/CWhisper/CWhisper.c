#define _GNU_SOURCE
#include "CWhisper.h"

#include <ggml-backend.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <whisper.h>

#include "Shared.h"

struct standup_whisper {
    struct whisper_context *model;
    struct whisper_state *state;  // of the sound that is being decoded
    struct whisper_vad_context *detector;
    struct standup_whisper_token *tokens;
    int token_count, token_capacity;
};

const char *standup_whisper_version(void) { return whisper_version(); }

const char *standup_whisper_expected_version(void) { return STANDUP_WHISPER_VERSION; }

bool standup_whisper_knows_language(const char *code) { return whisper_lang_id(code) >= 0; }

// MARK: Errors

static char last_error[256];

const char *standup_whisper_error(void) { return last_error; }

void standup_set_error(const char *text) {
    size_t length = strcspn(text, "\n");
    if (!length) return;
    if (length >= sizeof last_error) length = sizeof last_error - 1;
    memcpy(last_error, text, length);
    last_error[length] = 0;
}

static void report(enum ggml_log_level level, const char *text, void *context) {
    (void)context;
    if (level == GGML_LOG_LEVEL_ERROR) standup_set_error(text);
}

// MARK: Threads

struct task {
    void (*work)(void *);
    void *context;
    int niceness;
};

static void *perform(void *context) {
    struct task *task = context;
    pthread_setname_np(pthread_self(), "decoding");
    // 0 is the calling thread, the only one whose niceness a confined process may change.
    if (getpriority(PRIO_PROCESS, 0) < task->niceness) setpriority(PRIO_PROCESS, 0, task->niceness);
    task->work(task->context);
    return NULL;
}

// ggml's threads inherit the niceness of the calling thread.
bool standup_perform(void (*work)(void *), void *context, int niceness) {
    struct task task = {work, context, niceness};
    pthread_t thread;
    if (pthread_create(&thread, NULL, perform, &task)) return false;
    pthread_join(thread, NULL);
    return true;
}

// MARK: Loading

static enum whisper_alignment_heads_preset preset(enum standup_whisper_heads heads) {
    switch (heads) {
    case STANDUP_WHISPER_HEADS_TINY_EN: return WHISPER_AHEADS_TINY_EN;
    case STANDUP_WHISPER_HEADS_TINY: return WHISPER_AHEADS_TINY;
    case STANDUP_WHISPER_HEADS_BASE_EN: return WHISPER_AHEADS_BASE_EN;
    case STANDUP_WHISPER_HEADS_BASE: return WHISPER_AHEADS_BASE;
    case STANDUP_WHISPER_HEADS_SMALL_EN: return WHISPER_AHEADS_SMALL_EN;
    case STANDUP_WHISPER_HEADS_SMALL: return WHISPER_AHEADS_SMALL;
    case STANDUP_WHISPER_HEADS_MEDIUM_EN: return WHISPER_AHEADS_MEDIUM_EN;
    case STANDUP_WHISPER_HEADS_MEDIUM: return WHISPER_AHEADS_MEDIUM;
    case STANDUP_WHISPER_HEADS_LARGE_V2: return WHISPER_AHEADS_LARGE_V2;
    case STANDUP_WHISPER_HEADS_LARGE_V3: return WHISPER_AHEADS_LARGE_V3;
    case STANDUP_WHISPER_HEADS_LARGE_V3_TURBO: return WHISPER_AHEADS_LARGE_V3_TURBO;
    case STANDUP_WHISPER_HEADS_TOP: break;
    }
    return WHISPER_AHEADS_N_TOP_MOST;
}

// A portable build has its code for each generation of processors in a library of its own; the best of those beside the
// program is loaded.
static void load_processor_code(void) {
    if (ggml_backend_reg_count() > 0) return;
    char folder[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0) return;
    folder[length] = 0;
    ggml_backend_load_all_from_path(dirname(folder));
    // The system's library has it in a folder of its own.
    if (ggml_backend_reg_count() == 0) ggml_backend_load_all();
}

void standup_prepare(void) {
    // Otherwise a crash starts gdb, which stops the process instead of ending it.
    setenv("GGML_NO_BACKTRACE", "1", 1);
    whisper_log_set(report, NULL);
    load_processor_code();
}

struct standup_whisper *standup_whisper_load(
    const char *model, const char *detector, enum standup_whisper_heads heads, int top) {
    standup_prepare();
    struct standup_whisper *whisper = calloc(1, sizeof *whisper);
    if (!whisper) return NULL;
    struct whisper_context_params parameters = whisper_context_default_params();
    parameters.use_gpu = false;
    // Word times cannot be computed with flash attention.
    parameters.flash_attn = false;
    parameters.dtw_token_timestamps = true;
    parameters.dtw_aheads_preset = preset(heads);
    parameters.dtw_n_top = top;
    struct whisper_vad_context_params detecting = whisper_vad_default_context_params();
    detecting.n_threads = 1;
    detecting.use_gpu = false;
    whisper->detector = whisper_vad_init_from_file_with_params(detector, detecting);
    if (whisper->detector && model) whisper->model = whisper_init_from_file_with_params_no_state(model, parameters);
    if (model ? whisper->model != NULL : whisper->detector != NULL) return whisper;
    standup_whisper_free(whisper);
    return NULL;
}

void standup_whisper_free(struct standup_whisper *whisper) {
    if (whisper->model) whisper_free(whisper->model);
    if (whisper->detector) whisper_vad_free(whisper->detector);
    free(whisper->tokens);
    free(whisper);
}

// MARK: Voice activity detection

struct work {
    bool succeeded;
    struct standup_whisper *whisper;
    const float *samples;
    int count;
    const struct standup_whisper_options *options;
};

static void detect(void *context) {
    struct work *work = context;
    work->succeeded = whisper_vad_detect_speech(work->whisper->detector, work->samples, work->count);
}

int standup_whisper_detect(
    struct standup_whisper *whisper, const float *samples, int count, int niceness, const float **probabilities) {
    struct work work = {false, whisper, samples, count, NULL};
    if (!standup_perform(detect, &work, niceness) || !work.succeeded) return -1;
    *probabilities = whisper_vad_probs(whisper->detector);
    return whisper_vad_n_probs(whisper->detector);
}

// MARK: Decoding

// whisper.cpp decodes sounds longer than 100 ms, but aborts the process when it computes word times for a sound, or the
// rest of one, shorter than 160 ms. The minimum here is 200 ms: in samples, and in hundredths of a second.
enum { SHORTEST = 3200, SHORTEST_REST = 20 };

// Whether enough sound is left after the segments so far; times are in hundredths of a second.
static bool is_long_enough(struct whisper_context *model, struct whisper_state *state, void *context) {
    (void)model;
    const struct work *work = context;
    int segments = whisper_full_n_segments_from_state(state);
    if (!segments) return true;
    return work->count / 160 - whisper_full_get_segment_t1_from_state(state, segments - 1) >= SHORTEST_REST;
}

static void decode(void *context) {
    struct work *work = context;
    const struct standup_whisper_options *options = work->options;
    struct whisper_full_params parameters =
        whisper_full_default_params(options->beam_size > 1 ? WHISPER_SAMPLING_BEAM_SEARCH : WHISPER_SAMPLING_GREEDY);
    parameters.n_threads = options->threads;
    parameters.language = options->language;
    parameters.detect_language = false;
    parameters.initial_prompt = options->prompt;
    parameters.audio_ctx = options->audio_context;
    parameters.single_segment = options->is_single_segment;
    // Sounds are decoded independently.
    parameters.no_context = true;
    // No fallback to higher temperatures, which is slow and makes invented words probable.
    parameters.temperature = 0;
    parameters.temperature_inc = 0;
    parameters.greedy.best_of = 1;
    parameters.beam_search.beam_size = options->beam_size;
    parameters.print_progress = false;
    parameters.print_realtime = false;
    parameters.print_special = false;
    parameters.print_timestamps = false;
    parameters.encoder_begin_callback = is_long_enough;
    parameters.encoder_begin_callback_user_data = work;
    float padded[SHORTEST] = {0};
    if (work->count < SHORTEST) {
        memcpy(padded, work->samples, (size_t)work->count * sizeof *padded);
        work->samples = padded;
        work->count = SHORTEST;
    }
    // A new state for each sound: the beam search draws random numbers, and a reused state continues their sequence, so the
    // words of a sound would depend on the sounds before it.
    struct whisper_context *model = work->whisper->model;
    struct whisper_state *state = work->whisper->state = whisper_init_state(model);
    work->succeeded = state && whisper_full_with_state(model, state, parameters, work->samples, work->count) == 0;
}

static bool add_token(struct standup_whisper *whisper, int segment, int index) {
    if (whisper->token_count == whisper->token_capacity) {
        int capacity = whisper->token_capacity ? 2 * whisper->token_capacity : 256;
        void *tokens = realloc(whisper->tokens, (size_t)capacity * sizeof *whisper->tokens);
        if (!tokens) return false;
        whisper->tokens = tokens;
        whisper->token_capacity = capacity;
    }
    whisper_token_data data = whisper_full_get_token_data_from_state(whisper->state, segment, index);
    whisper->tokens[whisper->token_count++] = (struct standup_whisper_token){
        .text = whisper_token_to_str(whisper->model, data.id),
        .segment = segment,
        .log_probability = data.plog,
        .end = data.t_dtw,
    };
    return true;
}

static bool add_tokens(struct standup_whisper *whisper) {
    whisper_token end_of_text = whisper_token_eot(whisper->model);
    int segments = whisper_full_n_segments_from_state(whisper->state);
    for (int segment = 0; segment < segments; segment++) {
        int tokens = whisper_full_n_tokens_from_state(whisper->state, segment);
        for (int index = 0; index < tokens; index++) {
            // Higher tokens are timestamps and tasks.
            if (whisper_full_get_token_id_from_state(whisper->state, segment, index) >= end_of_text) continue;
            if (!add_token(whisper, segment, index)) return false;
        }
    }
    return true;
}

bool standup_whisper_decode(
    struct standup_whisper *whisper, const float *samples, int count, int niceness,
    const struct standup_whisper_options *options) {
    whisper->token_count = 0;
    struct work work = {false, whisper, samples, count, options};
    bool succeeded = standup_perform(decode, &work, niceness) && work.succeeded && add_tokens(whisper);
    if (whisper->state) whisper_free_state(whisper->state);
    whisper->state = NULL;
    return succeeded;
}

int standup_whisper_token_count(const struct standup_whisper *whisper) { return whisper->token_count; }

struct standup_whisper_token standup_whisper_token(const struct standup_whisper *whisper, int index) {
    return whisper->tokens[index];
}
