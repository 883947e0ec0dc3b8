package import AudioDevices
import CSampleRate

/// Converts a stream of mono samples from one sample rate to another, through libsamplerate. [one thread at a time]
///
/// The output is aligned with the input: output frame n is what was heard at input frame n / `ratio`. Because the
/// filter looks ahead, the last few milliseconds come out only with more input or with `endOfInput`.
package final class SampleRateConverter {
    /// How good the conversion is, and what it costs.
    package enum Quality: Hashable, Sendable, CaseIterable {
        /// 97 dB signal to noise, 80 % of the bandwidth: enough for speech, 16-bit recordings and recognisers.
        case fastest
        /// 121 dB signal to noise, 90 % of the bandwidth, for about twice the work.
        case medium
    }

    /// Output frames per input frame.
    ///
    /// It may change at any time by a little, to follow a sound card's drift; the next block glides from the old ratio
    /// to the new one. What is not between 1/256 and 256 is not taken.
    package var ratio: Double {
        didSet { if !(1.0 / 256...256).contains(ratio) { ratio = oldValue } }
    }

    private let state: OpaquePointer
    private let nominalRatio: Double

    /// A converter between two rates, in Hz, that differ by a factor of at most 256.
    package init(from inputRate: Int, to outputRate: Int, quality: Quality = .fastest) throws(AudioError) {
        let ratio = Double(outputRate) / Double(inputRate)
        guard inputRate > 0, outputRate > 0, src_is_valid_ratio(ratio) != 0 else {
            throw .failed(device: "converter", reason: "cannot turn \(inputRate) Hz into \(outputRate) Hz")
        }
        var error: Int32 = 0
        let type = quality == .fastest ? SRC_SINC_FASTEST : SRC_SINC_MEDIUM_QUALITY
        guard let state = src_new(Int32(type), 1, &error) else {
            throw .failed(device: "converter", reason: String(cString: src_strerror(error)))
        }
        self.state = state
        self.ratio = ratio
        nominalRatio = ratio
    }

    deinit {
        src_delete(state)
    }

    /// What one call has taken and given.
    package struct Progress: Hashable, Sendable {
        /// How many input frames have been used; the rest is to be handed in again.
        package let consumed: Int
        /// How many output frames have been written.
        package let produced: Int
    }

    /// Converts as much of the input as there is room for in the output, without allocating.
    ///
    /// After the last input call it with `endOfInput`, repeatedly, until it produces nothing more.
    package func process(
        _ input: UnsafeBufferPointer<Float>,
        into output: UnsafeMutableBufferPointer<Float>,
        endOfInput: Bool = false
    ) -> Progress {
        guard !output.isEmpty else { return Progress(consumed: 0, produced: 0) }
        var data = SRC_DATA()
        // An empty buffer may have no address, and libsamplerate refuses a null pointer even to no frames, and one into
        // the output.
        data.data_in = input.baseAddress ?? UnsafePointer(output.baseAddress.map { $0 + output.count })
        data.input_frames = input.count
        data.data_out = output.baseAddress
        data.output_frames = output.count
        data.src_ratio = ratio
        data.end_of_input = endOfInput ? 1 : 0
        // What it could refuse are null pointers, overlaps and a ratio out of range: none can come from here.
        let error = src_process(state, &data)
        precondition(error == 0, "libsamplerate: \(String(cString: src_strerror(error)))")
        return Progress(consumed: data.input_frames_used, produced: data.output_frames_gen)
    }

    /// Forgets all input, and goes back to the ratio it was made with.
    package func reset() {
        src_reset(state)
        ratio = nominalRatio
    }

    /// Converts a whole sound, such as a cue.
    package static func convert(
        _ samples: [Float],
        from inputRate: Int,
        to outputRate: Int,
        quality: Quality = .medium
    ) throws(AudioError) -> [Float] {
        guard inputRate != outputRate else { return samples }
        let converter = try SampleRateConverter(from: inputRate, to: outputRate, quality: quality)
        let capacity = Int((Double(samples.count) * converter.ratio).rounded(.up)) + 1
        return [Float](unsafeUninitializedCapacity: capacity) { output, count in
            samples.withUnsafeBufferPointer { samples in
                var rest = samples[...]
                while count < capacity {
                    let free = UnsafeMutableBufferPointer(rebasing: output[count...])
                    let input = UnsafeBufferPointer(rebasing: rest)
                    let progress = converter.process(input, into: free, endOfInput: true)
                    if progress.produced == 0, progress.consumed == 0 { break }
                    rest = rest.dropFirst(progress.consumed)
                    count += progress.produced
                }
            }
        }
    }
}
