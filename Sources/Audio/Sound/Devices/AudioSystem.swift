import Glibc
import MeetingModel

/// A machine's microphones and loudspeakers.
///
/// Streams open in the background; `state` reports the result. Only `devices()` waits for a sound server or a driver.
/// All instants are times of the monotonic clock that the system was created with.
public protocol AudioSystem: Sendable {
    /// Lists the devices; waits at most a few seconds. [any thread, not the engine queue]
    func devices() throws(AudioError) -> [AudioDevice]

    /// Does in the background what need be done once, so that the next stream opens sooner. [any thread]
    func prepare()

    /// Opens and starts a microphone. [any thread]
    func openCapture(_ selection: DeviceSelection) -> any CaptureStream

    /// Opens and starts a loudspeaker that plays scheduled cues. [any thread]
    func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream

    /// Opens and starts a loudspeaker for PCM frames.
    ///
    /// `sampleRate` is in Hz; the device may run at another rate, which `state` reports. [any thread]
    func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream
}

extension AudioSystem {
    /// Does nothing: there is nothing to prepare.
    public func prepare() {}
}

/// The state of a stream.
public enum StreamState: Hashable, Sendable {
    /// The device is being opened; no frames yet.
    case opening
    /// The device has delivered or played frames at this sample rate, in Hz.
    case running(sampleRate: Int)
    /// The device could not be opened, or it stopped.
    case failed(AudioError)
    /// The stream was closed by its user.
    case closed
}

/// An input stream: mono frames of 32-bit floats, -1 to 1.
public protocol CaptureStream: AnyObject, Sendable {
    /// The state of the stream. [any thread]
    var state: StreamState { get }

    /// The name by which the device can be selected. [any thread]
    var deviceName: String { get }

    /// The newest pair of frame count and instant; nil before the first frame. [any thread]
    var anchor: CaptureAnchor? { get }

    /// The pair of frame count and instant that came with the least delay since the last call; nil before the first frame.
    ///
    /// A device delivers its frames in buffers, each of them up to some 25 ms late. [one thread at a time]
    func takePromptestAnchor() -> CaptureAnchor?

    /// The number of frames dropped before the current read position, because the reader was too slow.
    ///
    /// `anchor.frames` counts them; `read` does not return them. A `read` never crosses a loss: an increase after a
    /// `read` was lost directly before the frames of that `read`. [any thread]
    var lostFrames: Int64 { get }

    /// The number of overruns that the device reported before the current read position.
    ///
    /// Their length is unknown, so `anchor.frames` does not count the lost frames: later frames shift to later
    /// instants, as `anchor` shows. A `read` never crosses an overrun. [any thread]
    var overruns: Int64 { get }

    /// What else plays on the machine's loudspeakers; known only of the monitor of one. [any thread]
    var playback: MonitoredPlayback { get }

    /// Reads the available frames up to the next loss or overrun, without waiting.
    ///
    /// Returns the number of frames. [one thread at a time]
    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int

    /// Stops and closes the stream in the background. [any thread]
    func close()
}

extension CaptureStream {
    /// The newest: a stream without a device has no delay.
    public func takePromptestAnchor() -> CaptureAnchor? { anchor }

    /// Always 0: a stream without a device has no overruns.
    public var overruns: Int64 { 0 }

    /// Always unknown: only a sound server tells it.
    public var playback: MonitoredPlayback { MonitoredPlayback() }
}

/// What plays on the machine's loudspeakers, as the monitor of one of them sees it.
public struct MonitoredPlayback: Hashable, Sendable {
    /// Another program that plays on another loudspeaker, where this monitor does not hear it; nil if none does.
    public var unheard: PlayingProgram?
    /// Whether standup plays a recording on this loudspeaker.
    public var isOwnRecording: Bool

    /// Creates what plays; by default nothing.
    public init(unheard: PlayingProgram? = nil, isOwnRecording: Bool = false) {
        self.unheard = unheard
        self.isOwnRecording = isOwnRecording
    }
}

/// A program that plays on a loudspeaker.
public struct PlayingProgram: Hashable, Sendable, Codable {
    /// The program's name, such as "Firefox".
    public let name: String
    /// The loudspeaker's label, such as "Headphones".
    public let loudspeaker: String
    /// The input that delivers what this loudspeaker plays; selects it as a device.
    public let monitor: String

    /// Creates a playing program.
    public init(name: String, loudspeaker: String, monitor: String) {
        self.name = name
        self.loudspeaker = loudspeaker
        self.monitor = monitor
    }
}

/// A frame count and the instant at which it was reached.
public struct CaptureAnchor: Hashable, Sendable {
    /// The number of frames that the device has delivered, lost frames included.
    public let frames: Int64
    /// The instant at which the last of them was delivered.
    public let instant: Duration

    /// Creates an anchor.
    public init(frames: Int64, instant: Duration) {
        self.frames = frames
        self.instant = instant
    }
}

/// An output stream of silence and scheduled cues.
public protocol CuePlaybackStream: AnyObject, Sendable {
    /// The state of the stream. [any thread]
    var state: StreamState { get }

    /// Schedules a cue whose first frame is played at an instant; a cue in the past is played at once.
    ///
    /// Returns a ticket to cancel it. [any thread]
    @discardableResult
    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket

    /// Cancels a cue that has not started. [any thread]
    func cancel(_ ticket: CueTicket)

    /// Stops and closes the stream in the background, after the cue that is playing. [any thread]
    func close()
}

/// Identifies a scheduled cue.
public struct CueTicket: Hashable, Sendable {
    /// Unique within its stream.
    public let number: UInt64

    /// Creates a ticket.
    public init(number: UInt64) {
        self.number = number
    }
}

/// A notification sound of the program.
public enum Cue: String, CaseIterable, Hashable, Sendable, Codable {
    /// Change of speaker, or the beginning of overtime; the end of the last turn has none.
    case ding
    /// The slot ends soon; quieter than `ding`.
    case warning
}

/// The samples of the cues: mono, 32-bit floats, -1 to 1.
public struct CueSounds: Hashable, Sendable {
    /// The sample rate of all cues, in Hz.
    public let sampleRate: Int
    /// The samples of each cue; a missing cue is silent.
    public let samples: [Cue: [Float]]

    /// Creates cues at a sample rate, in Hz.
    public init(sampleRate: Int, samples: [Cue: [Float]]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// The duration of a cue.
    public func duration(of cue: Cue) -> Duration {
        .nanoseconds(Int64(samples[cue]?.count ?? 0) * 1_000_000_000 / Int64(sampleRate))
    }
}

/// An error of a sound device or sound file.
public enum AudioError: Error, Hashable, Sendable, Codable {
    /// No sound system is installed, or it does not respond.
    case noSystem(reason: String)
    /// No device has this name or number.
    case noDevice(AudioDevice.Direction, name: String)
    /// There is no monitor of the loudspeaker, because of this.
    case noMonitor(reason: String)
    /// The device could not be opened, or it stopped.
    case failed(device: String, reason: String)
    /// The device is open and delivers nothing.
    case noSound(device: String, after: Duration)
    /// A library is missing; its package.
    case noLibrary(String, package: String)
    /// The file cannot be read as sound.
    case file(path: String, reason: String)
    /// The file cannot be written; `code` is the number of the system's error (`errno`), nil for another reason.
    case cannotWrite(path: String, reason: String, code: Int32? = nil)
}

extension AudioError: CustomStringConvertible {
    /// One line: the problem, the device or file, the remedy.
    public var description: String {
        switch self {
        case .noSystem(let reason):
            "no sound system (\(reason)); start PulseAudio or PipeWire"
        case .noDevice(.input, let name):
            "no microphone '\(name)'; choose another one"
        case .noDevice(.output, let name):
            "no loudspeaker '\(name)'; choose another one"
        case .noMonitor(let reason):
            "the call cannot be heard: \(reason); choose another source"
        case .failed(let device, let reason):
            "the sound device \(device) failed (\(reason)); choose another one"
        case .noSound(let device, let duration):
            "no sound from \(device) within \(duration.components.seconds) s; choose another one"
        case .noLibrary(let library, let package):
            "\(library) is missing: install the package \(package)"
        case .file(let path, let reason):
            "cannot read the sound file \(path) (\(reason)); choose another file"
        case .cannotWrite(let path, let reason, let code):
            "cannot write the file \(path) (\(reason)); "
                + WriteRemedy.text(
                    for: code, elsewhere: "choose another folder", other: "choose another name or folder")
        }
    }
}

extension AudioError: FileProblem {
    package static func unreadable(_ path: String, _ reason: String) -> AudioError {
        .file(path: path, reason: reason)
    }

    package static func unwritable(_ path: String, _ reason: String, code: Int32?) -> AudioError {
        .cannotWrite(path: path, reason: reason, code: code)
    }
}

typealias SoundFile = OpenFile<AudioError>
