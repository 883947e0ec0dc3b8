import AudioDevices

/// A device that can be chosen, or that has been chosen and is away.
struct DeviceRow: Hashable, Sendable {
    /// What is chosen with it.
    let selection: DeviceSelection
    /// Which way the sound goes.
    let direction: AudioDevice.Direction
    /// The device; nil for one that is away, for none, and for a file.
    var device: AudioDevice?

    /// Whether it is a device by its name that is not there.
    var isAway: Bool {
        if case .named = selection { return device == nil }
        return false
    }

    /// The default, the devices by their names, what is chosen besides these, and none.
    static func rows(
        of devices: [AudioDevice], _ direction: AudioDevice.Direction, chosen: DeviceSelection
    ) -> [DeviceRow] {
        let devices = devices.filter { $0.direction == direction }
        let standard = DeviceRow(
            selection: .systemDefault, direction: direction, device: devices.first(where: \.isDefault))
        var rows =
            [standard]
            + devices.map { DeviceRow(selection: .named($0.name), direction: direction, device: $0) }
        if chosen != .none, !rows.contains(where: { $0.isSelected(by: chosen) }) {
            rows.append(DeviceRow(selection: chosen, direction: direction))
        }
        return rows + [DeviceRow(selection: .none, direction: direction)]
    }

    /// Whether a choice means this one: by its name, or by its number in the list.
    func isSelected(by choice: DeviceSelection) -> Bool {
        if selection == choice { return true }
        guard case .named(let text) = choice, case .named = selection, let device else { return false }
        return text == String(device.number)
    }
}
