import ArgumentParser
import MeetingHistory
import MeetingModel
import MeetingSocket

struct LiveMeetingArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The title of the meeting's standup, or the start of the meeting's id.", valueName: "meeting"),
        completion: .standup)
    var name: String?
}

extension LiveMeeting {
    /// Finds a running meeting by its standup's title, the start of the title, or the start of its id.
    ///
    /// Without a text, or with `latest`, the only running meeting. A meeting whose countdown is over comes after the others.
    /// If several match and there is a `question`, the user picks one on a terminal.
    static func find(
        _ text: String?, in folder: DataFolder, asking question: String? = nil
    ) throws -> LiveMeeting {
        let list = all(in: folder)
        let (running, silent) = (list.answering, list.silent)
        let text = text?.trimmedName.lowercased() == "latest" ? nil : text
        guard !running.isEmpty else {
            if let silent = silent.last { throw Failure(silent: silent.meeting, silent.error) }
            throw Failure(.notFound, "no meeting is running; start one with: standup start STANDUP")
        }
        var found = text.map { matches($0, in: running) } ?? running
        let open = found.filter { !$0.snapshot.isEnding }
        if !open.isEmpty { found = open }
        if found.count == 1 { return found[0] }
        let titles = (found.isEmpty ? running : found)
            .map { "\(DisplayText(quoting: $0.snapshot.title)) (\($0.meeting.rawValue.prefix(8)))" }
            .joined(separator: ", ")
        guard found.isEmpty, let text else {
            if let question, let index = try PickerTerminal.pick(Picker(question, found.map(row))) {
                return found[index]
            }
            throw Failure(.notFound, "several meetings are running; name one of: \(titles)")
        }
        guard !text.trimmedName.isEmpty else {
            throw Failure(.notFound, "the name of the meeting is empty; name one of: \(titles)")
        }
        // The title of a silent meeting is unknown, so it may be the one that is meant.
        if let silent = silent.last { throw Failure(silent: silent.meeting, silent.error) }
        throw Failure(.notFound, "no running meeting matches '\(DisplayText(quoting: text))'; running: \(titles)")
    }

    private static func row(_ meeting: LiveMeeting) -> Picker.Row {
        Picker.Row(name: meeting.snapshot.title, detail: String(meeting.meeting.rawValue.prefix(8)))
    }

    private static func matches(_ text: String, in running: [LiveMeeting]) -> [LiveMeeting] {
        let wanted = text.trimmedName.lowercased()
        guard !wanted.isEmpty else { return [] }
        func title(_ meeting: LiveMeeting) -> String { meeting.snapshot.title.lowercased() }
        let exact = running.filter { title($0) == wanted }
        if !exact.isEmpty { return exact }
        let starts = running.filter { title($0).hasPrefix(wanted) }
        if !starts.isEmpty { return starts }
        return wanted.count < 4 ? [] : running.filter { $0.meeting.rawValue.hasPrefix(wanted) }
    }
}

extension Failure {
    /// A meeting runs, but does not answer.
    init(silent meeting: Meeting.ID, _ error: SocketError) {
        let reason =
            error == .noMeeting
            ? "it does not listen; it starts or ends, or is on the virtual clock" : error.description
        self.init(.failed, "meeting \(meeting.rawValue.prefix(8)) is running, but cannot be reached: \(reason)")
    }
}
