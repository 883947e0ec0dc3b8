import Sound

/// Samples as a recording.
package final class HeldRecording: RecordedAudio {
    package let sampleRate: Int
    package let frames: Int64
    private let samples: [Int16]

    package init(_ samples: [Int16], sampleRate: Int, frames: Int64? = nil) {
        self.samples = samples
        self.sampleRate = sampleRate
        self.frames = frames ?? Int64(samples.count)
    }

    package func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
        let rest = samples.dropFirst(Int(frame)).prefix(buffer.count)
        return buffer.update(fromContentsOf: rest)
    }
}
