public import MeetingModel

/// A recording of 16-bit samples with random access: one channel, or two for the room and the call.
public protocol RecordedAudio: AnyObject, Sendable {
    /// The sample rate, in Hz.
    var sampleRate: Int { get }

    /// The number of frames, all of which can be read. [any thread]
    var frames: Int64 { get }

    /// The number of channels: 1 for the room, 2 for the room and the call.
    var channels: Int { get }

    /// What a loudspeaker played at the same frames, whose echo is in this recording; nil if it is unknown.
    var reference: (any RecordedAudio)? { get }

    /// Reads frames of the only channel, or of the mix, from a position, and returns their number.
    ///
    /// A growing recording has no mix, and gives the room. [one thread at a time]
    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int

    /// Reads frames of a channel from a position, and returns their number. [one thread at a time]
    func read(
        _ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int
}

extension RecordedAudio {
    /// 1: the room.
    public var channels: Int { 1 }

    /// Nil: unknown.
    public var reference: (any RecordedAudio)? { nil }

    /// Reads the room's frames; a recording of one channel has no frames of a call.
    public func read(
        _ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        channel == .room ? try read(from: frame, into: buffer) : 0
    }
}

extension RecordedAudio {
    /// Reads up to `count` frames from a position, and those of the reference at the same place, and returns their number.
    ///
    /// Frames that the reference lacks are silence. Both buffers hold at least `count` frames. [one thread at a time]
    package func read(
        from frame: Int64, count: Int, into frames: inout [Int16], reference: inout [Int16]
    ) throws(AudioError) -> Int {
        let read = try read(from: frame, count: count, into: &frames)
        guard let call = self.reference else { return read }
        let known = try call.read(from: frame, count: read, into: &reference)
        for index in known..<read { reference[index] = 0 }
        return read
    }

    private func read(from frame: Int64, count: Int, into frames: inout [Int16]) throws(AudioError) -> Int {
        try frames.withUnsafeMutableBufferPointer { frames throws(AudioError) in
            try read(from: frame, into: UnsafeMutableBufferPointer(rebasing: frames[..<count]))
        }
    }
}

/// One channel of a recording; the call is the reference of the room.
public final class ChannelAudio: RecordedAudio {
    private let recording: any RecordedAudio
    private let channel: AudioChannel
    /// The call, if this is the room.
    public let reference: (any RecordedAudio)?

    /// Creates a view of a channel.
    public init(_ channel: AudioChannel, of recording: any RecordedAudio) {
        self.channel = channel
        self.recording = recording
        reference = channel == .room && recording.channels > 1 ? ChannelAudio(.call, of: recording) : nil
    }

    /// The sample rate, in Hz.
    public var sampleRate: Int { recording.sampleRate }
    /// The number of frames.
    public var frames: Int64 { recording.frames }

    /// Reads frames from a position, and returns their number. [one thread at a time]
    public func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        try recording.read(channel, from: frame, into: buffer)
    }
}

/// A growing recording: one queue appends, another may read at the same time.
public protocol RecordingWriter: RecordedAudio {
    /// The file name within its folder, or another identifier.
    var fileName: String { get }

    /// Appends frames of -1 to 1, clipped to that range; the samples of two channels alternate, the room's first.
    ///
    /// When it returns, any program can read them. [pump queue]
    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError)

    /// Replaces appended frames of one channel, from `frame` on, by frames of -1 to 1.
    ///
    /// For the sound of a channel that comes later than that of the other. [pump queue]
    func replace(
        _ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, from frame: Int64
    ) throws(AudioError)

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
    /// Creates a recording of 1 or 2 channels; throws if the name exists. [any thread]
    func create(_ fileName: String, sampleRate: Int, channels: Int) throws(AudioError) -> any RecordingWriter

    /// Reopens a recording whose program crashed; new frames follow the existing ones.
    ///
    /// A recording of one channel gets a silent second one if `channels` is 2, which takes seconds for each hour of
    /// sound. Throws if the file is missing or was not written by this program. [any thread that may wait]
    func reopen(_ fileName: String, channels: Int) throws(AudioError) -> any RecordingWriter

    /// Removes a recording, if it exists. [any thread]
    func remove(_ fileName: String) throws(AudioError)

    /// The recording time that fits on the disk at a sample rate, in Hz; nil if unknown. [any thread]
    func availableDuration(sampleRate: Int, channels: Int) -> Duration?
}

extension RecordingFolder {
    /// Unknown.
    public func availableDuration(sampleRate: Int, channels: Int) -> Duration? { nil }

    /// Reopens a recording with the channels that it has.
    public func reopen(_ fileName: String) throws(AudioError) -> any RecordingWriter {
        try reopen(fileName, channels: 1)
    }

    /// Creates a recording of one channel.
    public func create(_ fileName: String, sampleRate: Int) throws(AudioError) -> any RecordingWriter {
        try create(fileName, sampleRate: sampleRate, channels: 1)
    }
}
