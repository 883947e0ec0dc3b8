/// Recorded sound, mono, 16 bit, that can be read at any position.
public protocol RecordedAudio: AnyObject, Sendable {
    /// Frames per second, in Hz.
    var sampleRate: Int { get }

    /// How many frames there are; each of them can be read. [any thread]
    var frames: Int64 { get }

    /// Reads frames from a position, at most as many as fit, and returns how many. [one thread at a time]
    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int
}

/// A recording that grows: frames are appended on one queue and may be read on another at the same time.
public protocol RecordingWriter: RecordedAudio {
    /// The file's name inside its folder, or whatever else identifies it.
    var fileName: String { get }

    /// Appends frames, -1 to 1, clipped. They are readable by any program when it returns. [pump queue]
    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError)

    /// Takes back what was appended from a frame on; a reader may have read it. [pump queue]
    func cut(to frame: Int64)

    /// Waits until the disk has what was appended before. [any thread that may wait]
    func synchronize() throws(AudioError)

    /// Completes the file. Nothing can be appended afterwards, everything can be read. [pump queue]
    func finish() throws(AudioError)
}

extension RecordingWriter {
    /// Does nothing, as it befits a recording that no disk has.
    public func synchronize() throws(AudioError) {}
}

/// Where recordings are kept.
public protocol RecordingFolder: Sendable {
    /// Begins a recording; one of this name that exists is an error. [any thread]
    func create(_ fileName: String, sampleRate: Int) throws(AudioError) -> any RecordingWriter

    /// Goes on with a recording whose program died: what was appended then stays, and what is appended now follows it.
    ///
    /// One that is not there, or is no recording of ours, is an error. [any thread]
    func reopen(_ fileName: String) throws(AudioError) -> any RecordingWriter

    /// Removes a recording; one that is not there is no error. [any thread]
    func remove(_ fileName: String) throws(AudioError)

    /// For how long a recording at a rate, in Hz, there is room; nil if that is not known. [any thread]
    func room(sampleRate: Int) -> Duration?
}

extension RecordingFolder {
    /// Not known.
    public func room(sampleRate: Int) -> Duration? { nil }
}
