internal import Glibc
public import MeetingHistory
package import MeetingModel

extension InMemoryMeetingStore {
    /// The texts that match a request, the best match first; scans all texts.
    public func search(_ request: SearchRequest) -> [SearchHit] {
        let texts = read { contents in
            contents.visibleMeetings.filter { request.isAbout($0.meeting) }.flatMap(SearchedText.texts)
        }
        var labels: Set<SearchedText.Label> = []
        let found = texts.filter { text in
            guard request.query.isSatisfied(by: text.words), request.isAbout(text) else { return false }
            // The texts arrive with the newest meeting first, so this keeps the newest label.
            return text.label.map { labels.insert($0).inserted } ?? true
        }
        let ranking = Ranking(query: request.query, texts: texts.map(\.words))
        return found.map { (text: $0, score: ranking.score(of: $0.words)) }.enumerated()
            .sorted { left, right in
                (right.element.score, right.element.text.meeting.startedAt, left.offset)
                    < (left.element.score, left.element.text.meeting.startedAt, right.offset)
            }
            .dropFirst(max(0, request.offset)).prefix(max(0, request.limit))
            .map { $0.element.text.hit(for: request.query) }
    }

    /// All attendees of all meetings, once for each of their names.
    package func people() -> [Attendee] {
        read { contents in
            Array(Set(contents.meetings.flatMap(\.meeting.attendees).map { Attendee(id: $0.id, name: $0.name) }))
        }
    }
}

extension SearchRequest {
    fileprivate func isAbout(_ meeting: Meeting) -> Bool {
        (standup.map { $0 == meeting.standupID } ?? true) && (since.map { meeting.startedAt >= $0 } ?? true)
            && (until.map { meeting.startedAt < $0 } ?? true)
    }

    fileprivate func isAbout(_ text: SearchedText) -> Bool {
        if case .note = text.source, !includesNotes { return false }
        guard let attendees else { return true }
        if case .utterance(_, let attendee, _, _, _) = text.source {
            return text.interjection == nil && attendees.contains(attendee)
        }
        if case .update(let attendee, _) = text.source { return attendees.contains(attendee) }
        return false
    }
}

/// A searchable text.
private struct SearchedText {
    /// The identity of a text that several meetings share.
    struct Label: Hashable {
        let source: SearchHit.Source
        let standup: Standup.ID?
        let text: String
    }

    let meeting: Meeting
    let source: SearchHit.Source
    let text: String
    let words: [String]
    let interjection: AudioChannel?

    init(
        _ meeting: Meeting, _ source: SearchHit.Source, _ text: String, interjection: AudioChannel? = nil
    ) {
        self.interjection = interjection
        self.meeting = meeting
        self.source = source
        self.text = text
        self.words = SearchText.words(of: text).map(\.folded)
    }

    /// All texts of a meeting.
    static func texts(of kept: StoredMeeting) -> [SearchedText] {
        let meeting = kept.meeting
        let shown = kept.transcripts.first { $0.number == kept.current }?.utterances ?? []
        let spoken = shown.map { kept in
            let utterance = kept.utterance
            let source = SearchHit.Source.utterance(
                kept.id, attendee: utterance.attendee, name: meeting.speakerName(of: utterance),
                start: utterance.start, end: utterance.end)
            return SearchedText(meeting, source, utterance.text, interjection: utterance.interjection)
        }
        return spoken + [SearchedText(meeting, .title, meeting.title)]
            + meeting.updates.map { update in
                let source = SearchHit.Source.update(
                    attendee: update.attendee, name: meeting.name(of: update.attendee))
                return SearchedText(meeting, source, update.text)
            }
            + (meeting.note.map { [SearchedText(meeting, .note, $0)] } ?? [])
            + meeting.attendees.map { SearchedText(meeting, .name($0.id), $0.name) }
    }

    /// The identity of a shared text; nil for a text of a single meeting.
    var label: Label? {
        switch source {
        case .title: Label(source: source, standup: meeting.standupID, text: text)
        case .name: Label(source: source, standup: nil, text: text)
        case .utterance, .update, .point, .note: nil
        }
    }

    func hit(for query: SearchQuery) -> SearchHit {
        let line =
            switch source {
            case .note, .update: SearchHit.Source.line(of: text, matching: query)
            case .utterance, .point, .title, .name: text
            }
        return SearchHit(
            meeting: meeting.id, standup: meeting.standupID, title: meeting.title, startedAt: meeting.startedAt,
            source: source, text: line, interjection: interjection, matches: query.matches(in: line))
    }
}

/// Scores texts by BM25, as FTS5 does.
private struct Ranking {
    private let terms: [(term: SearchQuery.Term, weight: Double)]
    private let averageLength: Double

    init(query: SearchQuery, texts: [[String]]) {
        let count = Double(texts.count)
        averageLength = max(1, Double(texts.reduce(0) { $0 + $1.count }) / max(1, count))
        terms = query.groups.joined().map { term in
            let found = Double(texts.count { !term.occurrences(in: $0).isEmpty })
            let weight = log((count - found + 0.5) / (found + 0.5))
            return (term, weight > 0 ? weight : 1e-6)
        }
    }

    /// The score of a text with these words; higher is better.
    func score(of words: [String]) -> Double {
        terms.reduce(0) { score, entry in
            let frequency = Double(entry.term.occurrences(in: words).count)
            let length = Double(words.count) / averageLength
            return score + entry.weight * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length))
        }
    }
}
