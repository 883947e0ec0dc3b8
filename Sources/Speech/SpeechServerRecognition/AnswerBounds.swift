/// What an answer may hold, by the length of the sound that it is about.
struct AnswerBounds {
    /// The length of the sound, in seconds.
    private let duration: Double

    /// People speak five words a second when they hurry, and auctioneers eight.
    private static let wordsPerSecond = 12.0
    /// Of a word a server may give several pieces, down to halves of letters.
    private static let piecesPerSecond = 50.0
    private static let segmentsPerSecond = 5.0
    /// Three bytes a letter in Korean and Japanese; a text may be there twice.
    private static let textBytesPerSecond = 250.0
    private static let lettersPerSecond = 40.0

    /// The bounds for so many seconds of sound.
    init(duration: Double) {
        self.duration = max(0, duration)
    }

    /// The longest answer, in bytes: a server may spend two hundred on a piece of a word, and more on what nobody reads.
    var bytes: Int { limit(16_384, besides: 256 << 10) }

    /// The most words.
    var words: Int { limit(Self.wordsPerSecond, besides: 24) }

    /// What an answer has too much of; nil if nothing.
    func excess(in answer: ServerAnswer) -> String? {
        let pieces = answer.segments.reduce(answer.words.count) { $0 + $1.words.count }
        if pieces > limit(Self.piecesPerSecond, besides: 100) { return excess(pieces, "words") }
        if answer.segments.count > limit(Self.segmentsPerSecond, besides: 50) {
            return excess(answer.segments.count, "segments")
        }
        let bytes = answer.segments.reduce(answer.text?.utf8.count ?? 0) { $0 + $1.text.utf8.count }
        return bytes > limit(Self.textBytesPerSecond, besides: 4000) ? excess(bytes, "bytes of text") : nil
    }

    /// What a transcript has too much of; nil if nothing.
    func excess(in transcript: ServerTranscript) -> String? {
        if transcript.words.count > words { return excess(transcript.words.count, "words") }
        let long = transcript.words.first { word in
            // A text without spaces is one word, which may be as long as the sound.
            Double(word.text.count) > 100 + Self.lettersPerSecond * (word.end - word.start)
        }
        return long.map { excess($0.text.count, "letters in one word") }
    }

    private func limit(_ perSecond: Double, besides base: Int) -> Int {
        base + Int(min(perSecond * duration, 1e9))
    }

    private func excess(_ count: Int, _ what: String) -> String {
        "its answer has \(count) \(what) for \(Int(min(duration, 1e9).rounded(.up))) s of sound"
    }
}
