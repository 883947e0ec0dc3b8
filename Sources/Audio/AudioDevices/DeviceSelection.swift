/// Which device a meeting listens to or sounds on, as a user names it.
public enum DeviceSelection: Hashable, Sendable {
    /// The system's default device.
    case systemDefault
    /// No device.
    case none
    /// A microphone that delivers silence.
    case silence
    /// A sound file as the microphone, or a WAV file to be written as the loudspeaker.
    case file(path: String)
    /// A device by the name in the list, or by its number there.
    case named(String)

    /// Reads what a user typed: `default`, `none`, `silence`, `file:PATH`, or a name or number from the list.
    public init(_ text: String) {
        switch text {
        case "default", "": self = .systemDefault
        case "none": self = .none
        case "silence": self = .silence
        case _ where text.hasPrefix("file:"): self = .file(path: String(text.dropFirst("file:".count)))
        default: self = .named(text)
        }
    }

    /// The text that `init(_:)` reads.
    public var description: String {
        switch self {
        case .systemDefault: "default"
        case .none: "none"
        case .silence: "silence"
        case .file(let path): "file:" + path
        case .named(let name): name
        }
    }
}

extension DeviceSelection: CustomStringConvertible {}

/// A microphone or loudspeaker of the machine.
public struct AudioDevice: Hashable, Sendable, Codable {
    /// Which way the sound goes.
    public enum Direction: String, Hashable, Sendable, Codable {
        /// A microphone.
        case input
        /// A loudspeaker.
        case output
    }

    /// Its number in the list, by which it can be chosen.
    public let number: Int
    /// Its name, by which it can be chosen and is found again.
    public let name: String
    /// What people call it, such as "Built-in Audio Analog Stereo".
    public let label: String
    /// Which way the sound goes.
    public let direction: Direction
    /// How many channels it has.
    public let channels: Int
    /// The rate it runs at, in Hz.
    public let sampleRate: Double
    /// Whether it is the system's default for its direction.
    public let isDefault: Bool

    /// A device as listed.
    public init(
        number: Int, name: String, label: String, direction: Direction, channels: Int, sampleRate: Double,
        isDefault: Bool
    ) {
        self.number = number
        self.name = name
        self.label = label
        self.direction = direction
        self.channels = channels
        self.sampleRate = sampleRate
        self.isDefault = isDefault
    }
}
