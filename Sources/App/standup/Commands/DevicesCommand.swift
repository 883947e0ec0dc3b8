import ArgumentParser
import MeetingHistory
import Sound

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the microphones and loudspeakers.",
        discussion: """
            * marks the system default. --input and --output take a device's number or name.

            Examples:
              standup devices
              standup devices --json
            """)

    @OptionGroup var json: JSONOption

    func run() throws {
        let devices = try Composition.makeAudioSystem().devices()
        if json.isOn { return try JSONOutput.write(devices.map(DeviceDocument.init)) }
        guard !devices.isEmpty else {
            return StandardOutput.note("No microphones or loudspeakers found. See: standup doctor")
        }
        var table = Table(
            ["", "#", "KIND", "NAME", "DESCRIPTION", "CHANNELS", "RATE"],
            alignments: [.left, .right, .left, .left, .left, .right, .right])
        for device in devices {
            table.append([
                device.isDefault ? "*" : "", "\(device.number)",
                device.direction == .input ? "microphone" : "loudspeaker", device.name, device.label,
                "\(device.channels)", "\(Int(device.sampleRate)) Hz",
            ])
        }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }
}

private struct DeviceDocument: Encodable {
    let number: Int
    let name: String
    let label: String
    let direction: AudioDevice.Direction
    let channels: Int
    let sampleRate: Double
    let `default`: Bool
    /// The loudspeaker whose sound this input delivers; null for others.
    @Nullable var monitorOf: String?

    init(_ device: AudioDevice) {
        (number, name, label) = (device.number, device.name, device.label)
        (direction, channels, sampleRate) = (device.direction, device.channels, device.sampleRate)
        `default` = device.isDefault
        monitorOf = device.monitorOf
    }
}
