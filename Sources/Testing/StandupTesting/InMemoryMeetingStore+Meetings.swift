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
    package func meetings(of standup: Standup.ID?) -> [Meeting] {
        meetings(of: standup, limit: nil, offset: 0)
    }

    /// The meetings that are deleted together with an item, whether marked or not, as `meetings` returns them.
    package func meetings(removedWith item: DeletedItem) -> [Meeting] {
        read { contents in
            contents.newestFirst { kept in
                switch item {
                case .standup(let id): kept.meeting.standupID == id
                case .meeting(let id): kept.meeting.id == id
                case .transcript: false
                }
            }
            .map(\.listed)
        }
    }

    /// The member of the team who recorded a meeting: nobody, as this history has no team.
    package func recorder(of meeting: Meeting.ID) -> String? { nil }

    /// The number of meetings of one standup or of all.
    public func meetingCount(of standup: Standup.ID?) -> Int {
        meetings(of: standup).count
    }

    /// A summary for each standup that has meetings.
    package func meetingSummaries() -> [MeetingSummary] {
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

    /// The ids with this prefix, ASCII letters in either case, newest first.
    package func meetingIDs(startingWith prefix: String) -> [Meeting.ID] {
        meetings(of: nil).map(\.id).filter { $0.rawValue.lowercased().hasPrefix(prefix.lowercased()) }
    }

    /// The ids of the meetings whose state is live.
    package func liveMeetings() -> [Meeting.ID] {
        read { contents in
            contents.meetings.filter { $0.meeting.state == .live && contents.isVisible($0) }.map(\.meeting.id)
        }
    }

    /// The meetings with a recording that started before an instant, newest first, as `meetings` returns them.
    package func recordedMeetings(before instant: Timestamp) -> [Meeting] {
        meetings(of: nil).filter { $0.startedAt < instant && $0.recording != nil }
    }

    /// The whole meeting with an id; nil if there is none.
    public func meeting(_ id: Meeting.ID) -> Meeting? {
        read { contents in contents.meetings.first { $0.meeting.id == id && contents.isVisible($0) }?.whole }
    }

    /// A meeting whose utterances have no words.
    package func meetingWithoutWords(_ id: Meeting.ID) -> Meeting? {
        guard var meeting = meeting(id) else { return nil }
        meeting.transcript = meeting.transcript.map { utterance in
            Utterance(
                attendee: utterance.attendee, start: utterance.start, end: utterance.end, text: utterance.text,
                recognizer: utterance.recognizer, words: [], channel: utterance.channel,
                isInterjection: utterance.isInterjection)
        }
        return meeting
    }

    /// A page of the meetings of one standup or of all, newest first.
    package func listedMeetings(of standup: Standup.ID?, after last: ListedMeeting?, limit: Int) -> [ListedMeeting] {
        read { contents in
            contents.newestFirst { contents.isVisible($0) && (standup == nil || $0.meeting.standupID == standup) }
                .enumerated().dropFirst(last.map { Int($0.place) + 1 } ?? 0).prefix(max(0, limit))
                .map { place, kept in
                    let attendees = Set(kept.meeting.attendees.map(\.id))
                    let spoken = kept.whole.transcript.filter { attendees.contains($0.attendee) && !$0.isInterjection }
                    var meeting = kept.meeting
                    (meeting.turns, meeting.marks, meeting.updates) = ([], [], [])
                    return ListedMeeting(
                        meeting,
                        speech: Dictionary(spoken.map { ($0.attendee, $0.end - $0.start) }, uniquingKeysWith: +),
                        place: Int64(place))
                }
        }
    }

    /// Stores a meeting at its start; replaces one with the same id.
    public func begin(_ meeting: Meeting) throws(HistoryError) {
        try write { contents in contents.add(meeting) }
    }

    /// Adds imported standups and meetings atomically.
    package func add(_ standups: [Standup], _ meetings: [Meeting]) throws(HistoryError) -> AddedItems {
        try write { contents in
            let newStandups = standups.filter { standup in
                !contents.standups.contains { $0.standup.id == standup.id && $0.deletedBy == nil }
            }
            let newMeetings = meetings.filter { meeting in
                !contents.meetings.contains { $0.meeting.id == meeting.id && $0.deletedBy == nil }
            }
            for standup in newStandups { contents.save(standup) }
            for meeting in newMeetings { contents.add(meeting) }
            return AddedItems(standups: newStandups.map(\.id), meetings: newMeetings.map(\.id))
        }
    }

    /// Stores changes of a meeting atomically.
    public func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError) {
        try write { contents throws(HistoryError) in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == id }) else {
                throw .noMeeting(id)
            }
            for change in changes {
                if case .pointState(let point, let state) = change {
                    contents.setState(state, of: [point])
                } else {
                    contents.meetings[index].apply(change)
                }
            }
        }
    }

    /// Deletes a discarded meeting and its recording, unless it is in the trash.
    public func discard(_ meeting: Meeting.ID, removeRecording: () -> Void) throws(HistoryError) {
        try write { contents in contents.returnUpdates(of: meeting) }
        let isMarked = try setDeleted(.meeting(meeting), by: Trash.discardedOwner(of: meeting))
        try deleteDiscarded(meeting, isMarked: isMarked, removeRecording: removeRecording)
    }

    /// The steps of a meeting's countdown in order; empty once the countdown is settled.
    public func countdownSteps(of meeting: Meeting.ID) -> [String] {
        read { contents in
            contents.meetings.first { $0.meeting.id == meeting && contents.isVisible($0) }?.countdownSteps ?? []
        }
    }

    /// The interrupted meetings that can be resumed, newest first.
    package func resumableMeetings() -> [Meeting] {
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

    /// Deletes a meeting permanently.
    public func deleteMeeting(_ id: Meeting.ID) throws(HistoryError) {
        try write { contents in contents.deleteMeetings { $0.id == id } }
    }

    /// The files of the recordings of permanently deleted meetings that are still to be removed.
    package func removedRecordings() -> [String] { read { $0.removedRecordings.sorted() } }

    /// Notes that the file of a recording is removed.
    package func forgetRecording(_ file: String) throws(HistoryError) {
        _ = try write { contents in contents.removedRecordings.remove(file) }
    }

    /// Each attendee's part in the latest meetings of a standup, newest first.
    package func contributions(to standup: Standup.ID, last meetings: Int) -> [Contribution] {
        read { contents in
            contents.visibleMeetings.map(\.whole).filter { $0.standupID == standup && $0.state != .live }
                .prefix(max(0, meetings))
                .flatMap { meeting in
                    meeting.attendees.map { attendee in
                        Contribution(
                            meeting: meeting.id,
                            startedAt: meeting.startedAt,
                            attendee: attendee,
                            speech: meeting.transcript.filter { $0.attendee == attendee.id && !$0.isInterjection }
                                .reduce(.zero) { $0 + ($1.end - $1.start) }
                        )
                    }
                }
                .known(in: standup)
        }
    }
}
