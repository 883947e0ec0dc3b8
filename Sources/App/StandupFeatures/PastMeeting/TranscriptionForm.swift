package import MeetingModel

/// A recogniser that a recording can be transcribed with.
package struct OfferedRecognizer: Hashable, Sendable {
    /// The name, such as `whisper:base`.
    package var name: String
    /// The display name, such as `Whisper base`.
    package var title: String
    /// The languages it supports, as BCP 47 tags.
    package var languages: [String]
    /// The destination of the audio, if it leaves this machine.
    package var sentTo: String?

    /// A recogniser.
    package init(name: String, title: String, languages: [String], sentTo: String? = nil) {
        self.name = name
        self.title = title
        self.languages = languages
        self.sentTo = sentTo
    }
}

/// The recognisers that a recording can be transcribed with.
package struct TranscriptionOffer: Hashable, Sendable {
    /// The recognisers that are installed.
    package var recognizers: [OfferedRecognizer]
    /// The name of the one that a meeting in the language would use; nil if it would use none.
    package var standard: String?

    /// An offer.
    package init(_ recognizers: [OfferedRecognizer] = [], standard: String? = nil) {
        self.recognizers = recognizers
        self.standard = standard
    }
}

/// The choices for transcribing a meeting again: recogniser, language and channel.
package struct TranscriptionForm: Sendable {
    /// A field.
    package enum Field: Hashable, Sendable, CaseIterable {
        case recognizer
        case language
        case channel
    }

    /// What a command asks for.
    enum Action: Hashable {
        case close
        case transcribe(TranscriptionRequest)
    }

    private let meeting: Meeting
    private let recognizers: [OfferedRecognizer]
    private var index: Int
    /// The spoken language, as a BCP 47 tag.
    package private(set) var language: String
    /// The channel of the recording; nil for both.
    package private(set) var channel: AudioChannel?
    /// The field with the focus.
    package private(set) var focus = Field.recognizer

    /// The transcription of a meeting; nil if no recogniser is installed.
    init?(_ meeting: Meeting, _ offer: TranscriptionOffer) {
        guard let first = offer.recognizers.first else { return nil }
        self.meeting = meeting
        recognizers = offer.recognizers
        index =
            recognizers.firstIndex { $0.name == offer.standard }
            ?? recognizers.firstIndex { $0.supports(meeting.language) } ?? 0
        language = meeting.language
        language = Self.languages(of: recognizers[index], for: meeting).first ?? first.languages.first ?? language
    }

    /// The recogniser.
    package var recognizer: OfferedRecognizer { recognizers[index] }

    /// The fields; the channel only for the sound of a call.
    package var fields: [Field] {
        let hasChannels = meeting.recording?.channels == 2
        return Field.allCases.filter { $0 != .channel || hasChannels }
    }

    /// The languages to choose from: the meeting's first, if the recogniser supports it.
    private static func languages(of recognizer: OfferedRecognizer, for meeting: Meeting) -> [String] {
        guard recognizer.supports(meeting.language) else { return recognizer.languages }
        let others = recognizer.languages.filter { $0.primaryLanguage != meeting.language.primaryLanguage }
        return [meeting.language] + others
    }

    /// Performs a command.
    mutating func perform(_ command: Command) -> Action? {
        switch command {
        case .back: return .close
        case .activate:
            return .transcribe(
                TranscriptionRequest(
                    meeting: meeting.id, recognizer: recognizer.name, title: recognizer.title, language: language,
                    channel: fields.contains(.channel) ? channel : nil))
        case .nextField: moveFocus(by: 1, around: true)
        case .previousField: moveFocus(by: -1, around: true)
        case .down: moveFocus(by: 1)
        case .up: moveFocus(by: -1)
        case .select(let index) where fields.indices.contains(index):
            if fields[index] == focus { step(by: 1) } else { focus = fields[index] }
        case .left: step(by: -1)
        case .right: step(by: 1)
        default: break
        }
        return nil
    }

    private mutating func moveFocus(by steps: Int, around: Bool = false) {
        let fields = fields
        let target = (fields.firstIndex(of: focus) ?? 0) + steps
        focus = fields[around ? (target + fields.count) % fields.count : max(0, min(fields.count - 1, target))]
    }

    /// Steps the choice with the focus; a recogniser without the language gets another one.
    private mutating func step(by steps: Int) {
        func next<T: Equatable>(_ value: T, of all: [T]) -> T {
            guard let index = all.firstIndex(of: value) else { return all.first ?? value }
            return all[(index + steps + all.count) % all.count]
        }
        switch focus {
        case .recognizer:
            index = next(index, of: Array(recognizers.indices))
            let languages = Self.languages(of: recognizer, for: meeting)
            if !languages.contains(language) { language = languages.first ?? language }
        case .language: language = next(language, of: Self.languages(of: recognizer, for: meeting))
        case .channel: channel = next(channel, of: [nil] + AudioChannel.allCases)
        }
    }
}

extension OfferedRecognizer {
    /// Whether it supports a language in any of its variants.
    func supports(_ language: String) -> Bool {
        languages.contains { $0.primaryLanguage == language.primaryLanguage }
    }
}

extension String {
    /// The language of a BCP 47 tag without its variant: `en` of `en-GB`.
    fileprivate var primaryLanguage: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
