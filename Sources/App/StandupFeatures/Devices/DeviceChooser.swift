package import Localization
import MeetingEngine
package import MeetingModel
import Presentation
package import Sound

/// The choice of microphone, call and loudspeaker, with a live level and a test ding.
///
/// The chosen microphone is captured while the chooser is open. A choice is stored by device name, so an unplugged
/// device stays chosen and works again when plugged in.
package struct DeviceChooser: Feature {
    /// The available devices, or the error; nil until they have been listed.
    var devices: Result<[AudioDevice], AudioError>?
    /// The chosen microphone.
    package internal(set) var input = DeviceSelection.systemDefault
    /// The chosen source of calls.
    package internal(set) var call = DeviceSelection.none
    /// The chosen loudspeaker.
    var output = DeviceSelection.systemDefault
    /// The standup whose call is chosen; nil for the call of standups without a choice of their own.
    let standup: Standup?
    /// The selected row: of microphones, calls, loudspeakers, then models.
    var selected = 0
    /// The speech models, or why they cannot be listed; nil until they have been listed.
    package internal(set) var models: Result<SpeechModelShelf, TaskProblem>?
    /// Whether to remove this model.
    var question: (model: String, dialog: Dialog<DeletionAnswer>)?
    /// Whether to download and install this model.
    var installing: (model: ListedModel, dialog: Dialog<Bool>)?
    /// The model to ask about once the models have been listed.
    var pendingRemoval: String?
    var microphone = MicrophoneState.nothing
    var noticeMessage: NoticeMessage?

    enum MicrophoneState: Hashable, Sendable {
        /// No microphone is chosen or requested.
        case nothing
        case opening
        /// A level, 0 to 1, and the length of exact silence in tenths of a second.
        case level(Double, silentTenths: Int)
        case failed(AudioError)

        /// Takes what has been heard; nothing if no microphone was asked for.
        mutating func take(_ heard: AudioLevel) {
            guard self != .nothing else { return }
            var tenths = 0
            // Exact digital silence, without even noise.
            if heard.peak <= AudioLevel.silence {
                tenths = 1
                if case .level(_, let before) = self { tenths += before }
            }
            self = .level(heard.meter, silentTenths: tenths)
        }
    }

    /// The silence after which a hint is shown, in tenths of a second.
    static let hintAfter = 100

    package init(for standup: Standup? = nil, dialog: DevicesDialog? = nil) {
        self.standup = standup
        if case .remove(let model) = dialog { pendingRemoval = model }
    }

    /// The open dialog, for the address.
    private var dialog: DevicesDialog? { (question?.model ?? pendingRemoval).map { .remove($0) } }

    var firstEffects: [Effect] { [.loadDevices, loadModels()] }

    package func route(from parent: Place.Route?) -> Place.Route {
        switch parent {
        case .start(let standup, _)?: .devices(.start(standup), dialog: dialog)
        case .standup(let standup, _, _, _)?: .devices(.standup(standup), dialog: dialog)
        default: .devices(.list, dialog: dialog)
        }
    }

    /// The rows of all device lists.
    var rows: [DeviceRow] { DeviceRole.allCases.flatMap { rows($0) } }

    func rows(_ role: DeviceRole) -> [DeviceRow] {
        guard let devices else { return [] }
        return DeviceRow.rows(of: (try? devices.get()) ?? [], role, chosen: chosen(role))
    }

    func chosen(_ role: DeviceRole) -> DeviceSelection {
        switch role {
        case .input: input
        case .call: call
        case .output: output
        }
    }

    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        if question != nil, command != .quit { return answer(command) }
        if installing != nil, command != .quit { return answerInstallation(command) }
        switch command {
        case .back: return Reply([.listen(nil)], request: .close)
        case .quit: return Reply([.listen(nil)], request: .quit)
        case .activate, .toggle: return choose()
        case .testDing: return testDing()
        case .verify: return verifyModel()
        case .delete: askToRemove()
        case .select(let index) where index == selected: return choose()
        case .nextField, .right: changeList(by: 1)
        case .previousField, .left: changeList(by: -1)
        default:
            selected = Selection.moved(selected, of: rows.count + modelRows.count, by: command) ?? selected
        }
        return Reply()
    }

    /// Goes to the next or the previous list and selects what is chosen there.
    private mutating func changeList(by step: Int) {
        let rows = rows
        // Nil stands for the speech models.
        let lists: [DeviceRole?] = DeviceRole.allCases + (modelRows.isEmpty ? [] : [nil])
        let role = rows.indices.contains(selected) ? rows[selected].role : nil
        guard let list = lists.firstIndex(of: role) else { return }
        let next = lists[(list + step + lists.count) % lists.count]
        let model = modelRows.firstIndex(where: isChosen) ?? 0
        selected = next.map { row(of: $0) ?? selected } ?? rows.count + model
    }

    /// The row of the chosen device in a list.
    private func row(of role: DeviceRole) -> Int? {
        rows.firstIndex { $0.role == role && $0.isSelected(by: chosen(role)) }
    }

    private mutating func choose() -> Reply {
        if let model = selectedModel { return chooseModel(model) }
        let rows = rows
        guard rows.indices.contains(selected) else { return Reply() }
        let row = rows[selected]
        if row.role != .output, row.selection != .none, row.selection == chosen(row.role == .input ? .call : .input) {
            noticeMessage = NoticeMessage(.information, .devicesSame)
            return Reply()
        }
        switch row.role {
        case .input: input = row.selection
        case .call: call = row.selection
        case .output: output = row.selection
        }
        // An unplugged device leaves the list when another one is chosen.
        selected = self.row(of: row.role) ?? selected
        if row.role == .call, let standup {
            return Reply(change(standup.id) { $0.call = row.selection.description })
        }
        return Reply([.choose(row.selection, row.role)] + (row.role == .input ? listen() : []))
    }

    private mutating func listen() -> [Effect] {
        microphone = input == .none ? .nothing : .opening
        return [.listen(input == .none ? nil : input)]
    }

    /// Plays the ding on the selected loudspeaker, or on the chosen one if none is selected.
    private mutating func testDing() -> Reply {
        let rows = rows
        var loudspeaker = output
        if rows.indices.contains(selected), rows[selected].role == .output {
            loudspeaker = rows[selected].selection
        }
        guard loudspeaker != .none else {
            noticeMessage = NoticeMessage(.information, .devicesNoDing)
            return Reply()
        }
        return Reply([.testDing(loudspeaker)])
    }

    package mutating func receive(_ outcome: Outcome) -> Reply {
        switch outcome {
        case .devices(let devices, let chosen): return take(devices, chosen)
        case .taskEnded(.install, _), .taskEnded(.verify, _): return Reply([loadModels()])
        case .level(let level): microphone.take(level)
        case .listenFailed(let error): microphone = .failed(error)
        case .dingFailed(let error): noticeMessage = NoticeMessage(.error, Message(error))
        default: break
        }
        return Reply()
    }

    private mutating func take(
        _ devices: Result<[AudioDevice], AudioError>, _ chosen: [DeviceRole: DeviceSelection]
    ) -> Reply {
        let isFirst = self.devices == nil
        self.devices = devices
        input = chosen[.input] ?? .systemDefault
        if isFirst {
            let common = chosen[.call] ?? .none
            call = standup?.callSource(else: common) ?? common
        }
        output = chosen[.output] ?? .systemDefault
        selected = isFirst ? row(of: .input) ?? 0 : max(0, min(selected, rows.count + modelRows.count - 1))
        if let models { show(models) }
        // Keep showing the last failure while retrying.
        if case .failed = microphone, input != .none { return Reply([.listen(input)]) }
        return Reply(listen())
    }

    package var context: KeyContext { question == nil && installing == nil ? .devices : .dialog }

    package func notice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }
}
