package import MeetingHistory
package import MeetingModel

extension InMemoryMeetingStore {
    /// The updates that wait for a standup's next meeting, in the order of its attendees.
    package func waitingUpdates(of standup: Standup.ID) -> [WrittenUpdate] {
        read { contents in
            contents.standups.first { $0.standup.id == standup && $0.deletedBy == nil }
                .map { (contents.waitingUpdates[standup] ?? []).sorted(by: $0.standup.attendees.map(\.id)) } ?? []
        }
    }

    /// Stores an update for a standup's next meeting, in place of the one that its attendee wrote before.
    package func write(_ update: WrittenUpdate, for standup: Standup.ID) throws(HistoryError) -> Bool {
        try write { $0.write(update, for: standup) }
    }

    /// Replaces the update that an attendee wrote for the next meeting, if it has a text.
    package func replaceWaitingUpdate(
        _ text: String?, by update: WrittenUpdate?, of attendee: Attendee.ID, for standup: Standup.ID
    ) throws(HistoryError) -> Bool {
        try write { contents in
            let isKept = contents.standups.contains { $0.standup.id == standup && $0.deletedBy == nil }
            let waiting = isKept ? contents.waitingUpdates[standup]?.first { $0.attendee == attendee } : nil
            guard waiting.map({ Array($0.text.utf8) }) == text.map({ Array($0.utf8) }) else { return false }
            return update.map { contents.write($0, for: standup) }
                ?? contents.deleteWaitingUpdate(of: attendee, for: standup)
        }
    }

    /// Deletes the update that an attendee wrote for the next meeting; false if none waits.
    package func deleteWaitingUpdate(
        of attendee: Attendee.ID, for standup: Standup.ID
    ) throws(HistoryError) -> Bool {
        try write { $0.deleteWaitingUpdate(of: attendee, for: standup) }
    }
}

extension InMemoryHistory.Contents {
    fileprivate mutating func write(_ update: WrittenUpdate, for standup: Standup.ID) -> Bool {
        let isKnown = standups.contains { kept in
            kept.standup.id == standup && kept.deletedBy == nil
                && kept.standup.attendees.contains { $0.id == update.attendee }
        }
        guard isKnown else { return false }
        waitingUpdates[standup, default: []].removeAll { $0.attendee == update.attendee }
        waitingUpdates[standup, default: []].append(update)
        return true
    }

    fileprivate mutating func deleteWaitingUpdate(of attendee: Attendee.ID, for standup: Standup.ID) -> Bool {
        let count = waitingUpdates[standup]?.count
        waitingUpdates[standup]?.removeAll { $0.attendee == attendee }
        return waitingUpdates[standup]?.count != count
    }

    /// Adds a meeting, in place of the one with its id; the updates that it has taken wait no longer.
    mutating func add(_ meeting: Meeting) {
        meetings.removeAll { $0.meeting.id == meeting.id }
        var meeting = meeting
        var authors: Set<Attendee.ID> = []
        meeting.updates.removeAll { !authors.insert($0.attendee).inserted }
        meetings.append(StoredMeeting(meeting))
        removeWaitingUpdates(of: meeting)
    }

    /// Removes the waiting updates that a meeting has taken.
    mutating func removeWaitingUpdates(of meeting: Meeting) {
        waitingUpdates[meeting.standupID]?.removeAll { meeting.updates.contains($0) }
    }

    /// Makes the updates of a discarded meeting wait again.
    mutating func returnUpdates(of meeting: Meeting.ID) {
        guard let meeting = meetings.first(where: { $0.meeting.id == meeting })?.meeting,
            let standup = standups.first(where: { $0.standup.id == meeting.standupID })?.standup
        else { return }
        for update in meeting.updates
        where standup.attendees.contains(where: { $0.id == update.attendee })
            && waitingUpdates[standup.id]?.contains(where: { $0.attendee == update.attendee }) != true
        {
            waitingUpdates[standup.id, default: []].append(update)
        }
    }
}

extension [WrittenUpdate] {
    /// The updates in the order of attendees.
    func sorted(by attendees: [Attendee.ID]) -> [WrittenUpdate] {
        sorted { left, right in
            (attendees.firstIndex(of: left.attendee) ?? .max) < (attendees.firstIndex(of: right.attendee) ?? .max)
        }
    }
}
