/// Produces the sound to play. [one thread at a time]
///
/// It reads the recording's segments, changes the speed and converts the rate.
final class SoundFeed {
    private let file: AudioFileReader
    private let spans: PlayedSpans
    private let changer: SpeedChanger
    private var speed: PlaybackSpeed
    private let converter: SampleRateConverter?
    /// The sample rate of the output, in Hz.
    let outputRate: Int

    /// The number of played frames read so far.
    private var offset: Int64
    /// The rest of the current segment.
    private var segment: Range<Int64>?
    private var isFinished = false
    private var block = [Int16](repeating: 0, count: 2048)
    private var changed = [Float](repeating: 0, count: 2048)
    /// The frames of `changed` that are not output yet.
    private var pending = 0..<0

    init(
        file: AudioFileReader,
        spans: PlayedSpans,
        from offset: Int64,
        speed: PlaybackSpeed,
        outputRate: Int
    ) throws(AudioError) {
        self.file = file
        self.spans = spans
        self.speed = speed
        self.offset = offset
        self.outputRate = outputRate
        converter =
            file.sampleRate == outputRate ? nil : try SampleRateConverter(from: file.sampleRate, to: outputRate)
        changer = try SpeedChanger(sampleRate: file.sampleRate)
        changer.setSpeed(speed)
    }

    /// The number of played frames per frame of output.
    var pace: Double { speed.factor * Double(file.sampleRate) / Double(outputRate) }

    /// Continues from another offset and drops all buffered sound.
    func seek(to offset: Int64) {
        self.offset = offset
        segment = nil
        isFinished = false
        pending = 0..<0
        converter?.reset()
        changer.reset()
        changer.setSpeed(speed)
    }

    /// Changes the speed of the frames not read yet.
    func setSpeed(_ speed: PlaybackSpeed) {
        self.speed = speed
        changer.setSpeed(speed)
    }

    /// Fills `output` and returns the number of frames, which is less than its size only at the end.
    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        var count = 0
        while count < output.count {
            let isAtEnd = try !refill()
            let free = UnsafeMutableBufferPointer(rebasing: output[count...])
            let step = pass(into: free, isAtEnd: isAtEnd)
            count += step
            if isAtEnd, step == 0 { break }
        }
        return count
    }

    /// Outputs pending frames, resampled if necessary, and returns their number.
    private func pass(into output: UnsafeMutableBufferPointer<Float>, isAtEnd: Bool) -> Int {
        changed.withUnsafeBufferPointer { changed in
            let input = UnsafeBufferPointer(rebasing: changed[pending])
            guard let converter else {
                let count = min(input.count, output.count)
                _ = output.update(fromContentsOf: input.prefix(count))
                pending = (pending.lowerBound + count)..<pending.upperBound
                return count
            }
            let progress = converter.process(input, into: output, endOfInput: isAtEnd)
            pending = (pending.lowerBound + progress.consumed)..<pending.upperBound
            return progress.produced
        }
    }

    /// Makes frames pending; false if there are no more.
    private func refill() throws(AudioError) -> Bool {
        while pending.isEmpty {
            let count = block.withUnsafeMutableBufferPointer { block in changer.read(into: block) }
            if count > 0 {
                for index in 0..<count { changed[index] = Float(block[index]) / 32_768 }
                pending = 0..<count
            } else if isFinished {
                return false
            } else {
                try readOn()
            }
        }
        return true
    }

    /// Writes the next frames of the recording to the speed changer.
    private func readOn() throws(AudioError) {
        if segment?.isEmpty ?? true {
            segment = spans.segment(from: offset)
            if let segment { try file.seek(to: segment.lowerBound) }
        }
        guard let segment else { return finish() }
        let file = file
        let wanted = Int(min(Int64(block.count), segment.upperBound - segment.lowerBound))
        let count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
            try file.read(into: UnsafeMutableBufferPointer(rebasing: block[..<wanted]))
        }
        guard count > 0 else { return finish() }
        block.withUnsafeMutableBufferPointer { block in
            changer.write(UnsafeMutableBufferPointer(rebasing: block[..<count]))
        }
        offset += Int64(count)
        self.segment = (segment.lowerBound + Int64(count))..<segment.upperBound
    }

    private func finish() {
        changer.finish()
        isFinished = true
    }
}
