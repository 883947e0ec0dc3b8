import MeetingHistory
package import MeetingModel

/// A correction of one utterance, as a form posts it to `WebRoute.correction`.
package struct CorrectionForm: Hashable, Sendable {
    /// The transcript that the reader saw.
    package var version: Int
    package var utterance: Int64
    /// The words; without any, the utterance is removed.
    package var text: String
    /// Who said it; nil leaves the speaker.
    package var attendee: Attendee.ID?

    /// The longest text, in characters.
    package static let longestText = 10_000

    package init(version: Int, utterance: Int64, text: String, attendee: Attendee.ID? = nil) {
        self.version = version
        self.utterance = utterance
        self.text = text
        self.attendee = attendee
    }

    /// The correction of a form; nil if the fields are not those of a correction, or the text is too long.
    package init?(_ fields: FormFields) {
        guard let version = fields["version"].flatMap({ Int($0) }), version > 0,
            let utterance = fields["utterance"].flatMap({ Int64($0) }), utterance >= 0,
            let text = fields["text"], text.count <= Self.longestText
        else { return nil }
        self.init(version: version, utterance: utterance, text: text, attendee: fields.attendee)
    }
}
