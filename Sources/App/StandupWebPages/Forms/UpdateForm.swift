package import MeetingModel

/// An update for the next meeting, as a form posts it to `WebRoute.update`.
package struct UpdateForm: Hashable, Sendable {
    /// What to do with the attendee's update.
    package enum Change: Hashable, Sendable {
        /// Stores this text in its place.
        case write(String)
        /// Deletes it.
        case delete
    }

    /// Whose update it is; nil for that of the attendee as whom the visitor was invited.
    package var attendee: Attendee.ID?
    /// What to do.
    package var change: Change

    /// The update of a form; nil if there is no text, or one that is too long.
    package init?(_ fields: FormFields) {
        guard let text = fields["text"] else { return nil }
        do throws(WrittenUpdate.TextError) {
            change = .write(try WrittenUpdate.cleaned(text))
        } catch {
            guard error == .empty else { return nil }
            change = .delete
        }
        attendee = fields["attendee"].flatMap { $0.isEmpty ? nil : Attendee.ID(rawValue: $0) }
    }
}
