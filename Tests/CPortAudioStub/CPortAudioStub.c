#include "CPortAudioStub.h"

#include <CPortAudio.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_devices = 8, most_functions = stub_is_active + 1, most_frames = 1 << 16, most_channels = 8, most_callers = 16 };

struct device {
    char name[64];
    PaDeviceInfo info;
    bool is_plugged_in, is_listed, refuses_other_rates;
};

struct stream {
    struct device *device;
    PaStreamInfo info;
    PaStreamCallback *callback;
    void *context;
    int channels;
    bool is_input, is_open, is_active;
    struct stream *next;
};

struct function {
    size_t calls;
    bool hangs_next, is_hanging;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static struct device devices[most_devices];
static size_t device_count;
static struct stream *streams;
static struct function functions[most_functions];
static bool is_started;
static size_t under_way, crashes, calls_by[most_callers];
static int (*caller)(void);

// MARK: Calls

// Begins a call, with the lock; may hang in it without.
static void enter(enum stub_function function) {
    pthread_mutex_lock(&lock);
    struct function *called = &functions[function];
    called->calls++;
    calls_by[caller() % most_callers]++;
    const bool is_alone = function == stub_initialize || function == stub_terminate;
    if (is_alone && under_way > 0) crashes++;
    under_way++;
    if (!called->hangs_next) return;
    called->hangs_next = false;
    called->is_hanging = true;
    while (called->is_hanging) pthread_cond_wait(&changed, &lock);
}

static PaError leave(PaError code) {
    under_way--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return code;
}

// The stream of a handle; NULL, and a crash noted, if it was closed.
static struct stream *open_stream(PaStream *handle) {
    struct stream *stream = handle;
    if (stream && stream->is_open) return stream;
    crashes++;
    return NULL;
}

static PaError initialize(void) {
    enter(stub_initialize);
    is_started = true;
    for (size_t i = 0; i < device_count; i++) devices[i].is_listed = devices[i].is_plugged_in;
    return leave(paNoError);
}

static PaError terminate(void) {
    enter(stub_terminate);
    is_started = false;
    for (struct stream *stream = streams; stream; stream = stream->next) stream->is_open = stream->is_active = false;
    return leave(paNoError);
}

static struct device *listed_device(PaDeviceIndex index) {
    for (size_t i = 0; i < device_count; i++) {
        if (devices[i].is_listed && index-- == 0) return &devices[i];
    }
    return NULL;
}

static PaError open_device(
    PaStream **handle, const PaStreamParameters *input, const PaStreamParameters *output, double rate,
    unsigned long frames, PaStreamFlags flags, PaStreamCallback *callback, void *context) {
    (void)frames, (void)flags;
    const PaStreamParameters *parameters = input ? input : output;
    enter(stub_open);
    struct device *device = is_started ? listed_device(parameters->device) : NULL;
    if (!device) return leave(paInvalidDevice);
    if (!device->is_plugged_in) return leave(paDeviceUnavailable);
    if (device->refuses_other_rates && rate != device->info.defaultSampleRate) return leave(paInvalidSampleRate);
    struct stream *stream = calloc(1, sizeof *stream);
    *stream = (struct stream){
        .device = device,
        .info = {.structVersion = 1, .sampleRate = device->info.defaultSampleRate},
        .callback = callback,
        .context = context,
        .channels = parameters->channelCount,
        .is_input = input != NULL,
        .is_open = true,
        .next = streams,
    };
    streams = stream;
    *handle = stream;
    return leave(paNoError);
}

static PaError start_stream(PaStream *handle) {
    enter(stub_start);
    struct stream *stream = open_stream(handle);
    if (!stream) return leave(paBadStreamPtr);
    stream->is_active = stream->device->is_plugged_in;
    return leave(stream->is_active ? paNoError : paDeviceUnavailable);
}

static PaError abort_stream(PaStream *handle) {
    enter(stub_abort);
    struct stream *stream = open_stream(handle);
    if (!stream) return leave(paBadStreamPtr);
    stream->is_active = false;
    return leave(paNoError);
}

static PaError close_stream(PaStream *handle) {
    enter(stub_close);
    struct stream *stream = open_stream(handle);
    if (!stream) return leave(paBadStreamPtr);
    stream->is_open = stream->is_active = false;
    return leave(paNoError);
}

static PaError is_stream_active(PaStream *handle) {
    enter(stub_is_active);
    const struct stream *stream = open_stream(handle);
    return leave(stream && stream->is_active);
}

static const PaStreamInfo *stream_info(PaStream *handle) { return &((struct stream *)handle)->info; }

static PaDeviceIndex count_devices(void) {
    PaDeviceIndex count = 0;
    while (listed_device(count)) count++;
    return count;
}

static const PaDeviceInfo *device_info(PaDeviceIndex index) {
    const struct device *device = listed_device(index);
    return device ? &device->info : NULL;
}

static PaDeviceIndex default_input(void) {
    const PaDeviceIndex count = count_devices();
    for (PaDeviceIndex i = 0; i < count; i++) {
        if (device_info(i)->maxInputChannels > 0) return i;
    }
    return paNoDevice;
}

static PaDeviceIndex default_output(void) {
    const PaDeviceIndex count = count_devices();
    for (PaDeviceIndex i = 0; i < count; i++) {
        if (device_info(i)->maxOutputChannels > 0) return i;
    }
    return paNoDevice;
}

static PaError set_periods(int periods) { return periods > 0 ? paNoError : paInternalError; }

static const char *error_text(PaError code) { return code == paNoError ? "Success" : "Device unavailable"; }

static const char *version_text(void) { return "PortAudio V19 of the tests, no revision"; }

static void *find(const char *function) {
    static const struct {
        const char *name;
        void *function;
    } all[] = {
        {"Pa_Initialize", initialize},
        {"Pa_Terminate", terminate},
        {"Pa_OpenStream", open_device},
        {"Pa_StartStream", start_stream},
        {"Pa_AbortStream", abort_stream},
        {"Pa_CloseStream", close_stream},
        {"Pa_IsStreamActive", is_stream_active},
        {"Pa_GetStreamInfo", stream_info},
        {"Pa_GetDeviceCount", count_devices},
        {"Pa_GetDeviceInfo", device_info},
        {"Pa_GetDefaultInputDevice", default_input},
        {"Pa_GetDefaultOutputDevice", default_output},
        {"Pa_GetErrorText", error_text},
        {"Pa_GetVersionText", version_text},
        {"PaAlsa_SetNumPeriods", set_periods},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].name, function) == 0) return all[i].function;
    }
    return NULL;
}

// MARK: What tests use

void stub_install(int (*who)(void)) {
    pthread_mutex_lock(&lock);
    caller = who;
    device_count = 0;
    streams = NULL;
    memset(functions, 0, sizeof functions);
    memset(calls_by, 0, sizeof calls_by);
    is_started = false;
    under_way = crashes = 0;
    pthread_mutex_unlock(&lock);
    standup_portaudio_replace(find);
}

void stub_uninstall(void) {
    pthread_mutex_lock(&lock);
    for (int function = 0; function < most_functions; function++) {
        functions[function].hangs_next = functions[function].is_hanging = false;
    }
    pthread_cond_broadcast(&changed);
    while (under_way > 0) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    standup_portaudio_replace(NULL);
}

static struct device *device_named(const char *name) {
    for (size_t i = 0; i < device_count; i++) {
        if (strcmp(devices[i].name, name) == 0) return &devices[i];
    }
    return NULL;
}

void stub_plug_in(const char *name, int inputs, int outputs, double rate) {
    pthread_mutex_lock(&lock);
    struct device *device = device_named(name);
    if (!device && device_count < most_devices) {
        device = &devices[device_count++];
        memset(device, 0, sizeof *device);
        strncpy(device->name, name, sizeof device->name - 1);
    }
    if (!device) abort();
    device->info = (PaDeviceInfo){
        .structVersion = 2,
        .name = device->name,
        .maxInputChannels = inputs,
        .maxOutputChannels = outputs,
        .defaultSampleRate = rate,
    };
    device->is_plugged_in = true;
    pthread_mutex_unlock(&lock);
}

void stub_unplug(const char *name) {
    stub_end_streams(name);
    stub_hide(name);
}

void stub_hide(const char *name) {
    pthread_mutex_lock(&lock);
    device_named(name)->is_plugged_in = false;
    pthread_mutex_unlock(&lock);
}

void stub_end_streams(const char *name) {
    pthread_mutex_lock(&lock);
    for (struct stream *stream = streams; stream; stream = stream->next) {
        if (strcmp(stream->device->name, name) == 0) stream->is_active = false;
    }
    pthread_mutex_unlock(&lock);
}

void stub_refuse_other_rates(const char *name) {
    pthread_mutex_lock(&lock);
    device_named(name)->refuses_other_rates = true;
    pthread_mutex_unlock(&lock);
}

void stub_change_rate(const char *name, double rate) {
    pthread_mutex_lock(&lock);
    device_named(name)->info.defaultSampleRate = rate;
    pthread_mutex_unlock(&lock);
}

void stub_hang(enum stub_function function) {
    pthread_mutex_lock(&lock);
    functions[function].hangs_next = true;
    pthread_mutex_unlock(&lock);
}

bool stub_is_hanging(enum stub_function function) {
    pthread_mutex_lock(&lock);
    const bool result = functions[function].is_hanging;
    pthread_mutex_unlock(&lock);
    return result;
}

void stub_let_go(enum stub_function function) {
    pthread_mutex_lock(&lock);
    functions[function].is_hanging = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

size_t stub_calls(enum stub_function function) {
    pthread_mutex_lock(&lock);
    const size_t result = functions[function].calls;
    pthread_mutex_unlock(&lock);
    return result;
}

size_t stub_calls_by(int number) {
    pthread_mutex_lock(&lock);
    const size_t result = calls_by[number % most_callers];
    pthread_mutex_unlock(&lock);
    return result;
}

size_t stub_crashes(void) {
    pthread_mutex_lock(&lock);
    const size_t result = crashes;
    pthread_mutex_unlock(&lock);
    return result;
}

bool stub_complain(const char *text) {
    clearerr(stderr);
    return fputs(text, stderr) >= 0 && !ferror(stderr);
}

size_t stub_streams(const char *name) {
    pthread_mutex_lock(&lock);
    size_t count = 0;
    for (const struct stream *stream = streams; stream; stream = stream->next) {
        count += stream->is_open && strcmp(stream->device->name, name) == 0;
    }
    pthread_mutex_unlock(&lock);
    return count;
}

// The stream that runs on a device in a direction, with the lock.
static const struct stream *running(const char *name, bool is_input) {
    for (const struct stream *stream = streams; stream; stream = stream->next) {
        if (stream->is_active && stream->is_input == is_input && strcmp(stream->device->name, name) == 0) {
            return stream;
        }
    }
    return NULL;
}

bool stub_capture(const char *name, float value, size_t frames, bool overflowed) {
    static float samples[most_frames * most_channels];
    pthread_mutex_lock(&lock);
    const struct stream *stream = running(name, true);
    if (stream) {
        const size_t count = frames * (size_t)stream->channels;
        if (frames > most_frames || stream->channels > most_channels) abort();
        for (size_t i = 0; i < count; i++) samples[i] = value;
        const PaStreamCallbackTimeInfo time = {0};
        stream->callback(samples, NULL, frames, &time, overflowed ? paInputOverflow : 0, stream->context);
    }
    pthread_mutex_unlock(&lock);
    return stream != NULL;
}

bool stub_play(const char *name, float *output, size_t frames) {
    static float samples[most_frames * most_channels];
    pthread_mutex_lock(&lock);
    const struct stream *stream = running(name, false);
    if (stream) {
        if (frames > most_frames || stream->channels > most_channels) abort();
        const PaStreamCallbackTimeInfo time = {0};
        stream->callback(NULL, samples, frames, &time, 0, stream->context);
        for (size_t i = 0; i < frames; i++) output[i] = samples[i * (size_t)stream->channels];
    }
    pthread_mutex_unlock(&lock);
    return stream != NULL;
}
