import Sound

/// The numbered devices of a machine.
struct DeviceList {
    /// The devices, microphones first, numbered from 1.
    let devices: [AudioDevice]

    init(_ devices: [AudioDevice]) {
        let ordered = devices.filter { $0.direction == .input } + devices.filter { $0.direction == .output }
        self.devices = ordered.enumerated()
            .map { index, device in
                AudioDevice(
                    number: index + 1,
                    name: device.name,
                    label: device.label,
                    direction: device.direction,
                    channels: device.channels,
                    sampleRate: device.sampleRate,
                    isDefault: device.isDefault,
                    monitorOf: device.monitorOf
                )
            }
    }

    /// The selected device, by name, label or number.
    func device(_ selection: DeviceSelection, _ direction: AudioDevice.Direction) throws(AudioError) -> AudioDevice {
        let candidates = devices.filter { $0.direction == direction }
        if selection == .loudspeakerMonitor { return try loudspeakerMonitor() }
        let found: AudioDevice? =
            switch selection {
            case .systemDefault:
                candidates.first { $0.isDefault } ?? candidates.first
            case .named(let text):
                candidates.first { $0.name == text } ?? candidates.first { $0.label == text }
                    ?? candidates.first { $0.number == Int(text) }
            case .none, .silence, .file, .loudspeakerMonitor:
                nil
            }
        guard let found else { throw AudioError.noDevice(direction, name: selection.description) }
        return found
    }

    func loudspeakerMonitor() throws(AudioError) -> AudioDevice {
        let loudspeakers = devices.filter { $0.direction == .output }
        guard let loudspeaker = loudspeakers.first(where: \.isDefault) ?? loudspeakers.first else {
            throw .noMonitor(reason: "there is no loudspeaker")
        }
        guard let monitor = devices.first(where: { $0.monitorOf == loudspeaker.name }) else {
            throw .noMonitor(reason: "\(loudspeaker.name) has no monitor")
        }
        return monitor
    }
}
