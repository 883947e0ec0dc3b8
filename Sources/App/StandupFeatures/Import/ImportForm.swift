import Localization
import MeetingHistory
import MeetingModel

package struct ImportForm: Sendable {
    package enum Field: Hashable, Sendable, CaseIterable {
        case standup
        case title
        case date
        case speakers
        case channel
        case transcription

        var isText: Bool { self == .standup || self == .title || self == .date }
    }

    enum Action: Hashable {
        /// Back to the choice of the file.
        case close
        /// Choose the file with the speakers' times.
        case chooseSpeakers
        case begin(ImportRequest)
    }

    let candidate: ImportCandidate
    private(set) var standups: [Standup]
    /// The standup that was chosen; nil if its title was typed.
    private var chosen: Standup.ID?
    /// The standup's title.
    private(set) var standup: TextField
    /// The meeting's title; empty for the standup's.
    private(set) var title = TextField()
    /// The start of the meeting.
    private(set) var date: TextField
    /// The path of the file that says who spoke when.
    private(set) var speakers: String?
    /// The channel; nil for both.
    private(set) var channel: AudioChannel?
    private(set) var transcription = ImportRequest.Transcription.later
    package private(set) var focus = Field.standup
    private(set) var errors: [Field: Message] = [:]
    /// An error that concerns the whole form.
    private(set) var problem: Message?

    /// The form of a file, for a standup; without one, for the standup named as the file, or for a new one.
    init(_ candidate: ImportCandidate, into standup: Standup.ID?, of standups: [Standup]) {
        self.candidate = candidate
        self.standups = standups
        let recording = candidate.recording
        date = TextField(recording?.date ?? "")
        let given = standups.first { $0.id == standup }
        chosen = given?.id
        self.standup = TextField(DisplayText(given?.title ?? recording?.title ?? "").description)
    }

    /// The fields, from the top; none for a file without a recording.
    package var fields: [Field] {
        guard let recording = candidate.recording else { return [] }
        return Field.allCases.filter { $0 != .channel || recording.channels == 2 }
    }

    /// The standups with the title in the form: the chosen one, or those with the title that was typed.
    private var matches: [Standup] {
        if let chosen, let standup = standups.first(where: { $0.id == chosen }) { return [standup] }
        let wanted = standup.text.trimmedName.lowercased()
        return standups.filter { $0.title.trimmedName.lowercased() == wanted }
    }

    var makesStandup: Bool { matches.isEmpty && !standup.text.trimmedName.isEmpty }

    var theme: Theme { matches.first?.theme ?? .navy }

    // MARK: Commands

    mutating func perform(_ command: Command) -> Action? {
        problem = nil
        if let next = Selection.focus(after: focus, in: fields, by: command) {
            focus = next
            return nil
        }
        switch command {
        case .back: return .close
        case .activate: return request.map { .begin($0) }
        case .select(let index) where fields.indices.contains(index):
            // In a field to type in, a click only places the focus.
            if fields[index] == focus && !focus.isText && focus != .standup { return step(by: 1) }
            focus = fields[index]
        case .left where focus == .standup || !focus.isText: return step(by: -1)
        case .right where focus == .standup || !focus.isText, .toggle where !focus.isText: return step(by: 1)
        default: type(command)
        }
        return nil
    }

    private mutating func type(_ command: Command) {
        switch focus {
        case .standup:
            let before = standup.text
            if standup.perform(command), standup.text != before { chosen = nil }
        case .title: _ = title.perform(command)
        case .date: _ = date.perform(command)
        case .speakers, .channel, .transcription: return
        }
        errors[focus] = nil
    }

    private mutating func step(by steps: Int) -> Action? {
        errors[focus] = nil
        switch focus {
        case .standup: stepStandup(by: steps)
        case .speakers:
            if steps > 0 { return .chooseSpeakers }
            speakers = nil
        case .channel: channel = Selection.stepped(channel, through: [nil] + AudioChannel.allCases, by: steps)
        case .transcription:
            transcription = Selection.stepped(transcription, through: ImportRequest.Transcription.allCases, by: steps)
        case .title, .date: break
        }
        return nil
    }

    /// Chooses the next or previous of all standups and the new one that the file's name suggests.
    private mutating func stepStandup(by steps: Int) {
        let suggested = candidate.recording?.title ?? ""
        // The name of the file is no new standup if there is one of that title.
        let isNew = !standups.contains { $0.title.trimmedName.lowercased() == suggested.trimmedName.lowercased() }
        let ids = (isNew ? [nil] : []) + standups.map { Optional($0.id) }
        let current = ids.firstIndex(of: matches.count == 1 ? matches[0].id : nil)
        let next = current.map { ($0 + steps + ids.count) % ids.count } ?? (steps > 0 ? 0 : ids.count - 1)
        chosen = ids[next]
        let title = standups.first { $0.id == chosen }?.title ?? suggested
        standup = TextField(DisplayText(title).description)
    }

    // MARK: The request

    /// The import as chosen; nil if a field is wrong, which then has the focus.
    private var request: ImportRequest? {
        mutating get {
            errors = [:]
            guard let recording = candidate.recording else { return ImportRequest(path: candidate.path) }
            let target = target()
            var start: Timestamp?
            if date.text != recording.date {
                start = Timestamp(calendarText: date.text)
                if start == nil { errors[.date] = Message.importErrorDate(text: .text(date.text)) }
            }
            guard let target, errors.isEmpty else {
                focus = fields.first { errors[$0] != nil } ?? focus
                return nil
            }
            let title = title.text.trimmedName
            return ImportRequest(
                path: candidate.path,
                recording: ImportRequest.Recording(
                    standup: target, title: title.isEmpty ? nil : title, startedAt: start, speakers: speakers,
                    channel: fields.contains(.channel) ? channel : nil, transcription: transcription))
        }
    }

    private mutating func target() -> ImportRequest.StandupChoice? {
        let title = standup.text.trimmedName
        let matches = matches
        if title.isEmpty {
            errors[.standup] = Message.importErrorNoStandup
        } else if matches.count > 1 {
            errors[.standup] = Message.importErrorSeveralStandups(title: .text(title))
        } else {
            return matches.first.map { .existing($0.id) } ?? .new(title: title)
        }
        return nil
    }

    // MARK: Outcomes

    mutating func take(speakers path: String) {
        speakers = path
        errors[.speakers] = nil
    }

    mutating func take(_ refusal: TaskProblem) {
        switch refusal {
        case .standup: errors[.standup] = Message(refusal)
        case .speakers: errors[.speakers] = Message(refusal)
        default: problem = Message(refusal)
        }
        focus = fields.first { errors[$0] != nil } ?? focus
    }

    /// Everything in the file existed already.
    mutating func take(known items: ImportedItems) { problem = Message(known: items) }

    mutating func take(_ standups: [Standup]) {
        self.standups = standups
        if let chosen, !standups.contains(where: { $0.id == chosen }) { self.chosen = nil }
    }
}

extension ImportCandidate {
    /// The recording; nil for a file without one.
    package var recording: Recording? {
        if case .recording(let recording) = content { return recording }
        return nil
    }
}

extension Message {
    init(known items: ImportedItems) {
        self = .importKnown(standups: .count(items.knownStandups), meetings: .count(items.knownMeetings))
    }
}
