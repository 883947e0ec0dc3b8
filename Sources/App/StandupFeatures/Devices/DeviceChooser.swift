package import AudioDevices
package import Localization
import MeetingEngine

/// The choice of microphone and loudspeaker, with a live level and a test of the ding.
///
/// The microphone that is chosen is heard as long as this is open. A choice is kept by the device's name, so one that
/// is unplugged stays chosen and is there again when it is plugged in.
package struct DeviceChooser: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Hashable, Sendable {
        case close
    }

    /// The microphones and loudspeakers, or why there are none; nil until they have been listed.
    package internal(set) var devices: Result<[AudioDevice], AudioError>?
    /// The microphone that is chosen.
    package internal(set) var input = DeviceSelection.systemDefault
    /// The loudspeaker that is chosen.
    package internal(set) var output = DeviceSelection.systemDefault
    /// The row that the keys work on: microphones first, then loudspeakers.
    package internal(set) var selected = 0
    /// What is heard of the microphone.
    package internal(set) var hearing = Hearing.nothing
    /// What happened last.
    var incident: Incident?

    /// What is heard of the chosen microphone.
    package enum Hearing: Hashable, Sendable {
        /// None is chosen, or none has been asked for.
        case nothing
        /// It is being opened.
        case opening
        /// A level, 0 to 1, and for how many tenths of a second there has been no sound at all.
        case level(Double, silentTenths: Int)
        /// It cannot be heard.
        case failed(AudioError)
    }

    /// After so many tenths of a second without any sound it is said that none comes.
    static let hintAfter = 100

    /// A choice for which no device has been listed.
    package init() {}

    /// What it wants to know first.
    package var firstEffects: [Effect] { [.loadDevices] }

    /// What can be chosen, microphones first.
    var rows: [DeviceRow] { inputRows + outputRows }

    var inputRows: [DeviceRow] { rows(.input, chosen: input) }

    var outputRows: [DeviceRow] { rows(.output, chosen: output) }

    private func rows(_ direction: AudioDevice.Direction, chosen: DeviceSelection) -> [DeviceRow] {
        guard let devices else { return [] }
        return DeviceRow.rows(of: (try? devices.get()) ?? [], direction, chosen: chosen)
    }

    /// Does what a command says.
    package mutating func perform(_ command: Command) -> Reply<Request> {
        incident = nil
        switch command {
        case .back: return Reply([.listen(nil)], request: .close)
        case .quit: return Reply([.listen(nil), .quit])
        case .activate, .toggle: return choose()
        case .testDing: return testDing()
        case .select(let index) where index == selected: return choose()
        case .nextField, .previousField, .left, .right: changeSide()
        default: selected = Selection.moved(selected, of: rows.count, by: command) ?? selected
        }
        return Reply()
    }

    /// From the microphones to the loudspeakers and back, to the one that is chosen.
    private mutating func changeSide() {
        let rows = rows
        guard rows.indices.contains(selected) else { return }
        let other: AudioDevice.Direction = rows[selected].direction == .input ? .output : .input
        selected = row(of: other) ?? selected
    }

    /// The row of the microphone or loudspeaker that is chosen.
    private func row(of direction: AudioDevice.Direction) -> Int? {
        let choice = direction == .input ? input : output
        return rows.firstIndex { $0.direction == direction && $0.isSelected(by: choice) }
    }

    private mutating func choose() -> Reply<Request> {
        let rows = rows
        guard rows.indices.contains(selected) else { return Reply() }
        let row = rows[selected]
        switch row.direction {
        case .output: output = row.selection
        case .input: input = row.selection
        }
        // One that was away may go from the list with the choice.
        selected = self.row(of: row.direction) ?? selected
        return Reply([.choose(row.selection, row.direction)] + (row.direction == .input ? listen() : []))
    }

    private mutating func listen() -> [Effect] {
        hearing = input == .none ? .nothing : .opening
        return [.listen(input == .none ? nil : input)]
    }

    /// Sounds the ding on the selected loudspeaker, or else on the one that is chosen.
    private mutating func testDing() -> Reply<Request> {
        let rows = rows
        var loudspeaker = output
        if rows.indices.contains(selected), rows[selected].direction == .output {
            loudspeaker = rows[selected].selection
        }
        guard loudspeaker != .none else {
            incident = Incident(.information, Message("devices.no-ding"))
            return Reply()
        }
        return Reply([.testDing(loudspeaker)])
    }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        switch outcome {
        case .devices(let devices, let input, let output): return take(devices, input, output)
        case .level(let level) where hearing != .nothing:
            hearing = .level(level.meter, silentTenths: level.isExactSilence ? silentTenths + 1 : 0)
        case .listenFailed(let error): hearing = .failed(error)
        case .dingFailed(let error): incident = Incident(.error, Message(error))
        default: break
        }
        return Reply()
    }

    private mutating func take(
        _ devices: Result<[AudioDevice], AudioError>, _ input: DeviceSelection, _ output: DeviceSelection
    ) -> Reply<Request> {
        let isFirst = self.devices == nil
        self.devices = devices
        self.input = input
        self.output = output
        selected = isFirst ? row(of: .input) ?? 0 : max(0, min(selected, rows.count - 1))
        // What is tried again shows the old failure until it works.
        if case .failed = hearing, input != .none { return Reply([.listen(input)]) }
        return Reply(listen())
    }

    private var silentTenths: Int {
        if case .level(_, let tenths) = hearing { return tenths }
        return 0
    }

    /// What keys mean at present.
    package var context: KeyContext { .devices }

    /// What has happened that the line at the bottom is to say.
    package func notice(_ localizer: Localizer) -> Notice? { incident?.notice(localizer) }
}
