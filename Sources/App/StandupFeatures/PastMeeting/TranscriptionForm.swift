package import MeetingModel

/// A recognizer that a recording can be transcribed with.
package struct OfferedRecognizer: Hashable, Sendable {
    /// The name, such as `whisper:base`.
    package var name: String
    /// The display name, such as `Whisper base`.
    package var title: String
    /// The languages it supports, as BCP 47 tags.
    package var languages: [String]
    /// The destination of the audio, if it leaves this machine.
    var sentTo: String?

    package init(name: String, title: String, languages: [String], sentTo: String? = nil) {
        self.name = name
        self.title = title
        self.languages = languages
        self.sentTo = sentTo
    }
}

package struct TranscriptionOffer: Hashable, Sendable {
    /// The recognizers that are installed.
    var recognizers: [OfferedRecognizer]
    /// The name of the one that a meeting in the language would use; nil if it would use none.
    var standard: String?

    package init(_ recognizers: [OfferedRecognizer] = [], standard: String? = nil) {
        self.recognizers = recognizers
        self.standard = standard
    }
}

/// The choices for transcribing a meeting again: recognizer, language and channel.
package struct TranscriptionForm: Sendable {
    package enum Field: Hashable, Sendable, CaseIterable {
        case recognizer
        case language
        case channel
    }

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
    package private(set) var focus = Field.recognizer

    /// The transcription of a meeting; nil if no recognizer is installed.
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

    package var recognizer: OfferedRecognizer { recognizers[index] }

    /// The fields; the channel only for the sound of a call.
    package var fields: [Field] {
        let hasChannels = meeting.recording?.channels == 2
        return Field.allCases.filter { $0 != .channel || hasChannels }
    }

    /// The languages to choose from: the meeting's first, if the recognizer supports it.
    private static func languages(of recognizer: OfferedRecognizer, for meeting: Meeting) -> [String] {
        guard recognizer.supports(meeting.language) else { return recognizer.languages }
        let others = recognizer.languages.filter { $0.primaryLanguage != meeting.language.primaryLanguage }
        return [meeting.language] + others
    }

    mutating func perform(_ command: Command) -> Action? {
        if let next = Selection.focus(after: focus, in: fields, by: command) {
            focus = next
            return nil
        }
        switch command {
        case .back: return .close
        case .activate:
            return .transcribe(
                TranscriptionRequest(
                    meeting: meeting.id, recognizer: recognizer.name, title: recognizer.title, language: language,
                    channel: fields.contains(.channel) ? channel : nil))
        case .select(let index) where fields.indices.contains(index):
            if fields[index] == focus { step(by: 1) } else { focus = fields[index] }
        case .left: step(by: -1)
        case .right: step(by: 1)
        default: break
        }
        return nil
    }

    /// Steps the choice with the focus; a recognizer without the language gets another one.
    private mutating func step(by steps: Int) {
        switch focus {
        case .recognizer:
            index = Selection.stepped(index, through: Array(recognizers.indices), by: steps)
            let languages = Self.languages(of: recognizer, for: meeting)
            if !languages.contains(language) { language = languages.first ?? language }
        case .language:
            language = Selection.stepped(language, through: Self.languages(of: recognizer, for: meeting), by: steps)
        case .channel: channel = Selection.stepped(channel, through: [nil] + AudioChannel.allCases, by: steps)
        }
    }
}

extension OfferedRecognizer {
    /// Whether it supports a language in any of its variants.
    func supports(_ language: String) -> Bool {
        languages.contains { $0.primaryLanguage == language.primaryLanguage }
    }
}
