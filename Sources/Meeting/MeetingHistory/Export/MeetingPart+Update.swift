package import MeetingModel

extension MeetingPart {
    package struct Update: Codable, Hashable {
        package var attendee: String
        package var name: String
        /// The text, of one or more lines.
        package var text: String
        package var writtenAt: String

        package init(_ update: WrittenUpdate, name: String) {
            attendee = update.attendee.rawValue
            self.name = name
            text = update.text
            writtenAt = LocalTime(update.writtenAt).iso8601
        }
    }
}
