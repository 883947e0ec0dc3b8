import Localization
import MeetingModel
import Sound

/// What a device is chosen as, in the order of the lists.
package enum DeviceRole: CaseIterable, Hashable, Sendable {
    /// The microphone.
    case input
    /// The source of a call.
    case call
    /// The loudspeaker.
    case output

    var preference: PreferenceKey {
        switch self {
        case .input: .input
        case .call: .call
        case .output: .output
        }
    }
}

extension Standup {
    /// The source of its call: its own choice, else that of all standups.
    func callSource(else common: DeviceSelection) -> DeviceSelection {
        call.map { DeviceSelection(call: $0) } ?? common
    }
}

/// A choice in the list of devices: the default, a device, a file, none, or a device that is unplugged.
package struct DeviceRow: Hashable, Sendable {
    let selection: DeviceSelection
    let role: DeviceRole
    /// The device; nil for an unplugged device, for none, and for a file.
    var device: AudioDevice?

    /// Whether it names a device that is unplugged.
    var isAway: Bool {
        if case .named = selection { return device == nil }
        return false
    }

    /// The rows: the default, the devices by name, any other current choice, and none.
    ///
    /// The default of a call is the monitor of the default loudspeaker.
    static func rows(of devices: [AudioDevice], _ role: DeviceRole, chosen: DeviceSelection) -> [DeviceRow] {
        let loudspeaker = devices.first { $0.direction == .output && $0.isDefault }?.name
        let choices = devices.filter { device in
            switch role {
            case .input: device.direction == .input
            case .call: device.monitorOf != nil
            case .output: device.direction == .output
            }
        }
        let standard =
            role == .call
            ? DeviceRow(
                selection: .loudspeakerMonitor, role: role,
                device: choices.first { $0.monitorOf == loudspeaker } ?? choices.first)
            : DeviceRow(selection: .systemDefault, role: role, device: choices.first(where: \.isDefault))
        var rows = [standard] + choices.map { DeviceRow(selection: .named($0.name), role: role, device: $0) }
        if chosen != .none, !rows.contains(where: { $0.isSelected(by: chosen) }) {
            rows.append(DeviceRow(selection: chosen, role: role))
        }
        return rows + [DeviceRow(selection: .none, role: role)]
    }

    /// Whether a choice selects this row, by name or by number in the list.
    func isSelected(by choice: DeviceSelection) -> Bool {
        if selection == choice { return true }
        guard case .named(let text) = choice, case .named = selection, let device else { return false }
        return text == String(device.number)
    }

    func label(_ localizer: Localizer) -> String {
        switch selection {
        case .systemDefault:
            guard let device = device else { return localizer(.devicesDefault) }
            return localizer(.devicesDefaultIs(label: .text(device.label)))
        case .none: return localizer(.commonNone)
        case .loudspeakerMonitor:
            guard let device = device else { return localizer(.devicesCallAuto) }
            return localizer(.devicesCallAutoIs(label: .text(device.label)))
        case .silence: return localizer(.devicesSilence)
        case .file(let path): return DisplayText(path).description
        case .named(let name): return DisplayText(device?.label ?? name).description
        }
    }
}
