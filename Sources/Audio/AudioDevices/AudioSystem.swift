/// A machine's microphones and loudspeakers.
///
/// Opening returns at once and is done elsewhere; the stream's `state` tells how it went. Nothing here ever waits for
/// a sound server or a driver. All instants are of the monotonic clock that the system was made with.
public protocol AudioSystem: Sendable {
    /// Lists the devices; the one call that waits, for at most a few seconds. [any thread, not the engine queue]
    func devices() throws(AudioError) -> [AudioDevice]

    /// Opens and starts a microphone. [any thread]
    func openCapture(_ selection: DeviceSelection) -> any CaptureStream

    /// Opens and starts a loudspeaker that sounds the given cues. [any thread]
    func openPlayback(_ selection: DeviceSelection, cues: CueSounds) -> any PlaybackStream

    /// Opens and starts a loudspeaker for sound that is handed over as it goes, at this rate, in Hz, if the device takes
    /// it. [any thread]
    func openSound(_ selection: DeviceSelection, sampleRate: Int) -> any SoundStream
}

/// Where a stream stands.
public enum StreamState: Hashable, Sendable {
    /// It is being opened; nothing has come yet.
    case opening
    /// Its first frame has been delivered; it runs at this rate, in Hz.
    case running(sampleRate: Int)
    /// It could not be opened, or it ended by itself.
    case failed(AudioError)
    /// It was closed.
    case closed
}

/// Sound coming in: mono frames of 32-bit floats, -1 to 1.
public protocol CaptureStream: AnyObject, Sendable {
    /// Where the stream stands. [any thread]
    var state: StreamState { get }

    /// The device's name, as it would be chosen again. [any thread]
    var deviceName: String { get }

    /// The newest point at which frames and time were seen together; nil before the first frame. [any thread]
    var anchor: CaptureAnchor? { get }

    /// How many frames came in but were lost because nobody read them in time, up to where `read` has come. They are
    /// counted in `anchor.frames`, not in what `read` returns. [any thread]
    ///
    /// A `read` returns frames from one side of a loss only: what this has grown by after it was lost directly before
    /// the frames that it returned.
    var lostFrames: Int64 { get }

    /// How many times the device lost frames of its own, nobody knows how many, up to where `read` has come. They are
    /// counted nowhere: from there on the frames belong to later instants, as `anchor` tells. [any thread]
    ///
    /// A `read` returns frames from one side of such a loss only, like one of `lostFrames`.
    var overruns: Int64 { get }

    /// Takes the frames that have come, at most as many as fit and up to the next loss, without waiting, and returns
    /// how many.
    /// [one thread at a time]
    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int

    /// Stops and closes, in the background. [any thread]
    func close()
}

extension CaptureStream {
    /// None: there is no device.
    public var overruns: Int64 { 0 }
}

/// A point at which a stream's frames and the clock were seen together.
public struct CaptureAnchor: Hashable, Sendable {
    /// How many frames the device has delivered, lost ones included.
    public let frames: Int64
    /// When the last of them was captured, as far as is known: the instant at which it was delivered.
    public let instant: Duration

    /// So many frames at an instant.
    public init(frames: Int64, instant: Duration) {
        self.frames = frames
        self.instant = instant
    }
}

/// Sound going out: silence, with cues mixed in at their frames.
public protocol PlaybackStream: AnyObject, Sendable {
    /// Where the stream stands. [any thread]
    var state: StreamState { get }

    /// Sounds a cue so that its first frame is heard at an instant; one in the past sounds at once. [any thread]
    ///
    /// Returns a ticket by which it can be cancelled.
    @discardableResult
    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket

    /// Takes back a cue that has not begun to sound. [any thread]
    func cancel(_ ticket: CueTicket)

    /// Stops and closes in the background, after the cue that sounds now. [any thread]
    func close()
}

/// A scheduled cue.
public struct CueTicket: Hashable, Sendable {
    /// A number that is unique within its stream.
    public let number: UInt64

    /// The ticket with this number.
    public init(number: UInt64) {
        self.number = number
    }
}

/// A sound of the program's own.
public enum Cue: String, CaseIterable, Hashable, Sendable, Codable {
    /// Marks a change of speaker, and the end of a slot.
    case ding
    /// Softer: the slot will end soon.
    case warning
}

/// The samples of the cues: mono, 32-bit floats, -1 to 1.
public struct CueSounds: Hashable, Sendable {
    /// Frames per second of all of them, in Hz.
    public let sampleRate: Int
    /// The samples of each.
    public let samples: [Cue: [Float]]

    /// Cues at one sample rate; one that is missing is silent.
    public init(sampleRate: Int, samples: [Cue: [Float]]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// How long a cue sounds.
    public func duration(of cue: Cue) -> Duration {
        .nanoseconds(Int64(samples[cue]?.count ?? 0) * 1_000_000_000 / Int64(sampleRate))
    }
}

/// What can go wrong with sound; `description` is one line that says what, which and what to do.
public enum AudioError: Error, Hashable, Sendable {
    /// There is no sound system here, or none that answers.
    case noSystem(reason: String)
    /// No device has this name or number.
    case noDevice(AudioDevice.Direction, name: String)
    /// The device is there, and could not be opened or stopped working.
    case failed(device: String, reason: String)
    /// The file cannot be read as sound.
    case file(path: String, reason: String)
    /// The file cannot be written.
    case cannotWrite(path: String, reason: String)
}

extension AudioError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .noSystem(let reason):
            "no sound system, \(reason), start PulseAudio or PipeWire, or go without: --input none --output none"
        case .noDevice(.input, let name):
            "no such microphone, \(name), choose one from: standup devices; or go without: --input none"
        case .noDevice(.output, let name):
            "no such loudspeaker, \(name), choose one from: standup devices; or go without: --output none"
        case .failed(let device, let reason):
            "sound device failed, \(device) (\(reason)), choose another from: standup devices"
        case .file(let path, let reason):
            "cannot read the sound file, \(path) (\(reason)), give a file that exists and holds sound"
        case .cannotWrite(let path, let reason):
            "cannot write the sound file, \(path) (\(reason)), make room or choose another place"
        }
    }
}
