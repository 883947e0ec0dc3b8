/// Reads any sound file as mono at a chosen rate, with constant memory use. [one thread at a time]
package final class ConvertingReader {
    /// The output rate, in Hz.
    package let sampleRate: Int

    private let file: AudioFileReader
    private let converter: SampleRateConverter?
    private var input: [Float]
    /// The frames of `input` that are not converted yet.
    private var pending = 0..<0
    private var fileHasEnded = false

    /// Opens a file; nil keeps its sample rate.
    convenience init(
        path: String, sampleRate: Int?, quality: SampleRateConverter.Quality = .fastest
    ) throws(AudioError) {
        try self.init(AudioFileReader(path: path), sampleRate: sampleRate, quality: quality)
    }

    /// Reads an open file, from its position; nil keeps its sample rate.
    package init(
        _ file: AudioFileReader, sampleRate: Int?, quality: SampleRateConverter.Quality = .fastest
    ) throws(AudioError) {
        self.file = file
        self.sampleRate = sampleRate ?? file.sampleRate
        if self.sampleRate == file.sampleRate {
            converter = nil
            input = []
        } else {
            converter = try SampleRateConverter(from: file.sampleRate, to: self.sampleRate, quality: quality)
            input = [Float](repeating: 0, count: 4096)
        }
    }

    /// Reads frames, and returns their number; fewer than requested only at the end.
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
