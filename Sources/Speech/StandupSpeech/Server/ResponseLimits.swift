/// Limits on the content of a response, by the length of the sound.
struct ResponseLimits {
    /// The length of the sound, in seconds.
    private let duration: Double

    /// Fast speakers say five words a second, auctioneers eight.
    private static let wordsPerSecond = 12.0
    /// Servers may split words into several pieces, even into parts of a character.
    private static let piecesPerSecond = 50.0
    private static let segmentsPerSecond = 5.0
    /// Three bytes per letter in Korean and Japanese; the text may occur twice.
    private static let textBytesPerSecond = 250.0
    private static let lettersPerSecond = 40.0

    init(duration: Double) {
        self.duration = max(0, duration)
    }

    /// The maximum bytes of a response: up to two hundred per piece of a word, plus unused fields.
    var bytes: Int { limit(16_384, besides: 256 << 10) }

    var words: Int { limit(Self.wordsPerSecond, besides: 24) }

    /// The exceeded limit of a response; nil if there is none.
    func excess(in response: TranscriptionResponse) -> String? {
        let pieces = response.segments.reduce(response.words.count) { $0 + $1.words.count }
        if pieces > limit(Self.piecesPerSecond, besides: 100) { return excess(pieces, "words") }
        if response.segments.count > limit(Self.segmentsPerSecond, besides: 50) {
            return excess(response.segments.count, "segments")
        }
        let bytes = response.segments.reduce(response.text?.utf8.count ?? 0) { $0 + $1.text.utf8.count }
        return bytes > limit(Self.textBytesPerSecond, besides: 4000) ? excess(bytes, "bytes of text") : nil
    }

    func excess(in transcript: ServerTranscript) -> String? {
        if transcript.words.count > words { return excess(transcript.words.count, "words") }
        let long = transcript.words.first { word in
            // Text without spaces is one word, which may last as long as the sound.
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
