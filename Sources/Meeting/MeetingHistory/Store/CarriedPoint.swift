public import MeetingModel

/// A point with the meeting in which it was said, and for how long it has been open.
public struct CarriedPoint: Identifiable, Hashable, Sendable, Codable {
    /// In how many meetings a blocker has to be open to be marked.
    public static let longBlock = 3

    /// The point.
    public package(set) var point: Point
    /// The meeting in which it was said last.
    public let meeting: Meeting.ID
    /// The standup.
    public let standup: Standup.ID
    /// The meeting's title.
    public let title: String
    /// The meeting's start.
    public let startedAt: Timestamp
    /// The name of the person at that meeting.
    public let name: String
    /// Whether a point of a later meeting takes it up.
    public let isContinued: Bool
    /// In how many meetings of its person it has been open, with the one in which it was said first.
    ///
    /// False starts, and meetings in which the person did not speak, do not count.
    public let meetings: Int

    /// The point's id.
    public var id: Point.ID { point.id }

    /// Whether a person spoke in a meeting, and it was no false start: most of those present had their turn.
    ///
    /// A recording that was imported without the person's words does not count either.
    static func isCounted(_ meeting: Meeting, for person: Attendee.ID) -> Bool {
        let present = meeting.attendees.filter { $0.state != .absent }
        return present.contains { $0.id == person && $0.state == .spoke }
            && present.count { $0.state == .spoke } * 2 > present.count
    }

    /// Whether it is open, no later point stands for it, and it is known whose it is.
    public var isOpen: Bool { point.state == .open && !isContinued && !isOfSomeone }

    /// Whether an import did not name who said it.
    private var isOfSomeone: Bool { Attendee.isSomeone(point.attendee, named: name, in: standup) }

    /// Whether it is a blocker that has been open for three meetings or more.
    public var isLongBlock: Bool { isOpen && point.kind == .blocker && meetings >= Self.longBlock }

    /// A point of a meeting.
    public init(
        _ point: Point, of meeting: Meeting, isContinued: Bool = false, meetings: Int = 1
    ) {
        self.point = point
        self.meeting = meeting.id
        standup = meeting.standupID
        title = meeting.title
        startedAt = meeting.startedAt
        name = meeting.name(of: point.attendee)
        self.isContinued = isContinued
        self.meetings = meetings
    }

    /// The point with the name that the person has now.
    package func named(_ names: CurrentNames) -> CarriedPoint {
        CarriedPoint(self, name: names[point.attendee, in: standup] ?? name)
    }

    private init(_ other: CarriedPoint, name: String) {
        point = other.point
        meeting = other.meeting
        standup = other.standup
        title = other.title
        startedAt = other.startedAt
        self.name = name
        isContinued = other.isContinued
        meetings = other.meetings
    }
}

extension [Meeting] {
    /// The points of meetings that are sorted newest first, those of the newest meeting first.
    package var carriedPoints: [CarriedPoint] {
        var places: [Point.ID: (meeting: Int, point: Point)] = [:]
        for (index, meeting) in enumerated() { for point in meeting.points { places[point.id] = (index, point) } }
        let continued = Set(flatMap { $0.points.compactMap(\.continues) })
        return enumerated().flatMap { index, meeting in
            meeting.points.map { point in
                var first = index
                var seen: Set<Point.ID> = [point.id]
                var earlier = point.continues
                while let id = earlier, seen.insert(id).inserted, let place = places[id],
                    self[place.meeting].standupID == meeting.standupID
                {
                    first = Swift.max(first, place.meeting)
                    earlier = place.point.continues
                }
                let later = self[..<first].count {
                    $0.standupID == meeting.standupID && CarriedPoint.isCounted($0, for: point.attendee)
                }
                return CarriedPoint(
                    point, of: meeting, isContinued: continued.contains(point.id), meetings: later + 1)
            }
        }
    }
}
