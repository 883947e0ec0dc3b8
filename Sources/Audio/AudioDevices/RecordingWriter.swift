/// A recording of mono, 16-bit samples with random access.
public protocol RecordedAudio: AnyObject, Sendable {
    /// The sample rate, in Hz.
    var sampleRate: Int { get }

    /// The number of frames, all of which can be read. [any thread]
    var frames: Int64 { get }

    /// Reads frames from a position, and returns their number. [one thread at a time]
    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int
}

/// A growing recording: one queue appends, another may read at the same time.
public protocol RecordingWriter: RecordedAudio {
    /// The file name within its folder, or another identifier.
    var fileName: String { get }

    /// Appends frames of -1 to 1, clipped to that range.
    ///
    /// When it returns, any program can read them. [pump queue]
    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError)

    /// Removes all frames from `frame` on, even if they were read. [pump queue]
    func truncate(to frame: Int64)

    /// Flushes the appended frames to the disk. [any thread that may wait]
    func synchronize() throws(AudioError)

    /// Completes the file: no more appends, but reads still work. [pump queue]
    func finish() throws(AudioError)
}

extension RecordingWriter {
    /// Does nothing, for a recording in memory.
    public func synchronize() throws(AudioError) {}
}

/// The folder that holds the recordings.
public protocol RecordingFolder: Sendable {
    /// Creates a recording; throws if the name exists. [any thread]
    func create(_ fileName: String, sampleRate: Int) throws(AudioError) -> any RecordingWriter

    /// Reopens a recording whose program crashed; new frames follow the existing ones.
    ///
    /// Throws if the file is missing or was not written by this program. [any thread]
    func reopen(_ fileName: String) throws(AudioError) -> any RecordingWriter

    /// Removes a recording, if it exists. [any thread]
    func remove(_ fileName: String) throws(AudioError)

    /// The recording time that fits on the disk at a sample rate, in Hz; nil if unknown. [any thread]
    func availableDuration(sampleRate: Int) -> Duration?
}

extension RecordingFolder {
    /// Unknown.
    public func availableDuration(sampleRate: Int) -> Duration? { nil }
}
