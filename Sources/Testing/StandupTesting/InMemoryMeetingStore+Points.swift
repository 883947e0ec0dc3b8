package import MeetingHistory
package import MeetingModel

extension InMemoryMeetingStore {
    /// The versions of a meeting's points, in the order of their creation.
    package func pointVersions(of meeting: Meeting.ID) -> [PointVersion] {
        read { contents in
            contents.visibleMeetings.first { $0.meeting.id == meeting }?.points.listed ?? []
        }
    }

    /// The points of one version, in the order in which they were said.
    package func points(of meeting: Meeting.ID, version: Int) -> [Point] {
        read { contents in
            contents.visibleMeetings.first { $0.meeting.id == meeting }?.points[version] ?? []
        }
    }

    /// Stores a version of a meeting's points, makes it current, and settles points of other meetings.
    @discardableResult
    package func addPoints(
        _ points: [Point], to meeting: Meeting.ID, by maker: Point.Maker, from transcript: Int?,
        settling settled: [Point.ID], at instant: Timestamp
    ) throws(HistoryError) -> Int {
        try write { contents throws(HistoryError) in
            let index = contents.meetings.firstIndex { $0.meeting.id == meeting && contents.isVisible($0) }
            guard let index else { throw .noMeeting(meeting) }
            let kept = contents.meetings[index]
            let left = Set(kept.transcripts.map(\.number))
            guard transcript.map({ $0 == kept.current && left.contains($0) }) ?? true,
                points.allSatisfy({ $0.transcript.map(left.contains) ?? true })
            else { throw .transcriptChanged(meeting) }
            let number = contents.meetings[index].points.add(points, by: maker, from: transcript, at: instant)
            contents.setState(.done, of: settled)
            return number
        }
    }

    /// Changes the current points of a meeting by hand.
    package func editPoints(
        of meeting: Meeting.ID, _ edit: PointEdit, at instant: Timestamp
    ) throws(HistoryError) -> Bool {
        try write { contents throws(HistoryError) in
            let index = contents.meetings.firstIndex { $0.meeting.id == meeting && contents.isVisible($0) }
            guard let index else { throw .noMeeting(meeting) }
            let kept = contents.meetings[index].points
            let left = contents.meetings[index].transcripts.map(\.number)
            guard let points = edit.applied(to: kept[kept.current]),
                edit.addedTranscript.map(left.contains) ?? true
            else { return false }
            if !edit.isOnlyState {
                let transcript = kept.versions.first { $0.number == kept.current }?.transcript
                _ = contents.meetings[index].points.add(points, by: .hand, from: transcript, at: instant)
            }
            if let (point, state) = edit.newState { contents.setState(state, of: [point]) }
            return true
        }
    }

    /// Makes a version of a meeting's points current.
    package func choosePoints(of meeting: Meeting.ID, version: Int) throws(HistoryError) {
        try change(meeting) { kept throws(HistoryError) in
            guard kept.points.versions.contains(where: { $0.number == version }) else {
                throw .noPoints(meeting, version: version)
            }
            kept.points.current = version
        }
    }

    /// Sets the state of points in all versions.
    package func setState(_ state: Point.State, of points: [Point.ID]) throws(HistoryError) {
        try write { contents in contents.setState(state, of: points) }
    }

    /// The latest ended meetings of one standup, or of all, newest first, with their points.
    package func meetingsWithPoints(of standup: Standup.ID?, last count: Int) -> [Meeting] {
        read { contents in
            contents.visibleMeetings
                .filter { $0.meeting.state != .live && (standup == nil || $0.meeting.standupID == standup) }
                .prefix(max(0, count))
                .map { kept in
                    var listed = kept.listed
                    listed.points = kept.points[kept.points.current]
                    return listed
                }
        }
    }
}

extension InMemoryHistory.Contents {
    mutating func setState(_ state: Point.State, of points: [Point.ID]) {
        for index in meetings.indices where isVisible(meetings[index]) {
            meetings[index].points.setState(state, of: Set(points))
        }
    }
}

/// The versions of a meeting's points.
struct StoredPoints {
    struct Version {
        let number: Int
        let createdAt: Timestamp
        let maker: Point.Maker
        let transcript: Int?
        var points: [Point]
    }

    private(set) var versions: [Version] = []
    /// The number of the current version; 0 if there is none.
    var current = 0

    /// The versions as `pointVersions` returns them.
    var listed: [PointVersion] {
        versions.map {
            PointVersion(
                number: $0.number, createdAt: $0.createdAt, maker: $0.maker, transcript: $0.transcript,
                isCurrent: $0.number == current)
        }
    }

    subscript(_ number: Int) -> [Point] { versions.first { $0.number == number }?.points ?? [] }

    mutating func add(
        _ points: [Point], by maker: Point.Maker, from transcript: Int?, at instant: Timestamp
    ) -> Int {
        current = (versions.last?.number ?? 0) + 1
        let sorted = points.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        versions.append(
            Version(
                number: current, createdAt: instant, maker: maker, transcript: transcript,
                points: sorted.map(\.element)))
        return current
    }

    /// Adds a version with the points by hand, if the current one lacks some.
    mutating func takeAlongPointsByHand(at instant: Timestamp) {
        let contents = listed.map { ($0, self[$0.number]) }
        guard let points = PointVersion.currentPointsWithThoseByHand(contents) else { return }
        _ = add(points, by: .hand, from: versions.first { $0.number == current }?.transcript, at: instant)
    }

    mutating func setState(_ state: Point.State, of points: Set<Point.ID>) {
        for version in versions.indices {
            for index in versions[version].points.indices where points.contains(versions[version].points[index].id) {
                versions[version].points[index].state = state
            }
        }
    }

    /// Removes the words of a transcript.
    mutating func removeWords(of transcript: Int) {
        for version in versions.indices { versions[version].points.removeAll { $0.transcript == transcript } }
    }
}
