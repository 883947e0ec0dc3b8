import Sound

/// Converts frames of a recording to the recognizers' format: mono, 16 bit, 16 kHz.
///
/// Sample n corresponds to frame n × rate / 16000.
struct SpeechConverter {
    /// The sample rate of recognizers, in Hz.
    static let sampleRate = 16_000

    /// Nil if the recording has that rate.
    private let converter: SampleRateConverter?
    private var output = [Float](repeating: 0, count: 4096)

    init(sampleRate: Int) throws(RecognizerError) {
        guard sampleRate != Self.sampleRate else {
            converter = nil
            return
        }
        do {
            converter = try SampleRateConverter(from: sampleRate, to: Self.sampleRate, quality: .medium)
        } catch {
            throw .failed(name: "conversion to 16 kHz", reason: "\(error)")
        }
    }

    /// Converts frames; with `endOfInput` also the rest in the filter.
    mutating func convert(_ frames: UnsafeBufferPointer<Int16>, endOfInput: Bool = false) -> [Int16] {
        guard let converter else { return Array(frames) }
        let input = frames.map { Float($0) / 32768 }
        var converted: [Int16] = []
        input.withUnsafeBufferPointer { input in
            var rest = input[...]
            while true {
                let progress = output.withUnsafeMutableBufferPointer {
                    converter.process(UnsafeBufferPointer(rebasing: rest), into: $0, endOfInput: endOfInput)
                }
                rest = rest.dropFirst(progress.consumed)
                for sample in output[..<progress.produced] {
                    converted.append(Int16(min(max((sample * 32768).rounded(), -32768), 32767)))
                }
                if progress.produced == 0, rest.isEmpty || progress.consumed == 0 { break }
            }
        }
        return converted
    }

    /// The cues at 16 kHz, without those that cannot be converted.
    static func convert(_ cues: CueSounds?) -> [Cue: [Float]] {
        guard let cues else { return [:] }
        return cues.samples.compactMapValues {
            try? SampleRateConverter.convert($0, from: cues.sampleRate, to: sampleRate)
        }
    }
}
