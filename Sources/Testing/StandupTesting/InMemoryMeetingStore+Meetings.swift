public import MeetingHistory
public import MeetingModel

extension InMemoryMeetingStore {
    /// A page of the meetings of one standup or of all, newest first, without turns, pauses, gaps and transcript.
    public func meetings(of standup: Standup.ID?, limit: Int?, offset: Int) -> [Meeting] {
        read { contents in
            contents.newestFirst { contents.isVisible($0) && (standup == nil || $0.meeting.standupID == standup) }
                .dropFirst(offset).prefix(limit ?? .max).map(\.listed)
        }
    }

    /// The meetings of one standup or of all, newest first, without turns, pauses, gaps and transcript.
    public func meetings(of standup: Standup.ID?) -> [Meeting] {
        meetings(of: standup, limit: nil, offset: 0)
    }

    /// The meetings that go if something is removed for good, those marked deleted included, as `meetings` lists them.
    public func meetings(removedWith item: DeletedItem) -> [Meeting] {
        read { contents in
            contents.newestFirst { kept in
                switch item {
                case .standup(let id): kept.meeting.standupID == id
                case .meeting(let id): kept.meeting.id == id
                }
            }
            .map(\.listed)
        }
    }

    /// How many meetings one standup has had, or all together.
    public func meetingCount(of standup: Standup.ID?) -> Int {
        meetings(of: standup).count
    }

    /// What a list of standups says of the meetings of each.
    public func meetingSummaries() -> [MeetingSummary] {
        Dictionary(grouping: meetings(of: nil), by: \.standupID).values
            .map { held in
                MeetingSummary(
                    standupID: held[0].standupID,
                    lastTitle: held[0].title,
                    lastStartedAt: held[0].startedAt,
                    count: held.count
                )
            }
    }

    /// The ids of the meetings whose id starts so, in any case, newest first.
    public func meetingIDs(startingWith prefix: String) -> [Meeting.ID] {
        meetings(of: nil).map(\.id).filter { $0.rawValue.lowercased().hasPrefix(prefix.lowercased()) }
    }

    /// The ids of the meetings whose state is live.
    public func liveMeetings() -> [Meeting.ID] {
        read { contents in
            contents.meetings.filter { $0.meeting.state == .live && contents.isVisible($0) }.map(\.meeting.id)
        }
    }

    /// The meetings that started before an instant and have a recording.
    public func recordedMeetings(before instant: Timestamp) -> [Meeting] {
        meetings(of: nil).filter { $0.startedAt < instant && $0.recording != nil }
    }

    /// One whole meeting, nil if there is none with this id.
    public func meeting(_ id: Meeting.ID) -> Meeting? {
        read { contents in contents.meetings.first { $0.meeting.id == id && contents.isVisible($0) }?.whole }
    }

    /// Keeps the beginning of a meeting; one with the same id is replaced.
    public func begin(_ meeting: Meeting) throws(HistoryError) {
        try write { contents in
            contents.meetings.removeAll { $0.meeting.id == meeting.id }
            contents.meetings.append(KeptMeeting(meeting))
        }
    }

    /// Adds standups and whole meetings from elsewhere, all or none.
    public func add(_ standups: [Standup], _ meetings: [Meeting]) throws(HistoryError) -> AddedItems {
        try write { contents in
            let newStandups = standups.filter { standup in
                !contents.standups.contains { $0.standup.id == standup.id && $0.deletedBy == nil }
            }
            let newMeetings = meetings.filter { meeting in
                !contents.meetings.contains { $0.meeting.id == meeting.id && $0.deletedBy == nil }
            }
            for standup in newStandups { contents.save(standup) }
            for meeting in newMeetings {
                contents.meetings.removeAll { $0.meeting.id == meeting.id }
                contents.meetings.append(KeptMeeting(meeting))
            }
            return AddedItems(standups: newStandups.map(\.id), meetings: newMeetings.map(\.id))
        }
    }

    /// Makes changes of a meeting that was begun; one that is not there is an error.
    public func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError) {
        try write { contents throws(HistoryError) in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == id }) else {
                throw .noMeeting(id)
            }
            for change in changes { contents.meetings[index].apply(change) }
        }
    }

    /// What was done to a meeting's countdown, in order; none once it is settled.
    public func countdownSteps(of meeting: Meeting.ID) -> [String] {
        read { contents in
            contents.meetings.first { $0.meeting.id == meeting && contents.isVisible($0) }?.countdownSteps ?? []
        }
    }

    /// The meetings that were interrupted and can be gone on with, newest first.
    public func resumableMeetings() -> [Meeting] {
        read { contents in
            var seen: Set<Standup.ID> = []
            let standups = Set(contents.standups.map(\.standup.id))
            return contents.visibleMeetings.filter { kept in
                seen.insert(kept.meeting.standupID).inserted && standups.contains(kept.meeting.standupID)
                    && kept.meeting.state == .interrupted && !kept.countdownSteps.isEmpty
            }
            .map(\.listed)
        }
    }

    /// Removes a meeting.
    public func deleteMeeting(_ id: Meeting.ID) throws(HistoryError) {
        try write { contents in contents.meetings.removeAll { $0.meeting.id == id } }
    }

    /// What each attendee took of the latest meetings of a standup, the newest first, each in its order of attendees.
    public func contributions(to standup: Standup.ID, last meetings: Int) -> [Contribution] {
        read { contents in
            contents.visibleMeetings.map(\.whole).filter { $0.standupID == standup && $0.state != .live }
                .prefix(max(0, meetings))
                .flatMap { meeting in
                    meeting.attendees.map { attendee in
                        Contribution(
                            meeting: meeting.id,
                            startedAt: meeting.startedAt,
                            attendee: attendee,
                            speech: meeting.transcript.filter { $0.attendee == attendee.id }
                                .reduce(.zero) { $0 + ($1.end - $1.start) }
                        )
                    }
                }
        }
    }
}
