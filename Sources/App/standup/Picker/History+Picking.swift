import ArgumentParser
import MeetingHistory
import MeetingModel
import StandupTerminal

/// The meetings that a command can take.
enum MeetingChoice {
    case all
    case ended
    case recorded

    static var help: ArgumentHelp {
        ArgumentHelp(
            "latest, TITLE for its latest meeting, TITLE/2 for the one before, or the start of an id. Default: asks on "
                + "a terminal.")
    }

    fileprivate func includes(_ meeting: Meeting) -> Bool {
        switch self {
        case .all: true
        case .ended: meeting.state != .live
        case .recorded: meeting.state != .live && meeting.recording != nil
        }
    }

    /// What there is none of, and the remedy.
    fileprivate var lack: String {
        switch self {
        case .all, .ended: LookupError.noMeetings.description
        case .recorded: "no meeting has a recording; hold one with: standup start"
        }
    }
}

extension History {
    /// The standup that the user typed, else the only one, or the one that the user picks.
    ///
    /// The standups that were held last come first. Without a terminal, a missing text is an error that lists standups.
    func standup(_ text: String?, asking question: String) throws -> Standup {
        if let text { return try standup(text) }
        let standups = try store.standups()
        guard !standups.isEmpty else {
            throw Failure(.notFound, "no standups yet; create one with: standup create TITLE NAME…")
        }
        let names = StandupLookup.names(of: standups, first: Failure.mostNames)
        let missing = Failure(missing: "standup", names: names, of: standups.count, listedBy: "standup list")
        guard InlineTerminal.isPossible else { throw missing }
        if standups.count == 1 { return standups[0] }
        let held = Dictionary(
            try store.meetingSummaries().map { ($0.standupID, $0.lastStartedAt) }, uniquingKeysWith: max)
        let sorted = standups.enumerated().sorted { first, second in
            let (one, other) = (held[first.element.id], held[second.element.id])
            guard one != other else { return first.offset < second.offset }
            return other.map { other in one.map { $0 > other } ?? false } ?? true
        }.map(\.element)
        let rows = sorted.map { standup in
            Picker.Row(
                name: standup.title,
                detail: ([Length(standup.length).description] + [standup.attendees.map(\.name).joined(separator: ", ")])
                    .joined(separator: "  "), id: standup.id.rawValue)
        }
        guard let index = try PickerTerminal.pick(Picker(question, rows)) else { throw missing }
        return sorted[index]
    }

    /// The meeting that the user typed, else the only one, or the one that the user picks; the latest comes first.
    ///
    /// Without a terminal, a missing text is an error that lists what to type.
    func meetingID(_ text: String?, asking question: String, among choice: MeetingChoice = .all) throws -> Meeting.ID {
        if let text { return try MeetingLookup.find(text, in: store) }
        guard try !store.meetings(of: nil, limit: 1, offset: 0).isEmpty else {
            throw LookupError.noMeetings
        }
        let standups = try store.standups()
        let held = Set(try store.meetingSummaries().map(\.standupID))
        let named = standups.filter { held.contains($0.id) }
        let names = StandupLookup.names(of: named, first: Failure.mostNames - 1)
        let missing = Failure(
            missing: "meeting", names: ["latest"] + names, of: named.count + 1, listedBy: "standup meetings")
        guard InlineTerminal.isPossible else { throw missing }
        let meetings = try store.meetings(of: nil).filter(choice.includes)
        guard !meetings.isEmpty else { throw Failure(.notFound, choice.lack) }
        if meetings.count == 1 { return meetings[0].id }
        let rows = meetings.map { meeting in
            let names = meeting.attendees.filter { $0.state == .spoke }.map(\.name).joined(separator: ", ")
            return Picker.Row(
                name: meeting.title,
                detail: [
                    LocalTime(meeting.startedAt).minute, meeting.duration.clockText(),
                    meeting.state == .finished ? names : meeting.state.rawValue + "  " + names,
                ].joined(separator: "  "), id: meeting.id.rawValue)
        }
        guard let index = try PickerTerminal.pick(Picker(question, rows)) else { throw missing }
        return meetings[index].id
    }

    /// The same with its turns and transcript.
    func meeting(_ text: String?, asking question: String, among choice: MeetingChoice = .all) throws -> Meeting {
        try meeting(id: meetingID(text, asking: question, among: choice))
    }
}

extension Failure {
    /// The most names in one error.
    static let mostNames = 8

    /// The failure for an argument that is missing where nobody can be asked; `count` is the number of all names.
    init(missing what: String, names: [String], of count: Int, listedBy command: String) {
        let shown = names.map { DisplayText(quoting: $0).description }.joined(separator: ", ")
        let more = count > names.count ? " and \(count - names.count) more" : ""
        self.init(.usage, "no \(what) named; use one of: \(shown)\(more); list them with: \(command)")
    }
}
