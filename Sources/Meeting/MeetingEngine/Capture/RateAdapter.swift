import AudioDevices
import AudioFiles

/// Brings the device's frames to the recording's rate, and runs a little slower or faster against its drift.
struct RateAdapter {
    private let converter: SampleRateConverter
    private let nominalRatio: Double
    private var output = [Float](repeating: 0, count: 4096)
    /// Output that only repeats what was written before the adapter took over.
    private var repeated = 0
    /// Whether the speed has been changed against drift.
    private(set) var isAdjusting = false

    /// An adapter between two rates, in Hz.
    ///
    /// `history` are the device's last frames that were written without it: with them the filter is filled, so that
    /// the change to it is not heard.
    init(from deviceRate: Int, to sampleRate: Int, history: UnsafeBufferPointer<Float>? = nil) throws(AudioError) {
        converter = try SampleRateConverter(from: deviceRate, to: sampleRate)
        nominalRatio = Double(sampleRate) / Double(deviceRate)
        guard let history else { return }
        repeated = Int((Double(history.count) * nominalRatio).rounded())
        convert(history) { _ in }
    }

    /// Changes the speed by a factor near 1.
    mutating func adjust(by factor: Double) {
        isAdjusting = true
        converter.ratio = nominalRatio * factor
    }

    /// Forgets what came before, because what comes next does not follow on it.
    mutating func reset() {
        let ratio = converter.ratio
        converter.reset()
        converter.ratio = ratio
        repeated = 0
    }

    /// Converts frames and hands on what comes out.
    mutating func convert(_ frames: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void) {
        run(frames, endOfInput: false, body)
    }

    /// Hands on what the filter still holds; what is converted afterwards does not follow on it.
    mutating func flush(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        run(UnsafeBufferPointer(start: nil, count: 0), endOfInput: true, body)
        reset()
    }

    private mutating func run(
        _ frames: UnsafeBufferPointer<Float>,
        endOfInput: Bool,
        _ body: (UnsafeBufferPointer<Float>) -> Void
    ) {
        var rest = frames
        while true {
            let progress = output.withUnsafeMutableBufferPointer {
                converter.process(rest, into: $0, endOfInput: endOfInput)
            }
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(progress.consumed))
            let skipped = min(repeated, progress.produced)
            repeated -= skipped
            if progress.produced > skipped {
                output.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[skipped..<progress.produced])) }
            }
            if progress.produced == 0, progress.consumed == 0 || rest.isEmpty { return }
        }
    }
}
