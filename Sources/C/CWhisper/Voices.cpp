#include "CVoices.h"

#include <ggml-alloc.h>
#include <ggml-backend.h>
#include <ggml.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "Shared.h"

namespace {

using Tensor = ggml_tensor *;

template <auto release>
struct Release {
    template <typename T>
    void operator()(T *resource) const {
        release(resource);
    }
};

using Context = std::unique_ptr<ggml_context, Release<ggml_free>>;
using Backend = std::unique_ptr<ggml_backend, Release<ggml_backend_free>>;
using Buffer = std::unique_ptr<ggml_backend_buffer, Release<ggml_backend_buffer_free>>;
using Allocator = std::unique_ptr<ggml_gallocr, Release<ggml_gallocr_free>>;

// MARK: The weights

// A model file has three numbers, then tensors. A tensor has its rank, the length of its name, its type (0, for 32-bit
// floating point), its dimensions, its name and its values. Numbers have 32 bits, little-endian.
class ModelFile {
public:
    explicit ModelFile(const char *path) : file(fopen(path, "rbe")) {
        if (!file) throw std::runtime_error("it cannot be opened");
    }

    void read(void *bytes, size_t count) {
        if (fread(bytes, 1, count, file.get()) != count) throw std::runtime_error("it is incomplete");
    }

    uint32_t number(uint32_t least, uint32_t most) {
        uint32_t value = 0;
        read(&value, sizeof value);
        if (value < least || value > most) throw std::runtime_error("it is not a model of voices");
        return value;
    }

private:
    std::unique_ptr<FILE, Release<fclose>> file;
};

constexpr uint32_t magic = 0x73766f78, version = 1, most_tensors = 1024, largest_dimension = 1 << 14;

Context make_context(size_t tensors, size_t graph = 0) {
    Context context(ggml_init({tensors * ggml_tensor_overhead() + graph, nullptr, true}));
    if (!context) throw std::bad_alloc();
    return context;
}

}  // namespace

struct standup_voice {
    explicit standup_voice(const char *path)
        : backend(ggml_backend_init_by_type(GGML_BACKEND_DEVICE_TYPE_CPU, nullptr)), context(make_context(most_tensors)) {
        if (!backend) throw std::runtime_error("ggml has no code for this processor");
        use_one_thread();
        ModelFile file(path);
        file.number(magic, magic);
        file.number(version, version);
        std::vector<std::vector<char>> values(file.number(1, most_tensors));
        for (auto &bytes : values) {
            Tensor tensor = read_tensor(file);
            bytes.resize(ggml_nbytes(tensor));
            file.read(bytes.data(), bytes.size());
        }
        buffer.reset(ggml_backend_alloc_ctx_tensors(context.get(), backend.get()));
        if (!buffer) throw std::bad_alloc();
        auto bytes = values.begin();
        for (Tensor tensor = ggml_get_first_tensor(context.get()); tensor;
             tensor = ggml_get_next_tensor(context.get(), tensor), bytes++)
            ggml_backend_tensor_set(tensor, bytes->data(), 0, bytes->size());
    }

    Tensor weight(const std::string &name, int64_t columns, int64_t rows) const {
        auto found = tensors.find(name);
        if (found == tensors.end() || found->second->ne[0] != columns || found->second->ne[1] != rows)
            throw std::runtime_error("its part " + name + " is missing or has other dimensions");
        return found->second;
    }

    Backend backend;

private:
    Context context;
    Buffer buffer;
    std::unordered_map<std::string, Tensor> tensors;

    Tensor read_tensor(ModelFile &file) {
        uint32_t rank = file.number(1, 2), length = file.number(1, 64);
        file.number(0, 0);
        int64_t dimensions[2] = {1, 1};
        for (uint32_t index = 0; index < rank; index++) dimensions[index] = file.number(1, largest_dimension);
        std::string name(length, 0);
        file.read(name.data(), length);
        return tensors[name] = ggml_new_tensor(context.get(), GGML_TYPE_F32, int(rank), dimensions);
    }

    // In a portable build the processor's code is in a library of its own, which has the function.
    void use_one_thread() {
        auto *registry = ggml_backend_dev_backend_reg(ggml_backend_get_device(backend.get()));
        auto set = reinterpret_cast<ggml_backend_set_n_threads_t>(
            ggml_backend_reg_get_proc_address(registry, "ggml_backend_set_n_threads"));
        if (set) set(backend.get(), 1);
    }
};

namespace {

// MARK: The network

int64_t divided(int64_t count, int64_t by) { return (count + by - 1) / by; }

// The times and mel bands that a result of a convolution depends on.
struct Window {
    int times = 1, bands = 1, time_stride = 1, band_stride = 1, dilation = 1;
};

// Copies what each result depends on; ggml's im2col does so number by number, which takes longer than the products.
void gather(Tensor windows, int, int, void *context) {
    const Window &window = *static_cast<const Window *>(context);
    const ggml_tensor *x = windows->src[0];
    size_t size = size_t(x->ne[0]) * sizeof(float);
    char *to = static_cast<char *>(windows->data);
    for (int64_t row = 0; row < windows->ne[2]; row++) {
        for (int64_t column = 0; column < windows->ne[1]; column++) {
            for (int64_t band_offset = 0; band_offset < window.bands; band_offset++) {
                int64_t band = row * window.band_stride + band_offset - window.bands / 2;
                for (int64_t offset = 0; offset < window.times; offset++, to += size) {
                    int64_t time = column * window.time_stride + (offset - window.times / 2) * window.dilation;
                    bool is_inside = 0 <= time && time < x->ne[1] && 0 <= band && band < x->ne[2];
                    if (!is_inside) {
                        memset(to, 0, size);
                        continue;
                    }
                    const char *from = static_cast<const char *>(x->data);
                    memcpy(to, from + size_t(time) * x->nb[1] + size_t(band) * x->nb[2], size);
                }
            }
        }
    }
}

// Computes the embedding of a sound of a certain number of frames.
//
// The dimensions of its tensors are channels, times and, in the head, mel bands; the channels of a time are contiguous.
class Network {
public:
    Network(const standup_voice &voice, int frames)
        : voice(voice), context(make_context(most_nodes, ggml_graph_overhead_custom(most_nodes, false))),
          graph(ggml_new_graph_custom(context.get(), most_nodes, false)), frames(frames), steps(int(divided(frames, 2))),
          segments(int(divided(steps, segment))) {
        features = input(STANDUP_VOICE_BANDS, frames);
        averages = input(steps, segments);
        spread = input(segments, steps);
        embedding = linear("dense", pooled(time_layers(head())), STANDUP_VOICE_SIZE);
        ggml_set_output(embedding);
        ggml_build_forward_expand(graph, embedding);
    }

    void compute(const float *values, float *result) {
        ggml_backend_t backend = voice.backend.get();
        Allocator allocator(ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend)));
        if (!allocator || !ggml_gallocr_alloc_graph(allocator.get(), graph)) throw std::bad_alloc();
        ggml_backend_tensor_set(features, values, 0, ggml_nbytes(features));
        set_segments();
        if (ggml_backend_graph_compute(backend, graph) != GGML_STATUS_SUCCESS) throw std::runtime_error("ggml failed");
        ggml_backend_tensor_get(embedding, result, 0, ggml_nbytes(embedding));
    }

private:
    static constexpr size_t most_nodes = 4096;
    // The steps of time whose mean is part of a layer's context: 2 s.
    static constexpr int segment = 100;
    static constexpr int head_channels = 32, growth = 32, bottleneck = 128;

    const standup_voice &voice;
    Context context;
    ggml_cgraph *graph;
    int frames, steps, segments;
    Tensor features, averages, spread, embedding;
    std::list<Window> all_windows;

    ggml_context *c() { return context.get(); }

    Tensor input(int64_t columns, int64_t rows) {
        Tensor tensor = ggml_new_tensor_2d(c(), GGML_TYPE_F32, columns, rows);
        ggml_set_input(tensor);
        return tensor;
    }

    Tensor vector(const std::string &name, int64_t size) { return voice.weight(name, size, 1); }

    // Weights times x, plus the bias.
    Tensor linear(const std::string &name, Tensor x, int64_t outputs) {
        Tensor product = ggml_mul_mat(c(), voice.weight(name + ".weight", x->ne[0], outputs), x);
        return ggml_add(c(), product, vector(name + ".bias", outputs));
    }

    Tensor normalized(const std::string &name, Tensor x) {
        Tensor scaled = ggml_mul(c(), x, vector(name + ".norm.scale", x->ne[0]));
        return ggml_relu(c(), ggml_add(c(), scaled, vector(name + ".norm.shift", x->ne[0])));
    }

    // What each result of a convolution depends on, its channels after each other; zeros before and after the sound.
    Tensor windows(Tensor x, Window window) {
        Window &kept = all_windows.emplace_back(window);
        return ggml_custom_4d(
            c(), GGML_TYPE_F32, x->ne[0] * window.times * window.bands, divided(x->ne[1], window.time_stride),
            divided(x->ne[2], window.band_stride), 1, &x, 1, gather, 1, &kept);
    }

    // A convolution over 3 times and 3 bands.
    Tensor convolution(const std::string &name, Tensor x, int band_stride) {
        return linear(name, windows(x, {.times = 3, .bands = 3, .band_stride = band_stride}), head_channels);
    }

    Tensor residual(const std::string &name, Tensor x, int stride) {
        Tensor y = ggml_relu(c(), convolution(name + ".conv1", x, stride));
        y = convolution(name + ".conv2", y, 1);
        if (stride == 1) return ggml_relu(c(), ggml_add(c(), y, x));
        Tensor strided = windows(x, {.band_stride = stride});
        return ggml_relu(c(), ggml_add(c(), y, linear(name + ".shortcut", strided, head_channels)));
    }

    // 320 numbers for each frame: 32 channels of 10 bands.
    Tensor head() {
        Tensor x = ggml_cont(c(), ggml_transpose(c(), features));
        x = ggml_relu(c(), convolution("head.conv1", ggml_reshape_3d(c(), x, 1, frames, STANDUP_VOICE_BANDS), 1));
        x = residual("head.layer1.0", x, 2);
        x = residual("head.layer1.1", x, 1);
        x = residual("head.layer2.0", x, 2);
        x = residual("head.layer2.1", x, 1);
        x = ggml_relu(c(), convolution("head.conv2", x, 2));
        int64_t numbers = x->ne[0] * x->ne[2];
        return ggml_reshape_2d(c(), ggml_cont(c(), ggml_permute(c(), x, 0, 2, 1, 3)), numbers, frames);
    }

    // 512 numbers for each step of two frames.
    Tensor time_layers(Tensor x) {
        x = ggml_relu(c(), linear("tdnn", windows(x, {.times = 5, .time_stride = 2}), bottleneck));
        x = block(1, 12, 1, x);
        x = block(2, 24, 2, x);
        return normalized("out", block(3, 16, 2, x));
    }

    // Layers of which each adds 32 numbers; then half of all.
    Tensor block(int number, int layers, int dilation, Tensor x) {
        int64_t first = x->ne[0], all = first + layers * growth;
        Tensor buffer = ggml_new_tensor_2d(c(), GGML_TYPE_F32, all, steps);
        // It keeps its place until all layers have written to it.
        ggml_set_input(buffer);
        ggml_set_output(buffer);
        auto add = [&](Tensor part, int64_t at) {
            Tensor place = ggml_view_2d(c(), buffer, part->ne[0], steps, buffer->nb[1], size_t(at) * sizeof(float));
            ggml_build_forward_expand(graph, ggml_cpy(c(), part, place));
        };
        add(x, 0);
        for (int layer = 0; layer < layers; layer++) {
            int64_t count = first + layer * growth;
            Tensor known = ggml_view_2d(c(), buffer, count, steps, buffer->nb[1], 0);
            add(masked("block" + std::to_string(number) + "." + std::to_string(layer + 1), known, dilation), count);
        }
        std::string name = "transit" + std::to_string(number);
        return ggml_mul_mat(c(), voice.weight(name + ".weight", all, all / 2), normalized(name, buffer));
    }

    // 32 numbers for each step from its neighbours, masked by its context: the means of all steps and of its segment.
    Tensor masked(const std::string &name, Tensor x, int dilation) {
        Tensor h = ggml_relu(c(), linear(name + ".linear", normalized(name, x), bottleneck));
        Tensor local = ggml_mul_mat(
            c(), voice.weight(name + ".local.weight", 3 * bottleneck, growth),
            windows(h, {.times = 3, .dilation = dilation}));
        Tensor means = ggml_mul_mat(c(), ggml_cont(c(), ggml_transpose(c(), h)), averages);
        Tensor mask = ggml_relu(c(), linear(name + ".context1", means, bottleneck / 2));
        mask = ggml_sigmoid(c(), linear(name + ".context2", mask, growth));
        return ggml_mul(c(), local, ggml_mul_mat(c(), ggml_cont(c(), ggml_transpose(c(), mask)), spread));
    }

    // The means of all numbers over time, and their standard deviations.
    Tensor pooled(Tensor x) {
        Tensor numbers = ggml_cont(c(), ggml_transpose(c(), x));
        Tensor means = ggml_mean(c(), numbers);
        Tensor squares = ggml_sum_rows(c(), ggml_sqr(c(), ggml_sub(c(), numbers, means)));
        Tensor deviations = ggml_sqrt(c(), ggml_scale(c(), squares, 1.0f / float(steps - 1)));
        return ggml_concat(
            c(), ggml_reshape_1d(c(), means, x->ne[0]), ggml_reshape_1d(c(), deviations, x->ne[0]), 0);
    }

    // The matrices that make the means of all steps and of segments, and give a segment's numbers to its steps.
    void set_segments() {
        std::vector<float> to(size_t(steps) * size_t(segments)), from(to.size());
        for (int index = 0; index < segments; index++) {
            int start = index * segment, end = std::min(steps, start + segment);
            for (int step = 0; step < steps; step++) {
                bool is_inside = start <= step && step < end;
                to[size_t(index * steps + step)] =
                    1.0f / float(steps) + (is_inside ? 1.0f / float(end - start) : 0);
                from[size_t(step * segments + index)] = is_inside;
            }
        }
        ggml_backend_tensor_set(averages, to.data(), 0, ggml_nbytes(averages));
        ggml_backend_tensor_set(spread, from.data(), 0, ggml_nbytes(spread));
    }
};

struct Work {
    const standup_voice *voice;
    const float *features;
    int frames;
    float *embedding;
    bool succeeded;
};

void embed(void *context) {
    auto *work = static_cast<Work *>(context);
    try {
        Network(*work->voice, work->frames).compute(work->features, work->embedding);
        work->succeeded = true;
    } catch (const std::exception &error) {
        standup_set_error(error.what());
    }
}

}  // namespace

standup_voice *standup_voice_load(const char *path) {
    standup_prepare();
    try {
        auto voice = std::make_unique<standup_voice>(path);
        // Looks up every weight.
        Network(*voice, STANDUP_VOICE_FEWEST_FRAMES);
        return voice.release();
    } catch (const std::exception &error) {
        standup_set_error(error.what());
        return nullptr;
    }
}

bool standup_voice_embed(standup_voice *voice, const float *features, int frames, int niceness, float *embedding) {
    if (frames < STANDUP_VOICE_FEWEST_FRAMES || frames > STANDUP_VOICE_MOST_FRAMES) {
        standup_set_error("the sound is too short or too long");
        return false;
    }
    Work work = {voice, features, frames, embedding, false};
    return standup_perform(embed, &work, niceness) && work.succeeded;
}

void standup_voice_free(standup_voice *voice) { delete voice; }
