import Localization
import MeetingHistory
import MeetingModel
import Presentation

/// Two transcripts of a meeting, compared word by word.
struct ShownComparison: Sendable {
    /// What one speaker said in one turn.
    fileprivate struct Row: Sendable {
        var speaker: Utterance.Speaker
        var before: Utterance.Speaker?
        var line: MeetingScreen.Line
    }

    let versions: ComparedTranscripts
    /// The number of words that differ.
    let errors: Int
    private let rows: [Row]
    private(set) var selected = 0

    init(_ comparison: TranscriptComparison, of versions: ComparedTranscripts) {
        self.versions = versions
        errors = comparison.errors
        rows = comparison.sections.map { section in
            let (text, changes) = Self.text(section.words)
            return Row(
                speaker: section.speaker, before: section.previousSpeaker,
                line: MeetingScreen.Line(
                    name: "", time: section.start.clockText(.position), text: text, changes: changes))
        }
        selected = rows.firstIndex(where: \.differs) ?? 0
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Moves the selection, also to the next or previous row that differs.
    mutating func perform(_ command: Command) {
        switch command {
        case .nextHit: selected = rows.indices.dropFirst(selected + 1).first { rows[$0].differs } ?? selected
        case .previousHit: selected = rows.indices.prefix(selected).last { rows[$0].differs } ?? selected
        default: selected = Selection.moved(selected, of: rows.count, by: command) ?? selected
        }
    }

    /// A row has a name only if it differs from the previous row's.
    func lines(of meeting: Meeting, _ localizer: Localizer) -> [MeetingScreen.Line] {
        var last = ""
        return rows.map { row in
            var name = Self.name(row.speaker, in: meeting, localizer)
            if let before = row.before {
                name = localizer(
                    .meetingCompareMoved(name: .text(name), before: .text(Self.name(before, in: meeting, localizer))))
            }
            var line = row.line
            line.name = name == last ? "" : name
            last = name
            return line
        }
    }

    private static func name(_ speaker: Utterance.Speaker, in meeting: Meeting, _ localizer: Localizer) -> String {
        switch speaker {
        case .attendee(let attendee): meeting.name(of: attendee, localizer)
        case .side(let channel): localizer(channel == .room ? .recordFromRoom : .recordFromCall)
        }
    }

    /// The words, with changes as in wdiff, `[-removed-] {+added+}`, and the places of the changes.
    private static func text(_ words: WordAlignment) -> (String, [MeetingScreen.Span]) {
        var (text, changes): (String, [MeetingScreen.Span]) = ("", [])
        func append(_ words: [String], in brackets: (String, String)? = nil) {
            guard !words.isEmpty else { return }
            if !text.isEmpty { text += " " }
            let start = text.count
            let plain = DisplayText(words.joined(separator: " ")).description
            text += brackets.map { $0.0 + plain + $0.1 } ?? plain
            if brackets != nil { changes.append(MeetingScreen.Span(start: start, end: text.count)) }
        }
        for part in words.parts {
            switch part {
            case .same(let words): append(words)
            case .changed(let from, let to):
                append(from, in: ("[-", "-]"))
                append(to, in: ("{+", "+}"))
            }
        }
        return (text, changes)
    }
}

extension ShownComparison.Row {
    fileprivate var differs: Bool { before != nil || !line.changes.isEmpty }
}

// Comparing the transcript shown with the current one; the current one with the one before it, or, if it is the first, with
// the newest; then any two.

extension PastMeeting {
    mutating func compare() -> Reply {
        guard let loaded else { return Reply() }
        guard unsaved.count == 0 else {
            noticeMessage = NoticeMessage(.information, .meetingSaveFirst)
            return Reply()
        }
        let numbers = loaded.versions.map(\.number).sorted()
        guard let shown = loaded.version, let current = loaded.current,
            let other = shown != current ? shown : numbers.last(where: { $0 < shown }) ?? numbers.last, other != current
        else {
            noticeMessage = NoticeMessage(.information, .meetingOneVersion)
            return Reply()
        }
        return compare(ComparedTranscripts(from: min(current, other), to: max(current, other)))
    }

    private func compare(_ versions: ComparedTranscripts) -> Reply {
        let id = meeting
        let comparing = call { backend in
            try backend.store.meetingWithoutWords(id).map { meeting in
                let old = try backend.store.transcript(of: id, version: versions.from).map(\.utterance)
                let new = try backend.store.transcript(of: id, version: versions.to).map(\.utterance)
                return TranscriptComparison(from: old, to: new, turns: meeting.turns)
            }
        } then: { page, found in
            guard let found else { return Reply([page.read(page.version)]) }
            page.comparison = ShownComparison(found, of: versions)
            return Reply()
        }
        return Reply([comparing])
    }

    mutating func performInComparison(_ command: Command) -> Reply {
        switch command {
        case .back, .compare: comparison = nil
        case .compareFrom: askWhichToCompare(isSecond: false)
        case .compareTo: askWhichToCompare(isSecond: true)
        default: comparison?.perform(command)
        }
        return Reply()
    }

    /// Asks which transcript to compare, in place of the first or the second.
    private mutating func askWhichToCompare(isSecond: Bool) {
        guard let loaded, let versions = comparison?.versions else { return }
        let (own, other) = isSecond ? (versions.to, versions.from) : (versions.from, versions.to)
        let answers = loaded.versions.map(\.number).sorted().filter { $0 != other }
        question = .compared(isSecond: isSecond, Dialog(answers, selected: answers.firstIndex(of: own) ?? 0))
    }

    mutating func compare(with number: Int, isSecond: Bool) -> Reply {
        guard var versions = comparison?.versions else { return Reply() }
        if isSecond { versions.to = number } else { versions.from = number }
        return compare(versions)
    }

    /// Compares the transcripts of the opened place; if one is gone, those that are compared without a choice.
    mutating func compareAfterLoading() -> Reply {
        guard let wanted = pendingComparison, let numbers = loaded?.versions.map(\.number) else { return Reply() }
        pendingComparison = nil
        guard numbers.contains(wanted.from), numbers.contains(wanted.to), unsaved.count == 0 else { return compare() }
        return compare(wanted)
    }

    func comparedDialog(isSecond: Bool, _ dialog: Dialog<Int>, _ localizer: Localizer) -> DialogScreen {
        let texts = dialog.answers.map { number in
            guard let loaded, let version = loaded.versions.first(where: { $0.number == number }) else { return "" }
            return "\(number). " + loaded.origin(of: version, localizer)
        }
        return DialogScreen(
            title: localizer(isSecond ? .meetingCompareWhichSecond : .meetingCompareWhichFirst),
            choices: texts, selected: dialog.selected)
    }

    func screen(of comparison: ShownComparison, _ screen: MeetingScreen, _ localizer: Localizer) -> MeetingScreen {
        guard let loaded else { return screen }
        var screen = screen
        screen.transcriptTitle = localizer(
            .meetingCompareTitle(
                from: .text(String(comparison.versions.from)), to: .text(String(comparison.versions.to)),
                count: .count(comparison.errors)))
        screen.version = nil
        screen.lines = comparison.lines(of: loaded.meeting, localizer)
        screen.written = []
        screen.selected = comparison.isEmpty ? nil : comparison.selected
        screen.empty = comparison.isEmpty ? localizer(.meetingCompareEmpty) : nil
        (screen.correction, screen.spoken, screen.find, screen.player, screen.marks) = (nil, nil, nil, nil, [])
        return screen
    }
}
