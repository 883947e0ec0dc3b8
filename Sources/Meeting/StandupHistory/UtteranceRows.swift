internal import GRDB
internal import MeetingHistory
internal import MeetingModel

extension Database {
    /// The utterances of one transcript, in order.
    func utterances(in transcript: Int64, of meeting: Int64, withWords: Bool = true) throws -> [NumberedUtterance] {
        var utterances: [NumberedUtterance] = []
        try forEachUtterance(in: transcript, of: meeting, withWords: withWords) { id, utterance, row in
            let words: [StoredWord] = try row.json(Self.words)
            var utterance = utterance
            utterance.words = words.map(\.word)
            utterances.append(NumberedUtterance(id: id, utterance: utterance))
        }
        return utterances
    }

    /// The column in which `forEachUtterance` finds the words, as JSON.
    static let words: CInt = 5

    /// Calls `body` with each utterance of one transcript, in order: its id, the utterance without its words, and the row.
    func forEachUtterance(
        in transcript: Int64, of meeting: Int64, withWords: Bool = true,
        _ body: (NumberedUtterance.ID, Utterance, Columns) throws -> Void
    ) throws {
        try forEachRow(
            """
            SELECT attendee, start_at, end_at, text, recognizer, \(withWords ? "words" : "'[]'"),
                coalesce(original, number) AS id, channel, interjection, by_voice
            FROM utterance WHERE meeting = ? AND transcript = ? ORDER BY start_at, id
            """,
            [meeting, transcript]
        ) { row in
            let utterance = Utterance(
                attendee: row.id(0), start: row.duration(1), end: row.duration(2), text: row.text(3),
                recognizer: row.text(4), words: [], channel: row.isNull(7) ? nil : try row.value(7),
                isInterjection: row.integer(8) != 0, isByVoice: row.integer(9) != 0)
            try body(row.integer(6), utterance, row)
        }
    }

    /// Adds an utterance to each transcript that `source` selects: a table and a condition, where `?1` is the meeting.
    ///
    /// `number` is the SQL expression for the transcript's number, `original` the number of the copied utterance.
    func insert(
        _ row: UtteranceRow,
        original: Int64?,
        meeting: Int64,
        into number: String,
        from source: String
    ) throws {
        try run(
            """
            INSERT INTO utterance (meeting, attendee, start_at, end_at, text, recognizer, words, original, channel,
                interjection, by_voice, transcript)
            SELECT ?1, ?2, ?3, ?4, CAST(?5 AS TEXT), ?6, ?7, ?8, ?9, ?10, ?11, \(number) FROM \(source)
            """,
            [
                meeting, row.utterance.attendee.rawValue, row.utterance.start.nanoseconds,
                row.utterance.end.nanoseconds, FreeText(row.utterance.text), row.utterance.recognizer, row.words,
                original, row.utterance.channel?.rawValue, row.utterance.isInterjection, row.utterance.isByVoice,
            ]
        )
    }
}

/// An utterance with its words as stored.
struct UtteranceRow {
    let utterance: Utterance
    let words: String

    init(_ utterance: Utterance) throws {
        self.utterance = utterance
        self.words = try json(utterance.words.map(StoredWord.init))
    }
}

/// An utterance in JSON, in a draft and in what a team shares.
struct StoredUtterance: Codable {
    let attendee: String
    let start: Int64
    let end: Int64
    let text: String
    let recognizer: String
    /// Missing for a recording of one channel.
    let channel: String?
    /// Missing in earlier drafts if it is none.
    let isInterjection: Bool?
    /// Missing if it is not.
    let isByVoice: Bool?
    /// Missing in what a team shares, which has them beside it.
    var words: [StoredWord]?
    /// Its place in the transcript that was corrected, from 0; missing in a draft, and if it is not from there.
    var place: Int?

    /// An utterance without its words.
    init(_ utterance: Utterance) {
        attendee = utterance.attendee.rawValue
        start = utterance.start.nanoseconds
        end = utterance.end.nanoseconds
        text = utterance.text
        recognizer = utterance.recognizer
        channel = utterance.channel?.rawValue
        isInterjection = utterance.isInterjection
        isByVoice = utterance.isByVoice ? true : nil
    }

    func utterance(_ words: [StoredWord]) -> Utterance {
        let channel = channel.flatMap(AudioChannel.init(rawValue:))
        return Utterance(
            attendee: Attendee.ID(rawValue: attendee), start: .nanoseconds(start), end: .nanoseconds(end), text: text,
            recognizer: recognizer, words: words.map(\.word), channel: channel,
            isInterjection: channel != nil && isInterjection == true, isByVoice: isByVoice == true)
    }
}

struct StoredWord: Codable {
    private let text: String
    private let start: Int64
    private let end: Int64
    private let confidence: Double
    /// Missing in most words.
    private let heard: String?

    init(_ word: Word) {
        text = word.text
        start = word.start.nanoseconds
        end = word.end.nanoseconds
        // JSON has no infinity and no NaN.
        confidence = word.confidence.isFinite ? word.confidence : 0
        heard = word.heard
    }

    var word: Word {
        Word(text: text, start: .nanoseconds(start), end: .nanoseconds(end), confidence: confidence, heard: heard)
    }
}
