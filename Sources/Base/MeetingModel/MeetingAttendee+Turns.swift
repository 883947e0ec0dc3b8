extension [MeetingAttendee] {
    /// The attendees after the turns of one have become another's, who may be new to the meeting.
    ///
    /// The first one stays if `keeps`, without turns.
    package func givingTurns(of old: Attendee.ID, to new: Attendee, keeps: Bool) -> [MeetingAttendee] {
        let there = old == new.id ? nil : first { $0.id == new.id }
        return flatMap { attendee -> [MeetingAttendee] in
            guard attendee.id == old else { return attendee.id == new.id ? [] : [attendee] }
            let part = MeetingAttendee(
                id: new.id, name: there?.name ?? new.name, slot: attendee.slot + (there?.slot ?? .zero),
                used: attendee.used + (there?.used ?? .zero), overtime: attendee.overtime + (there?.overtime ?? .zero),
                state: attendee.state == .spoke ? .spoke : there?.state ?? attendee.state,
                isRemote: there?.isRemote ?? attendee.isRemote)
            let rest = MeetingAttendee(id: old, name: attendee.name, slot: .zero, isRemote: attendee.isRemote)
            return [part] + (keeps ? [rest] : [])
        }
    }
}
