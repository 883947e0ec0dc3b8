/// Resamples the device's frames to the recording's rate, slightly slower or faster to correct drift.
struct RateAdapter {
    private let converter: SampleRateConverter
    private let nominalRatio: Double
    private var output = [Float](repeating: 0, count: 4096)
    /// The output frames still to skip, because they were already written before the adapter started.
    private var repeated = 0
    /// Whether the speed was changed to correct drift.
    private(set) var isAdjusting = false
    /// For how many seconds the corrected deviation has been small.
    private(set) var calmSeconds = 0
    /// The output frames that are still in the filter; their input was converted.
    var pending: Double { filtered - Double(repeated) }
    private var filtered = 0.0

    /// `history`, the device's last frames written without the adapter, primes the filter for an inaudible switch.
    init(from deviceRate: Int, to sampleRate: Int, history: UnsafeBufferPointer<Float>? = nil) throws(AudioError) {
        converter = try SampleRateConverter(from: deviceRate, to: sampleRate)
        nominalRatio = Double(sampleRate) / Double(deviceRate)
        guard let history else { return }
        repeated = Int((Double(history.count) * nominalRatio).rounded())
        convert(history) { _ in }
    }

    /// Changes the speed by a factor near 1, every second; `isCalm`: the deviation that it corrects is small.
    mutating func adjust(by factor: Double, isCalm: Bool) {
        isAdjusting = true
        calmSeconds = isCalm ? calmSeconds + 1 : 0
        converter.ratio = nominalRatio * factor
    }

    /// Resets the filter before frames that do not follow the previous ones.
    mutating func reset() {
        let ratio = converter.ratio
        converter.reset()
        converter.ratio = ratio
        repeated = 0
        filtered = 0
    }

    mutating func convert(_ frames: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void) {
        run(frames, endOfInput: false, body)
    }

    /// Passes the rest of the filter to `body`; later frames do not follow these.
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
            filtered += Double(progress.consumed) * converter.ratio - Double(progress.produced)
            let skipped = min(repeated, progress.produced)
            repeated -= skipped
            if progress.produced > skipped {
                output.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[skipped..<progress.produced])) }
            }
            if progress.produced == 0, progress.consumed == 0 || rest.isEmpty { return }
        }
    }
}
