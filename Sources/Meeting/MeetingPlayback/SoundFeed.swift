import AudioDevices
import AudioFiles

/// Makes the sound that is played: reads the recording's stretches, changes the speed, converts the rate.
/// [one thread at a time]
final class SoundFeed {
    private let file: AudioFileReader
    private let spans: PlayedSpans
    private var changer: SpeedChanger
    private var speed: PlaybackSpeed
    private let converter: SampleRateConverter?
    /// Frames per second of what comes out, in Hz.
    let outputRate: Int

    /// How many frames of the spans have been read.
    private var offset: Int64
    /// The stretch that is being read.
    private var stretch: Range<Int64>?
    private var isFinished = false
    private var block = [Int16](repeating: 0, count: 2048)
    private var changed = [Float](repeating: 0, count: 2048)
    /// Which frames of `changed` are still to go out.
    private var pending = 0..<0

    /// A feed from an offset on.
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
        changer = SpeedChanger(sampleRate: file.sampleRate)
        changer.setSpeed(speed)
    }

    /// How many frames of the spans a frame that goes out stands for.
    var pace: Double { speed.factor * Double(file.sampleRate) / Double(outputRate) }

    /// Goes on from another offset, and forgets what it holds.
    func seek(to offset: Int64) {
        self.offset = offset
        stretch = nil
        isFinished = false
        pending = 0..<0
        converter?.reset()
        changer = SpeedChanger(sampleRate: file.sampleRate)
        changer.setSpeed(speed)
    }

    /// Changes the speed of what has not been read yet.
    func setSpeed(_ speed: PlaybackSpeed) {
        self.speed = speed
        changer.setSpeed(speed)
    }

    /// Makes the next frames, fewer than fit only at the end, and returns how many.
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

    /// Moves pending frames on, converted if need be, and returns how many came out.
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

    /// Sees to it that frames are pending; false when there are none any more.
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

    /// Hands the changer the next frames of the recording.
    private func readOn() throws(AudioError) {
        if stretch?.isEmpty ?? true {
            stretch = spans.stretch(from: offset)
            if let stretch { try file.seek(to: stretch.lowerBound) }
        }
        guard let stretch else { return finish() }
        let file = file
        let wanted = Int(min(Int64(block.count), stretch.upperBound - stretch.lowerBound))
        let count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
            try file.read(into: UnsafeMutableBufferPointer(rebasing: block[..<wanted]))
        }
        guard count > 0 else { return finish() }
        block.withUnsafeMutableBufferPointer { block in
            changer.write(UnsafeMutableBufferPointer(rebasing: block[..<count]))
        }
        offset += Int64(count)
        self.stretch = (stretch.lowerBound + Int64(count))..<stretch.upperBound
    }

    private func finish() {
        changer.finish()
        isFinished = true
    }
}
