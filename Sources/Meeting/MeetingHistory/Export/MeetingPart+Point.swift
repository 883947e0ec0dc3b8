package import MeetingModel

extension MeetingPart {
    package struct Point: Codable, Hashable {
        package var id: String
        package var attendee: String
        package var name: String
        /// `done`, `plan`, `blocker`, `decision`, `question` or `other`.
        package var kind: String
        /// The words as one line.
        package var text: String
        package var start: Double
        package var end: Double
        /// `rules`, `assistant` or `hand`.
        package var maker: String
        /// `open`, `done` or `dropped`.
        package var state: String
        /// The id of the point of an earlier meeting that it takes up; omitted if there is none.
        var continues: String?

        package init(_ point: MeetingModel.Point, name: String) {
            id = point.id.rawValue
            attendee = point.attendee.rawValue
            self.name = name
            kind = point.kind.rawValue
            text = point.text
            start = point.start.seconds
            end = point.end.seconds
            maker = point.maker.rawValue
            state = point.state.rawValue
            continues = point.continues?.rawValue
        }
    }
}
