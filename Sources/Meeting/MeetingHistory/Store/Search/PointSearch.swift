import MeetingModel

extension PointStore {
    /// The points that match a request, those of the newest meeting first.
    ///
    /// It reads the current points of all meetings of the request; there are some dozens in a meeting.
    ///
    /// - Throws: If the history cannot be read.
    package func searchPoints(_ request: SearchRequest) throws(HistoryError) -> [SearchHit] {
        let meetings = try meetingsWithPoints(of: request.standup, last: Self.mostMeetings).filter { meeting in
            (request.since.map { meeting.startedAt >= $0 } ?? true)
                && (request.until.map { meeting.startedAt < $0 } ?? true)
        }
        let hits = meetings.lazy.flatMap { meeting in
            meeting.points.lazy.filter { point in
                (request.attendees?.contains(point.attendee) ?? true)
                    && request.query.isSatisfied(by: SearchText.words(of: point.text).map(\.folded))
            }.map { point in
                SearchHit(
                    meeting: meeting.id, standup: meeting.standupID, title: meeting.title,
                    startedAt: meeting.startedAt, source: .point(point, name: meeting.name(of: point.attendee)),
                    text: point.text, matches: request.query.matches(in: point.text))
            }
        }
        return Array(hits.dropFirst(max(0, request.offset)).prefix(max(0, request.limit)))
    }

    /// More meetings than a history has.
    private static var mostMeetings: Int { 1_000_000 }
}
