import CSonic

/// Makes speech faster or slower and leaves its pitch, through libsonic. [one thread at a time]
final class SpeedChanger {
    private let stream: sonicStream

    /// For mono sound of so many frames per second, in Hz.
    init(sampleRate: Int) {
        // It is nil only when there is no memory, where nothing else in Swift goes on either.
        guard let stream = sonicCreateStream(Int32(sampleRate), 1) else { fatalError("libsonic: out of memory") }
        self.stream = stream
    }

    deinit {
        sonicDestroyStream(stream)
    }

    /// Changes the speed of what is written from now on.
    func setSpeed(_ speed: PlaybackSpeed) {
        sonicSetSpeed(stream, Float(speed.factor))
    }

    /// Takes frames.
    func write(_ frames: UnsafeMutableBufferPointer<Int16>) {
        let taken = sonicWriteShortToStream(stream, frames.baseAddress, Int32(frames.count))
        precondition(taken != 0, "libsonic: out of memory")
    }

    /// Makes what it holds back come out; only the end is to follow.
    func finish() {
        let done = sonicFlushStream(stream)
        precondition(done != 0, "libsonic: out of memory")
    }

    /// Gives the frames that are ready, as many as fit, and returns how many.
    func read(into frames: UnsafeMutableBufferPointer<Int16>) -> Int {
        Int(sonicReadShortFromStream(stream, frames.baseAddress, Int32(frames.count)))
    }
}
