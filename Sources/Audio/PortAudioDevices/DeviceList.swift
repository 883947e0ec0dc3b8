import AudioDevices

/// The devices of a machine in the order in which they are numbered.
struct DeviceList {
    /// The devices, microphones first; their numbers count from 1.
    let devices: [AudioDevice]

    /// Numbers devices in the order given, microphones first.
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
                    isDefault: device.isDefault
                )
            }
    }

    /// The device that a user means: by its name, by what people call it, or by its number.
    func device(_ selection: DeviceSelection, _ direction: AudioDevice.Direction) throws(AudioError) -> AudioDevice {
        let candidates = devices.filter { $0.direction == direction }
        let found: AudioDevice? =
            switch selection {
            case .systemDefault:
                candidates.first { $0.isDefault } ?? candidates.first
            case .named(let text):
                candidates.first { $0.name == text } ?? candidates.first { $0.label == text }
                    ?? candidates.first { $0.number == Int(text) }
            case .none, .silence, .file:
                nil
            }
        guard let found else { throw AudioError.noDevice(direction, name: selection.description) }
        return found
    }
}
