import MeetingHistory
package import MeetingModel

/// The choices of an export: format, speaker, channel and file.
package struct ExportForm: Sendable {
    /// A field.
    package enum Field: Hashable, Sendable, CaseIterable {
        case format
        case speaker
        case channel
        case path
    }

    /// An answer to "overwrite the file?".
    package enum OverwriteAnswer: Hashable, Sendable {
        case overwrite
        case cancel
    }

    /// What a command asks for; the transcript of a request is up to the meeting.
    enum Action: Hashable {
        case close
        case export(ExportRequest)
        case complete(String)
    }

    private static let longestPath = 4000

    private let meeting: Meeting
    private let formats: [OfferedFormat]
    private let fileName: @Sendable (Meeting, _ speaker: String?) -> String
    private var formatIndex: Int
    /// The attendee whose part is exported; nil for everyone.
    package private(set) var speaker: Attendee.ID?
    /// The channel of the recording; nil for both.
    package private(set) var channel: AudioChannel?
    /// The path of the file.
    package private(set) var path: TextField
    /// The field with the focus.
    package private(set) var focus = Field.format
    /// Why the last export failed.
    package var problem: TaskProblem?
    /// Whether to overwrite this file.
    package private(set) var question: (path: String, dialog: Dialog<OverwriteAnswer>)?

    /// The export of a meeting's displayed transcript, or of its recording if there is one.
    ///
    /// `fileName` returns the name of a file without its extension.
    init(
        _ loaded: LoadedMeeting, _ offer: ExportOffer,
        fileName: @escaping @Sendable (Meeting, _ speaker: String?) -> String
    ) {
        meeting = loaded.meeting
        let hasSound = loaded.meeting.recording != nil && loaded.recordingPath != nil
        formats = offer.formats.filter { hasSound || !$0.isSound }
        self.fileName = fileName
        formatIndex = formats.firstIndex { $0.name == offer.format } ?? 0
        speaker = meeting.attendees.first { $0.id == offer.speaker && $0.state == .spoke }?.id
        path = TextField(limit: Self.longestPath)
        path = TextField(offer.folder + (offer.folder.hasSuffix("/") ? "" : "/") + name, limit: Self.longestPath)
    }

    /// The format; nil if there is none to choose.
    package var format: OfferedFormat? { formats.indices.contains(formatIndex) ? formats[formatIndex] : nil }

    /// The fields; the channel only for sound of a call.
    package var fields: [Field] {
        let hasChannels = format?.isSound == true && meeting.recording?.channels == 2
        return Field.allCases.filter { $0 != .channel || hasChannels }
    }

    /// The name of the file, as `standup export` chooses it.
    private var name: String {
        let attendee = meeting.attendees.first { $0.id == speaker }
        return fileName(meeting, attendee?.name) + "." + (format?.name ?? "")
    }

    /// Performs a command.
    mutating func perform(_ command: Command) -> Action? {
        if question != nil { return answer(command) }
        problem = nil
        if let next = Selection.focus(after: focus, in: fields, by: command) {
            focus = next
            return nil
        }
        switch command {
        case .back: return .close
        case .activate: return request(overwrites: false).map { .export($0) }
        case .select(let index) where fields.indices.contains(index):
            if fields[index] == focus { step(by: 1) } else { focus = fields[index] }
        case .right where focus == .path && path.cursor == path.text.count: return .complete(path.text)
        case .left where focus != .path: step(by: -1)
        case .right where focus != .path: step(by: 1)
        default: if focus == .path, path.perform(command) { followEnding() }
        }
        return nil
    }

    private mutating func answer(_ command: Command) -> Action? {
        guard let (path, asked) = question else { return nil }
        var dialog = asked
        let answer = command == .back ? .cancel : dialog.perform(command)
        question = answer == nil ? (path, dialog) : nil
        return answer == .overwrite ? request(overwrites: true).map { .export($0) } : nil
    }

    private mutating func request(overwrites: Bool) -> ExportRequest? {
        guard let format, !path.text.isEmpty else {
            focus = .path
            return nil
        }
        return ExportRequest(
            meeting: meeting.id, format: format, speaker: speaker,
            channel: fields.contains(.channel) ? channel : nil, path: path.text, name: name, overwrites: overwrites)
    }

    /// Steps the choice with the focus; the name of the file follows.
    private mutating func step(by steps: Int) {
        let before = (name: name, format: format)
        switch focus {
        case .format: formatIndex = Selection.stepped(formatIndex, through: Array(formats.indices), by: steps)
        case .speaker: speaker = Selection.stepped(speaker, through: [nil] + meeting.attendees.map(\.id), by: steps)
        case .channel: channel = Selection.stepped(channel, through: [nil] + AudioChannel.allCases, by: steps)
        case .path: return
        }
        let text = path.text
        if text.hasSuffix(before.name) {
            path = TextField(text.dropLast(before.name.count) + name, limit: Self.longestPath)
        } else if let old = before.format?.name, let new = format?.name, text.hasSuffix("." + old) {
            path = TextField(text.dropLast(old.count) + new, limit: Self.longestPath)
        }
    }

    /// Chooses the format that the ending of the path names, if it names one.
    private mutating func followEnding() {
        let name = path.text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return }
        let ending = name[name.index(after: dot)...].lowercased()
        formatIndex = formats.firstIndex { $0.name == ending } ?? formatIndex
    }

    // MARK: Outcomes

    /// The folder of the path was completed.
    mutating func take(_ completed: String, for text: String) {
        guard path.text == text else { return }
        path = TextField(completed, limit: Self.longestPath)
        followEnding()
    }

    /// The export was refused.
    mutating func take(_ problem: TaskProblem) {
        if case .exists(let path) = problem {
            question = (path, Dialog([.overwrite, .cancel], selected: 1))
        } else {
            self.problem = problem
        }
    }
}
