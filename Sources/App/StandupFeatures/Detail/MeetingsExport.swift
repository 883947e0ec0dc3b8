package import Localization
import MeetingHistory
import MeetingModel

/// The export of several meetings of a standup to a folder.
package struct MeetingsExport: Feature {
    private let standup: Standup
    /// The meetings; nil for all.
    private let chosen: Set<Meeting.ID>?
    private let count: Int
    /// The choices; nil until the formats and the last choices are known.
    private var form: ExportForm?

    /// The export of the chosen meetings, or of all; those without a recording are skipped if it is of sound.
    init(of standup: Standup, chosen: Set<Meeting.ID>?, count: Int) {
        self.standup = standup
        self.chosen = chosen
        self.count = count
    }

    var firstEffects: [Effect] {
        [
            call(on: .preferences) {
                $0.exportOffer()
            } show: {
                $0.show($1)
            }
        ]
    }

    private mutating func show(_ offer: ExportOffer) {
        let people = standup.attendees
        form = ExportForm(
            ExportForm.Source(
                speakers: people.map { ($0.id, $0.name) }, spoke: Set(people.map(\.id)), hasSound: true,
                hasChannels: true),
            offer)
    }

    package mutating func perform(_ command: Command) -> Reply {
        if command == .quit { return Reply(request: .quit) }
        guard form != nil else { return Reply(request: command == .back ? .close : nil) }
        switch form?.perform(command) {
        case .close?: return Reply(request: .close)
        case .export(let choices)?:
            return Reply([
                .begin(
                    .exportMeetings(
                        MeetingsExportRequest(
                            standup: standup.id, title: standup.title, meetings: chosen, choices: choices)))
            ])
        case .complete(let path)?:
            let completing = call(on: .preferences) {
                $0.completion(of: path)
            } show: {
                $0.form?.take($1, for: path)
            }
            return Reply([completing])
        case nil: return Reply()
        }
    }

    package mutating func receive(_ outcome: Outcome) -> Reply {
        switch outcome {
        case .taskEnded(.exportMeetings(let request), let result) where request.standup == standup.id:
            switch result {
            case .success(nil): break
            case .success: return Reply(request: .close)
            case .failure(let problem): form?.take(problem)
            }
        default: break
        }
        return Reply()
    }

    package var context: KeyContext { form?.context ?? .export }

    package func route(from parent: Place.Route?) -> Place.Route {
        guard case .standup(let standup, let last, _, _) = parent else { return parent ?? .list() }
        return .standup(standup, last: last, dialog: .export((chosen ?? []).map(\.rawValue).sorted()))
    }

    package func content(_ localizer: Localizer) -> Screen.Content {
        let title = localizer(
            .exportSeveralTitle(count: .count(count), title: .text(DisplayText(standup.title).description)))
        return .export(
            form?.screen(title: title, theme: standup.theme, localizer)
                ?? ExportScreen(form: FormScreen(title: title, theme: standup.theme, fields: [], focused: 0)))
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? { form?.dialog(localizer) }
}

extension StandupDetail {
    /// Opens the export of the marked meetings, or of all.
    mutating func openExport() -> [Effect] {
        guard meetings.count != 0 else {
            noticeMessage = NoticeMessage(.information, .listNoMeetings)
            return []
        }
        let export = MeetingsExport(
            of: standup, chosen: marked.isEmpty ? nil : marked,
            count: marked.isEmpty ? meetings.count ?? 0 : marked.count)
        destination = export
        return export.firstEffects
    }
}
