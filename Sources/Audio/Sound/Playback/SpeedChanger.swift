import CSonic

/// Changes the speed of speech without changing its pitch, with libsonic. [one thread at a time]
final class SpeedChanger {
    private let sampleRate: Int32
    private var stream: sonicStream

    /// Creates a speed changer for mono sound; the sample rate is in Hz.
    init(sampleRate: Int) throws(AudioError) {
        guard standup_sonic_is_installed() != 0 else {
            throw .noLibrary("libsonic", package: "libsonic0")
        }
        self.sampleRate = Int32(sampleRate)
        stream = Self.makeStream(self.sampleRate)
    }

    private static func makeStream(_ sampleRate: Int32) -> sonicStream {
        // It is nil only if memory has run out, which no Swift program survives.
        guard let stream = sonicCreateStream(sampleRate, 1) else { fatalError("libsonic: out of memory") }
        return stream
    }

    deinit {
        sonicDestroyStream(stream)
    }

    /// Drops the buffered sound and resets the speed.
    func reset() {
        sonicDestroyStream(stream)
        stream = Self.makeStream(sampleRate)
    }

    /// Changes the speed of the frames written from now on.
    func setSpeed(_ speed: PlaybackSpeed) {
        sonicSetSpeed(stream, Float(speed.factor))
    }

    func write(_ frames: UnsafeMutableBufferPointer<Int16>) {
        let taken = sonicWriteShortToStream(stream, frames.baseAddress, Int32(frames.count))
        precondition(taken != 0, "libsonic: out of memory")
    }

    /// Flushes the buffered frames; call it only at the end.
    func finish() {
        let done = sonicFlushStream(stream)
        precondition(done != 0, "libsonic: out of memory")
    }

    /// Reads as many processed frames as fit, and returns their number.
    func read(into frames: UnsafeMutableBufferPointer<Int16>) -> Int {
        Int(sonicReadShortFromStream(stream, frames.baseAddress, Int32(frames.count)))
    }
}
