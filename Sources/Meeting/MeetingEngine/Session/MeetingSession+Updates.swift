import MeetingModel

extension MeetingSession {
    /// Emits what absent attendees wrote whose turn would have come by now; without a next speaker, all that is left.
    @discardableResult
    func emitUpdates(ofAbsentBefore speaker: Attendee.ID?, at meetingTime: Duration) -> [WrittenUpdate] {
        let due = updatesOfAbsent(before: speaker)
        for update in due {
            shownUpdates.insert(update.attendee)
            emit(.updateShown(update), at: meetingTime)
        }
        return due
    }

    /// Emits what the attendee wrote whose turn has started, and shows it after that of the absent before.
    ///
    /// In the last turn, what is left is shown too: at the end, nobody would see it.
    func emitUpdate(of speaker: Attendee.ID, after missed: [WrittenUpdate], at meetingTime: Duration) {
        let own = plan.updates.first { $0.attendee == speaker }
        let left = timer.lineup.queue.isEmpty ? updatesOfAbsent(before: nil).filter { $0.attendee != speaker } : []
        update { $0.presentUpdates = missed + [own].compactMap(\.self) + left }
        if let own, shownUpdates.insert(speaker).inserted { emit(.updateShown(own), at: meetingTime) }
    }

    /// The updates not yet due of those who are absent and come before an attendee in the standup's order.
    ///
    /// Without an attendee: all that are not yet due.
    func updatesOfAbsent(before speaker: Attendee.ID?) -> [WrittenUpdate] {
        let order = plan.standup.attendees.map(\.id)
        let rest = plan.updates.filter { !shownUpdates.contains($0.attendee) }
        guard let speaker else { return rest }
        let before = Set(order.prefix { $0 != speaker })
        return rest.filter { before.contains($0.attendee) && timer.part(of: $0.attendee)?.state == .absent }
    }
}
