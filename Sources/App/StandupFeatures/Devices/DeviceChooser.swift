package import AudioDevices
package import Localization
import MeetingEngine

/// The choice of microphone and loudspeaker, with a live level and a test ding.
///
/// The chosen microphone is captured while the chooser is open. A choice is stored by device name, so an unplugged
/// device stays chosen and works again when plugged in.
package struct DeviceChooser: Feature {
    /// The available devices, or the error; nil until they have been listed.
    package internal(set) var devices: Result<[AudioDevice], AudioError>?
    /// The chosen microphone.
    package internal(set) var input = DeviceSelection.systemDefault
    /// The chosen loudspeaker.
    package internal(set) var output = DeviceSelection.systemDefault
    /// The selected row: microphones first, then loudspeakers.
    package internal(set) var selected = 0
    /// The state of the level capture.
    package internal(set) var microphone = MicrophoneState.nothing
    /// The last event, shown in the bottom line.
    var noticeMessage: NoticeMessage?

    /// The state of capturing the chosen microphone.
    package enum MicrophoneState: Hashable, Sendable {
        /// No microphone is chosen or requested.
        case nothing
        /// The microphone is opening.
        case opening
        /// A level, 0 to 1, and the length of exact silence in tenths of a second.
        case level(Double, silentTenths: Int)
        /// The capture failed.
        case failed(AudioError)
    }

    /// The silence after which a hint is shown, in tenths of a second.
    static let hintAfter = 100

    /// A chooser without listed devices.
    package init() {}

    /// The effects that load the devices.
    package var firstEffects: [Effect] { [.loadDevices] }

    package func route(from parent: Place.Route?) -> Place.Route {
        switch parent {
        case .start(let standup, _)?: .devices(.start(standup))
        case .standup(let standup, _)?: .devices(.standup(standup))
        default: .devices(.list)
        }
    }

    /// The selectable rows, microphones first.
    var rows: [DeviceRow] { inputRows + outputRows }

    var inputRows: [DeviceRow] { rows(.input, chosen: input) }

    var outputRows: [DeviceRow] { rows(.output, chosen: output) }

    private func rows(_ direction: AudioDevice.Direction, chosen: DeviceSelection) -> [DeviceRow] {
        guard let devices else { return [] }
        return DeviceRow.rows(of: (try? devices.get()) ?? [], direction, chosen: chosen)
    }

    /// Performs a command.
    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        switch command {
        case .back: return Reply([.listen(nil)], request: .close)
        case .quit: return Reply([.listen(nil)], request: .quit)
        case .activate, .toggle: return choose()
        case .testDing: return testDing()
        case .select(let index) where index == selected: return choose()
        case .nextField, .previousField, .left, .right: changeSide()
        default: selected = Selection.moved(selected, of: rows.count, by: command) ?? selected
        }
        return Reply()
    }

    /// Switches between microphones and loudspeakers and selects the chosen device.
    private mutating func changeSide() {
        let rows = rows
        guard rows.indices.contains(selected) else { return }
        let other: AudioDevice.Direction = rows[selected].direction == .input ? .output : .input
        selected = row(of: other) ?? selected
    }

    /// The row of the chosen microphone or loudspeaker.
    private func row(of direction: AudioDevice.Direction) -> Int? {
        let choice = direction == .input ? input : output
        return rows.firstIndex { $0.direction == direction && $0.isSelected(by: choice) }
    }

    private mutating func choose() -> Reply {
        let rows = rows
        guard rows.indices.contains(selected) else { return Reply() }
        let row = rows[selected]
        switch row.direction {
        case .output: output = row.selection
        case .input: input = row.selection
        }
        // An unplugged device leaves the list when another one is chosen.
        selected = self.row(of: row.direction) ?? selected
        return Reply([.choose(row.selection, row.direction)] + (row.direction == .input ? listen() : []))
    }

    private mutating func listen() -> [Effect] {
        microphone = input == .none ? .nothing : .opening
        return [.listen(input == .none ? nil : input)]
    }

    /// Plays the ding on the selected loudspeaker, or on the chosen one if none is selected.
    private mutating func testDing() -> Reply {
        let rows = rows
        var loudspeaker = output
        if rows.indices.contains(selected), rows[selected].direction == .output {
            loudspeaker = rows[selected].selection
        }
        guard loudspeaker != .none else {
            noticeMessage = NoticeMessage(.information, Message("devices.no-ding"))
            return Reply()
        }
        return Reply([.testDing(loudspeaker)])
    }

    /// Handles an outcome.
    package mutating func receive(_ outcome: Outcome) -> Reply {
        switch outcome {
        case .devices(let devices, let input, let output): return take(devices, input, output)
        case .level(let level) where microphone != .nothing:
            microphone = .level(level.meter, silentTenths: level.isExactSilence ? silentTenths + 1 : 0)
        case .listenFailed(let error): microphone = .failed(error)
        case .dingFailed(let error): noticeMessage = NoticeMessage(.error, Message(error))
        default: break
        }
        return Reply()
    }

    private mutating func take(
        _ devices: Result<[AudioDevice], AudioError>, _ input: DeviceSelection, _ output: DeviceSelection
    ) -> Reply {
        let isFirst = self.devices == nil
        self.devices = devices
        self.input = input
        self.output = output
        selected = isFirst ? row(of: .input) ?? 0 : max(0, min(selected, rows.count - 1))
        // Keep showing the last failure while retrying.
        if case .failed = microphone, input != .none { return Reply([.listen(input)]) }
        return Reply(listen())
    }

    private var silentTenths: Int {
        if case .level(_, let tenths) = microphone { return tenths }
        return 0
    }

    /// The key context.
    package var context: KeyContext { .devices }

    /// The notice for the bottom line.
    package func notice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }
}
