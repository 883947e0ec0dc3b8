package import AudioDevices

/// Reads any sound file as one channel at a chosen rate, in memory that does not grow. [one thread at a time]
package final class ConvertingReader {
    /// Frames per second of what is read, in Hz.
    package let sampleRate: Int

    private let file: AudioFileReader
    private let converter: SampleRateConverter?
    private var input: [Float]
    /// Which frames of `input` are still to be converted.
    private var pending = 0..<0
    private var fileHasEnded = false

    /// Opens a file; without a rate it is read at its own.
    package init(path: String, sampleRate: Int?, quality: SampleRateConverter.Quality = .fastest) throws(AudioError) {
        file = try AudioFileReader(path: path)
        self.sampleRate = sampleRate ?? file.sampleRate
        if self.sampleRate == file.sampleRate {
            converter = nil
            input = []
        } else {
            converter = try SampleRateConverter(from: file.sampleRate, to: self.sampleRate, quality: quality)
            input = [Float](repeating: 0, count: 4096)
        }
    }

    /// Reads frames, fewer than fit only at the end, and returns how many.
    package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        guard let converter else { return try file.read(into: buffer) }
        var count = 0
        while count < buffer.count {
            try refill()
            let free = UnsafeMutableBufferPointer(rebasing: buffer[count...])
            let progress = input.withUnsafeBufferPointer { input in
                converter.process(
                    UnsafeBufferPointer(rebasing: input[pending]),
                    into: free,
                    endOfInput: fileHasEnded
                )
            }
            pending = (pending.lowerBound + progress.consumed)..<pending.upperBound
            count += progress.produced
            if fileHasEnded, progress.produced == 0, progress.consumed == 0 { break }
        }
        return count
    }

    private func refill() throws(AudioError) {
        guard pending.isEmpty, !fileHasEnded else { return }
        let file = file
        let count = try input.withUnsafeMutableBufferPointer { input throws(AudioError) in
            try file.read(into: input)
        }
        pending = 0..<count
        fileHasEnded = count < input.count
    }
}
