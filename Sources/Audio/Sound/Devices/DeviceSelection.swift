/// The device that a user selects for input or output.
public enum DeviceSelection: Hashable, Sendable, Codable {
    /// The system's default device; it follows the default when the system moves it.
    case systemDefault
    /// No device.
    case none
    /// A microphone that delivers silence.
    case silence
    /// Input from a sound file, or output to a WAV file.
    case file(path: String)
    /// A device by its name or number in the list.
    case named(String)
    /// What the default loudspeaker plays, by the sound server's monitor of it; follows the default.
    case loudspeakerMonitor

    /// Parses `default`, `none`, `silence`, `file:PATH`, in any case, or a name or number from the list.
    public init(_ text: String) {
        let lowercased = text.lowercased()
        switch lowercased {
        case "default", "": self = .systemDefault
        case "none": self = .none
        case "silence": self = .silence
        case _ where lowercased.hasPrefix("file:"): self = .file(path: String(text.dropFirst("file:".count)))
        default: self = .named(text)
        }
    }

    /// Parses the source of a call: `auto` for what the loudspeaker plays, or as `init(_:)`.
    public init(call text: String) {
        self = text.lowercased() == "auto" ? .loudspeakerMonitor : Self(text)
    }

    /// The text that `init(_:)` or `init(call:)` parses.
    public var description: String {
        switch self {
        case .systemDefault: "default"
        case .none: "none"
        case .silence: "silence"
        case .file(let path): "file:" + path
        case .named(let name): name
        case .loudspeakerMonitor: "auto"
        }
    }
}

extension DeviceSelection: CustomStringConvertible {}

/// A microphone or loudspeaker of the machine.
public struct AudioDevice: Hashable, Sendable, Codable {
    /// Input or output.
    public enum Direction: String, Hashable, Sendable, Codable {
        /// A microphone.
        case input
        /// A loudspeaker.
        case output
    }

    /// The number in the list; selects the device.
    public let number: Int
    /// The name; selects the device, and stays the same between runs.
    public let name: String
    /// The label that desktops show, such as "Built-in Audio Analog Stereo".
    public let label: String
    /// Input or output.
    public let direction: Direction
    /// The number of channels.
    public let channels: Int
    /// The native sample rate, in Hz.
    public let sampleRate: Double
    /// Whether this is the system's default for its direction.
    public let isDefault: Bool
    /// The name of the loudspeaker whose sound this input delivers; nil for a microphone or loudspeaker.
    public let monitorOf: String?

    /// Creates a device.
    public init(
        number: Int, name: String, label: String, direction: Direction, channels: Int, sampleRate: Double,
        isDefault: Bool, monitorOf: String? = nil
    ) {
        self.number = number
        self.name = name
        self.label = label
        self.direction = direction
        self.channels = channels
        self.sampleRate = sampleRate
        self.isDefault = isDefault
        self.monitorOf = monitorOf
    }
}
