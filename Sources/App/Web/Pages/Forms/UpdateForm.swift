package import MeetingModel

/// An update for the next meeting, as a form posts it to `WebRoute.update`.
package struct UpdateForm: Hashable, Sendable {
    /// What to do with the attendee's update.
    package enum Change: Hashable, Sendable {
        /// Stores this text in its place.
        case write(String)
        /// The text is empty: deletes one's own update, which the form showed.
        case clear
        /// Deletes it, by its button.
        case delete

        package var isDeletion: Bool { self == .clear || self == .delete }
    }

    /// Whose update it is; nil for that of the attendee as whom the visitor was invited.
    package var attendee: Attendee.ID?
    package var change: Change

    /// The update of a form; nil if its text is missing or too long.
    ///
    /// The button that deletes needs no text.
    package init?(_ fields: FormFields) {
        if fields["delete"] != nil {
            change = .delete
        } else {
            guard let text = fields["text"] else { return nil }
            do throws(WrittenUpdate.TextError) {
                change = .write(try WrittenUpdate.cleaned(text))
            } catch {
                guard error == .empty else { return nil }
                change = .clear
            }
        }
        attendee = fields.attendee
    }
}
