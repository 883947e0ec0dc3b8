import Localization
import MeetingHistory
import MeetingModel
import Presentation

/// The words to find in a transcript, and where they are.
struct Finding: Sendable {
    /// The longest text to find, in characters.
    static let longest = 200

    var field: TextField
    var isTyping: Bool
    /// Whether the text is that of a search over all meetings, which has found the meeting.
    var isSearch = false
    /// Where the words are, in the order of the transcript.
    var hits: [MeetingScreen.Hit] = []
    /// The hit that was gone to, as an index.
    var hit: Int?
    /// The utterance that was selected when the user began to type.
    var origin: Int?
    /// The words of the transcript, once they are needed.
    var texts: [FoldedText]?

    /// Words to find; nil for none.
    init(for words: String? = nil, isTyping: Bool = false) {
        field = TextField(DisplayText(words ?? "").description, limit: Self.longest)
        self.isTyping = isTyping
    }

    init(search text: String) {
        self.init(for: text)
        isSearch = true
    }

    /// What to find as that search does: its text, or a phrase in quotes; nil if the text is found as it is typed.
    var query: SearchQuery? {
        let text = field.text
        if isSearch { return HistoryQuery.query(text, matchesAny: true) }
        return text.first.map(SearchQuery.isQuote) == true ? try? SearchQuery(text) : nil
    }

    var isActive: Bool { isTyping || !field.text.isEmpty }
}

extension PastMeeting {
    /// Performs a command of the search in this transcript, outside its field; nil if it is another command.
    mutating func performFind(_ command: Command) -> Reply? {
        switch command {
        case .find:
            finding.isTyping = true
            finding.isSearch = false
            finding.field = TextField(finding.field.text, limit: Finding.longest)
            finding.origin = utterance
        case .nextHit where finding.isActive: goToHit(after: true)
        case .previousHit where finding.isActive: goToHit(after: false)
        case .nextHit, .previousHit: return performFind(.find)
        case .back where finding.isActive && !finding.isSearch: finding = Finding()
        default: return nil
        }
        return Reply()
    }

    mutating func typeWords(_ command: Command) -> Reply {
        switch command {
        case .activate: leaveField()
        case .back:
            utterance = finding.origin
            finding = Finding()
        case .save:
            // What is said then names a key.
            leaveField()
            return save()
        case .up: goToHit(after: false)
        case .down: goToHit(after: true)
        case .select:
            finding.isTyping = false
            return perform(command)
        default:
            let before = finding.field.text
            if finding.field.perform(command), finding.field.text != before {
                search()
                goToFirstHit()
            }
        }
        return Reply()
    }

    private mutating func leaveField() {
        finding.isTyping = false
        if finding.field.text.isEmpty { finding = Finding() }
    }

    /// Looks for the words in the transcript, which may have changed.
    mutating func search() {
        let selected = finding.hit.map { finding.hits[$0] }
        finding.hits = []
        finding.hit = nil
        guard finding.isActive, let transcript = loaded?.transcript else {
            finding.texts = nil
            return
        }
        let texts = transcript.lazy.map { DisplayText($0.utterance.text).description }
        if let query = finding.query {
            for (line, text) in texts.enumerated() {
                for match in query.matches(in: text) {
                    let start = text.distance(from: text.startIndex, to: match.lowerBound)
                    addHit(start..<start + text.distance(from: match.lowerBound, to: match.upperBound), in: line)
                }
            }
        } else {
            let wanted = FoldedText(finding.field.text)
            let folded = finding.texts ?? texts.map(FoldedText.init)
            finding.texts = folded
            for (line, text) in folded.enumerated() {
                for range in text.ranges(of: wanted) { addHit(range, in: line) }
            }
        }
        finding.hit = selected.flatMap { finding.hits.firstIndex(of: $0) }
    }

    private mutating func addHit(_ range: Range<Int>, in line: Int) {
        finding.hits.append(MeetingScreen.Hit(line: line, start: range.lowerBound, end: range.upperBound))
    }

    mutating func goToFirstHit() {
        guard !finding.hits.isEmpty else {
            utterance = finding.origin
            return
        }
        let origin = finding.origin ?? 0
        go(to: finding.hits.firstIndex { $0.line >= origin } ?? 0)
    }

    private mutating func goToHit(after: Bool) {
        let count = finding.hits.count
        guard count > 0 else { return }
        let line = utterance ?? 0
        let next: Int
        if let hit = finding.hit, finding.hits[hit].line == line {
            next = hit + (after ? 1 : -1)
        } else if after {
            next = finding.hits.firstIndex { $0.line > line } ?? count
        } else {
            next = finding.hits.lastIndex { $0.line < line } ?? -1
        }
        if next == count { noticeMessage = NoticeMessage(.information, .meetingFindFromStart) }
        if next < 0 { noticeMessage = NoticeMessage(.information, .meetingFindFromEnd) }
        go(to: (next + count) % count)
    }

    private mutating func go(to hit: Int) {
        finding.hit = hit
        utterance = finding.hits[hit].line
        listening.isFollowing = false
    }

    /// The search in this transcript; nil if there is none.
    func findScreen(_ localizer: Localizer) -> FindScreen? {
        guard finding.isActive else { return nil }
        let count: String
        if finding.field.text.isEmpty {
            count = ""
        } else if finding.hits.isEmpty {
            count = localizer(.meetingFindNothing)
        } else if let hit = finding.hit {
            count = localizer(.meetingFindPlace(number: .count(hit + 1), count: .count(finding.hits.count)))
        } else {
            count = localizer(.meetingFindCount(count: .count(finding.hits.count)))
        }
        return FindScreen(
            field: FieldScreen(
                label: localizer(.meetingFindLabel), text: finding.field.text,
                placeholder: localizer(.meetingFindPlaceholder),
                cursor: finding.isTyping ? finding.field.cursor : nil),
            count: count, hits: finding.hits, hit: finding.hit)
    }
}
