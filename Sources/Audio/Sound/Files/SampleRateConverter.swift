import CSampleRate

/// Converts mono samples between sample rates, through libsamplerate. [one thread at a time]
///
/// Output frame n corresponds to input frame n / `ratio`. The filter needs later input, so the last few milliseconds
/// appear only with more input or with `endOfInput`.
package final class SampleRateConverter {
    package enum Quality: Hashable, Sendable, CaseIterable {
        /// 97 dB signal to noise, 80 % of the bandwidth: enough for speech and 16-bit recordings.
        case fastest
        /// 121 dB signal to noise, 90 % of the bandwidth, at about twice the CPU time.
        case medium
    }

    /// The number of output frames per input frame.
    ///
    /// Small changes are allowed at any time, to follow a sound card's drift; the next block interpolates between the
    /// ratios. Values outside 1/256 to 256 are ignored.
    var ratio: Double {
        didSet { if !(1.0 / 256...256).contains(ratio) { ratio = oldValue } }
    }

    private let state: OpaquePointer
    private let nominalRatio: Double

    /// Creates a converter between two rates, in Hz, that differ by a factor of at most 256.
    package init(from inputRate: Int, to outputRate: Int, quality: Quality = .fastest) throws(AudioError) {
        let ratio = Double(outputRate) / Double(inputRate)
        guard inputRate > 0, outputRate > 0, src_is_valid_ratio(ratio) != 0 else {
            throw .failed(device: "converter", reason: "cannot convert \(inputRate) Hz to \(outputRate) Hz")
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

    package struct Progress: Hashable, Sendable {
        /// The number of input frames used; pass the rest again.
        package let consumed: Int
        package let produced: Int
    }

    /// Converts as much input as fits into the output, without allocation.
    ///
    /// At the end of the input, call it with `endOfInput` until it produces nothing.
    package func process(
        _ input: UnsafeBufferPointer<Float>,
        into output: UnsafeMutableBufferPointer<Float>,
        endOfInput: Bool = false
    ) -> Progress {
        guard !output.isEmpty else { return Progress(consumed: 0, produced: 0) }
        var data = SRC_DATA()
        // libsamplerate rejects null pointers, even for 0 frames, and pointers into the output.
        data.data_in = input.baseAddress ?? UnsafePointer(output.baseAddress.map { $0 + output.count })
        data.input_frames = input.count
        data.data_out = output.baseAddress
        data.output_frames = output.count
        data.src_ratio = ratio
        data.end_of_input = endOfInput ? 1 : 0
        // The possible errors are null pointers, overlaps and an invalid ratio; all are excluded here.
        let error = src_process(state, &data)
        precondition(error == 0, "libsamplerate: \(String(cString: src_strerror(error)))")
        return Progress(consumed: data.input_frames_used, produced: data.output_frames_gen)
    }

    /// Discards all input, and restores the initial ratio.
    func reset() {
        src_reset(state)
        ratio = nominalRatio
    }

    /// Converts a complete sound, such as a cue.
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
