package import MeetingModel

extension MeetingPart {
    /// What an attendee wrote for a meeting.
    package struct Update: Codable, Hashable {
        /// The attendee's id.
        package var attendee: String
        /// The name at the meeting.
        package var name: String
        /// The text, of one or more lines.
        package var text: String
        /// When it was written.
        package var writtenAt: String

        /// Creates an update, with the name of its author.
        package init(_ update: WrittenUpdate, name: String) {
            attendee = update.attendee.rawValue
            self.name = name
            text = update.text
            writtenAt = LocalTime(update.writtenAt).iso8601
        }
    }
}
