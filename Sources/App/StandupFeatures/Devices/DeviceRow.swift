import AudioDevices

/// A choice in the list of devices: the default, a device, a file, none, or a device that is unplugged.
struct DeviceRow: Hashable, Sendable {
    /// The selection this row stands for.
    let selection: DeviceSelection
    /// The direction: input or output.
    let direction: AudioDevice.Direction
    /// The device; nil for an unplugged device, for none, and for a file.
    var device: AudioDevice?

    /// Whether it names a device that is unplugged.
    var isAway: Bool {
        if case .named = selection { return device == nil }
        return false
    }

    /// The rows: the default, the devices by name, any other current choice, and none.
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

    /// Whether a choice selects this row, by name or by number in the list.
    func isSelected(by choice: DeviceSelection) -> Bool {
        if selection == choice { return true }
        guard case .named(let text) = choice, case .named = selection, let device else { return false }
        return text == String(device.number)
    }
}
