import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
@testable import Presentation
import Testing
import TestSupport

@testable import StandupFeatures

/// The application as a value, with the effects it requested; none is performed.
struct ApplicationRig {
    var application: StandupApplication
    /// The effects requested by the last command or outcome.
    private(set) var effects: [Effect] = []
    let localizer: Localizer

    /// An application that has read these standups.
    init(
        _ standups: [Standup]?, place: Place? = nil, launch: MeetingLaunch? = nil, drafts: SavedDrafts = SavedDrafts(),
        interrupted: [InterruptedMeeting] = [], localizer: Localizer = .english
    ) {
        application = StandupApplication(place: place, launch: launch, drafts: drafts, seed: 7)
        self.localizer = localizer
        receive(.historyOpened)
        if let standups { receive(.standups(standups, meetings: [], interrupted: interrupted)) }
    }

    mutating func perform(_ commands: Command...) {
        for command in commands { effects = application.perform(command) }
    }

    mutating func press(_ keys: Key...) {
        for key in keys {
            if let command = application.command(for: key, on: screen) { perform(command) } else { effects = [] }
        }
    }

    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    mutating func receive(_ outcome: Outcome) { effects = application.receive(outcome) }

    /// Answers the calls among the effects from a history, and those that follow from them; the other effects stay.
    mutating func answerCalls(from backend: FixedBackend) throws {
        var rest = effects[...]
        effects = []
        while let effect = rest.popFirst() {
            if case .call(let call) = effect {
                rest += application.receive(try call.outcome(from: backend))
            } else {
                effects.append(effect)
            }
        }
    }

    /// Goes down in the form to a field.
    mutating func focus(_ field: FormFocus) throws {
        for _ in 0..<40 where try form.focus != .field(field) { perform(.nextField) }
        try #require(try form.focus == .field(field))
    }

    var screen: Screen { application.screen(localizer) }
    var notice: String? { screen.notice?.text }
    var standups: [Standup] { application.list.standups.all ?? [] }
    var address: String { application.place.address }

    var detail: StandupDetail {
        get throws {
            guard let detail = application.list.destination as? StandupDetail else { throw NotOpen() }
            return detail
        }
    }

    var form: StandupForm {
        get throws {
            guard let form = application.list.front as? StandupForm else { throw NotOpen() }
            return form
        }
    }

    var start: MeetingStart {
        get throws {
            guard let start = try detail.destination as? MeetingStart else { throw NotOpen() }
            return start
        }
    }

    var listScreen: ListScreen {
        get throws {
            guard case .list(let screen) = screen.content else { throw NotOpen() }
            return screen
        }
    }

    var page: StandupScreen {
        get throws {
            guard case .standup(let screen) = screen.content else { throw NotOpen() }
            return screen
        }
    }

    var formScreen: FormScreen {
        get throws {
            guard case .form(let screen) = screen.content else { throw NotOpen() }
            return screen
        }
    }

    var startScreen: StartScreen {
        get throws {
            guard case .start(let screen) = screen.content else { throw NotOpen() }
            return screen
        }
    }

    /// Something else is in front.
    struct NotOpen: Error {}
}

extension Screen {
    /// The list, if it is in front.
    var list: ListScreen? { if case .list(let screen) = content { screen } else { nil } }
    /// A standup's page, if it is in front.
    var page: StandupScreen? { if case .standup(let screen) = content { screen } else { nil } }
    /// The form, if it is in front.
    var form: FormScreen? { if case .form(let screen) = content { screen } else { nil } }
    /// Who is here, if it is in front.
    var start: StartScreen? { if case .start(let screen) = content { screen } else { nil } }
    /// A past meeting, if it is in front.
    var meeting: MeetingScreen? { if case .meeting(let screen) = content { screen } else { nil } }
    /// A running meeting, if it is in front.
    var record: RecordScreen? { if case .record(let screen) = content { screen } else { nil } }
}
