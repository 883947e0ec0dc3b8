package import MeetingModel

/// A decision about an attendee's voice, as a form posts it to `WebRoute.voice`.
package struct VoiceForm: Hashable, Sendable {
    package enum Change: String, CaseIterable, Hashable, Sendable {
        /// Forgets the voice, and never learns it again.
        case forget
        /// The voice may be learned again.
        case allow
    }

    /// Whose voice it is; nil for that of the attendee as whom the visitor was invited.
    package var attendee: Attendee.ID?
    package var change: Change

    package init?(_ fields: FormFields) {
        guard let change = fields["voice"].flatMap(Change.init) else { return nil }
        self.change = change
        attendee = fields.attendee
    }
}
