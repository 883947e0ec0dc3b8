import MeetingExport
import MeetingHistory
import MeetingImport
import MeetingModel

/// A transcript of a meeting, and how much is in it.
struct ListedTranscript {
    let version: TranscriptVersion
    let utterances: Int
    let words: Int
    /// Whether it came with the recording, from elsewhere.
    let isBroughtIn: Bool

    /// How it came about, in a word or two.
    var origin: String {
        switch version.origin {
        case .live: isBroughtIn ? Meeting.broughtIn : "live"
        case .correction(let number): "correction of \(number)"
        case .recognizer(let name): name
        }
    }
}

extension History {
    /// The transcripts of a meeting, in the order in which they were made.
    func transcripts(of meeting: Meeting.ID) throws -> [ListedTranscript] {
        try store.transcriptVersions(of: meeting).map { version in
            let utterances = try store.transcript(of: meeting, version: version.number)
            let words = utterances.reduce(0) { $0 + $1.utterance.text.split(whereSeparator: \.isWhitespace).count }
            let isBroughtIn =
                !utterances.isEmpty && utterances.allSatisfy { $0.utterance.recognizer == Meeting.broughtIn }
            return ListedTranscript(
                version: version, utterances: utterances.count, words: words, isBroughtIn: isBroughtIn)
        }
    }
}

/// The transcripts of a meeting as `transcripts --json` gives them.
struct TranscriptsDocument: Codable, Hashable {
    /// One of them.
    struct Transcript: Codable, Hashable {
        var number: Int
        /// `live`, `import`, `correction` or `recognizer`.
        var origin: String
        /// The transcript that was corrected.
        @Nullable var correctionOf: Int?
        /// The recogniser that heard it; of the live one, and of corrections, its utterances say.
        @Nullable var recognizer: String?
        var createdAt: String
        /// Whether it is the one that is shown.
        var isShown: Bool
        var utterances: Int
        var words: Int

        /// A transcript.
        init(_ listed: ListedTranscript) {
            number = listed.version.number
            createdAt = LocalTime(listed.version.createdAt).iso8601
            isShown = listed.version.isCurrent
            utterances = listed.utterances
            words = listed.words
            switch listed.version.origin {
            case .live: (origin, correctionOf, recognizer) = (listed.origin, nil, nil)
            case .correction(let number): (origin, correctionOf, recognizer) = ("correction", number, nil)
            case .recognizer(let name): (origin, correctionOf, recognizer) = ("recognizer", nil, name)
            }
        }
    }

    var meeting: String
    var transcripts: [Transcript]
}

/// Two transcripts of a meeting beside each other, as `transcripts --compare --json` gives them.
struct ComparisonDocument: Codable, Hashable {
    /// A run of words; `from` and `to` are the same where both transcripts have them.
    struct Part: Codable, Hashable {
        var from: String
        var to: String
    }

    /// What one attendee said in one turn.
    struct Section: Codable, Hashable {
        var attendee: String
        var name: String
        var start: Double
        var words: Int
        var errors: Int
        var parts: [Part]
    }

    var meeting: String
    var from: Int
    var to: Int
    /// How many words the first has.
    var words: Int
    /// How many of them differ in the second, as in a word error rate.
    var errors: Int
    var sections: [Section]

    /// A comparison of two transcripts of a meeting.
    init(_ comparison: TranscriptComparison, of meeting: Meeting, from: Int, to: Int) {
        self.meeting = meeting.id.rawValue
        self.from = from
        self.to = to
        words = comparison.count
        errors = comparison.errors
        sections = comparison.sections.map { section in
            Section(
                attendee: section.attendee.rawValue, name: meeting.name(of: section.attendee),
                start: section.start.seconds, words: section.count, errors: section.words.errors,
                parts: section.words.parts.map { part in
                    switch part {
                    case .same(let words): Part(from: words.joined(separator: " "), to: words.joined(separator: " "))
                    case .changed(let from, let to):
                        Part(from: from.joined(separator: " "), to: to.joined(separator: " "))
                    }
                })
        }
    }
}
