import MeetingHistory
import MeetingModel

/// A transcript of a meeting with its statistics.
struct ListedTranscript {
    let version: TranscriptVersion
    let utterances: Int
    let words: Int
    /// Whether it was imported with the recording.
    let isImported: Bool

    var origin: String {
        switch version.origin {
        case .live: isImported ? Meeting.importRecognizer : "live"
        case .correction(let number): "correction of \(number)"
        case .recognizer(let name): name
        }
    }
}

extension History {
    /// The transcripts of a meeting, in the order of their creation.
    func transcripts(of meeting: Meeting.ID) throws -> [ListedTranscript] {
        try store.transcriptVersions(of: meeting).map { version in
            let utterances = try store.transcript(of: meeting, version: version.number)
            let words = utterances.reduce(0) { $0 + $1.utterance.text.split(whereSeparator: \.isWhitespace).count }
            let isImported =
                !utterances.isEmpty && utterances.allSatisfy { $0.utterance.recognizer == Meeting.importRecognizer }
            return ListedTranscript(
                version: version, utterances: utterances.count, words: words, isImported: isImported)
        }
    }
}

/// The transcripts of a meeting in `transcripts --json`.
struct TranscriptsDocument: Codable, Hashable {
    struct Transcript: Codable, Hashable {
        var number: Int
        /// `live`, `import`, `correction` or `recognizer`.
        var origin: String
        /// The number of the corrected transcript.
        @Nullable var correctionOf: Int?
        /// The recognizer; `null` for the live transcript and for corrections, whose utterances name it.
        @Nullable var recognizer: String?
        var createdAt: String
        var current: Bool
        var utterances: Int
        var words: Int

        init(_ listed: ListedTranscript) {
            number = listed.version.number
            createdAt = LocalTime(listed.version.createdAt).iso8601
            current = listed.version.isCurrent
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

/// A comparison of two transcripts in `transcripts --compare --json`.
struct ComparisonDocument: Codable, Hashable {
    /// A run of words; `from` and `to` are equal where the transcripts agree.
    struct Part: Codable, Hashable {
        var from: String
        var to: String
    }

    /// The words of an attendee, or of one side of a call, in one turn.
    struct Section: Codable, Hashable {
        var attendee: String
        var name: String
        /// The side of the call, `room` or `call`, if the words are interjections; omitted if not.
        var interjection: String?
        /// Who said the words in the first transcript, if that is somebody else: an attendee's id and name, or the name
        /// of a side of the call alone; omitted if not.
        var previousAttendee: String?
        var previousName: String?
        var start: Double
        var words: Int
        var errors: Int
        var parts: [Part]
    }

    var meeting: String
    var from: Int
    var to: Int
    /// The word count of the first transcript.
    var words: Int
    /// The number of different words in the second transcript, counted as for a word error rate.
    var errors: Int
    /// The number of words of the first transcript that have another speaker in the second.
    var moved: Int
    var sections: [Section]

    init(_ comparison: TranscriptComparison, of meeting: Meeting, from: Int, to: Int) {
        self.meeting = meeting.id.rawValue
        self.from = from
        self.to = to
        words = comparison.count
        errors = comparison.errors
        moved = comparison.moved
        sections = comparison.sections.map { section in
            let previous: (id: String?, name: String?) =
                switch section.previousSpeaker {
                case .attendee(let attendee)?: (attendee.rawValue, meeting.name(of: attendee))
                case .side(let channel)?: (nil, channel.origin)
                case nil: (nil, nil)
                }
            return Section(
                attendee: section.attendee.rawValue,
                name: section.interjection?.origin ?? meeting.name(of: section.attendee),
                interjection: section.interjection?.rawValue,
                previousAttendee: previous.id, previousName: previous.name, start: section.start.seconds,
                words: section.count,
                errors: section.words.errors,
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
