import MeetingHistory
package import MeetingModel

/// The choices of an export: format, speaker, channel and file.
package struct ExportForm: Sendable {
    package enum Field: Hashable, Sendable, CaseIterable {
        case format
        case speaker
        case channel
        case path
    }

    package enum OverwriteAnswer: Hashable, Sendable {
        case overwrite
        case cancel
    }

    enum Action: Hashable {
        case close
        case export(ExportChoices)
        case complete(String)
    }

    struct Source: Sendable {
        /// Those whose part can be exported, with their names.
        var speakers: [(id: Attendee.ID, name: String)]
        /// Those who had a turn.
        var spoke: Set<Attendee.ID>
        var hasSound: Bool
        /// Whether there is a recording with two channels.
        var hasChannels: Bool
        /// Whether it is the minutes, not the transcript or the recording.
        var isMinutes = false
        /// The name of the file without its extension, with that of the speaker; nil if there are several files.
        var fileName: (@Sendable (_ speaker: String?) -> String)?
    }

    private static let longestPath = 4000

    private let source: Source
    private let formats: [OfferedFormat]
    private var formatIndex: Int
    /// The attendee whose part is exported; nil for everyone.
    package private(set) var speaker: Attendee.ID?
    /// The channel of the recording; nil for both.
    package private(set) var channel: AudioChannel?
    package private(set) var path: TextField
    package private(set) var focus = Field.format
    package var problem: TaskProblem?
    package private(set) var question: (path: String, dialog: Dialog<OverwriteAnswer>)?

    init(_ source: Source, _ offer: ExportOffer) {
        self.source = source
        formats = offer.formats.filter {
            (source.hasSound || !$0.isSound) && (source.fileName == nil || !$0.isStatistics)
                && $0.isMinutes == source.isMinutes
        }
        formatIndex = formats.firstIndex { $0.name == offer.format } ?? 0
        speaker = source.speakers.first { $0.id == offer.speaker && source.spoke.contains($0.id) }?.id
        path = TextField(limit: Self.longestPath)
        path = TextField(
            offer.folder + (offer.folder.hasSuffix("/") ? "" : "/") + (name ?? ""), limit: Self.longestPath)
    }

    /// Whether several meetings are exported to a folder.
    var isOfSeveral: Bool { source.fileName == nil }

    /// The name of the speaker; nil for everyone.
    var speakerName: String? { source.speakers.first { $0.id == speaker }?.name }

    /// The format; nil if there is none to choose.
    package var format: OfferedFormat? { formats.indices.contains(formatIndex) ? formats[formatIndex] : nil }

    /// The fields; the channel only for sound of a call, and no speaker for minutes and statistics.
    package var fields: [Field] {
        let hasChannels = format?.isSound == true && source.hasChannels
        let hasSpeaker = format?.isStatistics != true && !source.isMinutes
        return Field.allCases.filter { ($0 != .channel || hasChannels) && ($0 != .speaker || hasSpeaker) }
    }

    /// The name of the file, as `standup export` chooses it; nil if there are several.
    private var name: String? {
        source.fileName.map { $0(source.isMinutes ? nil : speakerName) + "." + (format?.name ?? "") }
    }

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

    private mutating func request(overwrites: Bool) -> ExportChoices? {
        guard let format, !path.text.isEmpty else {
            focus = .path
            return nil
        }
        return ExportChoices(
            format: format, speaker: fields.contains(.speaker) ? speaker : nil,
            channel: fields.contains(.channel) ? channel : nil, path: path.text,
            name: name ?? "", overwrites: overwrites)
    }

    /// Steps the choice with the focus; the name of the file follows.
    private mutating func step(by steps: Int) {
        let before = (name: name, format: format)
        switch focus {
        case .format: formatIndex = Selection.stepped(formatIndex, through: Array(formats.indices), by: steps)
        case .speaker: speaker = Selection.stepped(speaker, through: [nil] + source.speakers.map(\.id), by: steps)
        case .channel: channel = Selection.stepped(channel, through: [nil] + AudioChannel.allCases, by: steps)
        case .path: return
        }
        guard let name, let old = before.name else { return }
        let text = path.text
        if text.hasSuffix(old) {
            path = TextField(text.dropLast(old.count) + name, limit: Self.longestPath)
        } else if let old = before.format?.name, let new = format?.name, text.hasSuffix("." + old) {
            path = TextField(text.dropLast(old.count) + new, limit: Self.longestPath)
        }
    }

    /// Chooses the format that the ending of the path names, if it names one.
    private mutating func followEnding() {
        guard !isOfSeveral else { return }
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

    mutating func take(_ problem: TaskProblem) {
        if case .exists(let path) = problem {
            question = (path, Dialog([.overwrite, .cancel], selected: 1))
        } else {
            self.problem = problem
        }
    }
}
