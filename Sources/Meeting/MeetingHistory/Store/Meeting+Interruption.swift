package import MeetingModel

extension Meeting {
    /// The changes that complete a live meeting after its program crashed: it becomes `interrupted`, its open turn and
    /// pause end, and each attendee's time is summed from the turns.
    ///
    /// Its duration is the latest known time in it, such as the recording's end. An open pause gets the length 0,
    /// because its end is unknown.
    ///
    /// - Parameter frames: The number of frames in the recording; nil if unknown.
    /// - Returns: The changes, for one call of `record`.
    package func changesToInterrupt(recordedFrames frames: Int64?) -> [MeetingChange] {
        var changes: [MeetingChange] = []
        if var recording, let frames, recording.frames != frames {
            recording.frames = frames
            changes.append(.recording(recording))
        }
        var whole = applying(changes)
        let end = whole.lastKnownOffset
        if whole.turns.last.map({ $0.end == nil }) ?? false { changes.append(.turnEnded(at: end)) }
        if whole.pauses.last.map({ $0.duration == nil }) ?? false { changes.append(.resumed(after: .zero)) }
        whole = applying(changes)
        for attendee in whole.attendees {
            let recounted = whole.recounted(attendee)
            if recounted != attendee { changes.append(.attendee(recounted)) }
        }
        changes.append(.state(.interrupted, duration: end))
        return changes
    }

    private func applying(_ changes: [MeetingChange]) -> Meeting {
        var meeting = self
        for change in changes { meeting.apply(change) }
        return meeting
    }

    private var lastKnownOffset: Duration {
        var last = max(duration, recording?.duration ?? .zero, transcribedUpTo ?? .zero)
        last = turns.reduce(last) { max($0, $1.end ?? $1.start) }
        last = pauses.reduce(last) { max($0, $1.at) }
        last = gaps.reduce(last) { max($0, $1.end) }
        return transcript.reduce(last) { max($0, $1.end) }
    }

    private func recounted(_ attendee: MeetingAttendee) -> MeetingAttendee {
        let own = turns.filter { $0.attendee == attendee.id }
        var attendee = attendee
        attendee.used = own.reduce(.zero) { $0 + (($1.end ?? $1.start) - $1.start) }
        attendee.overtime = max(.zero, attendee.used - attendee.slot)
        guard attendee.state != .absent else { return attendee }
        let hasSpoken =
            attendee.used > .zero && attendee.used >= MeetingAttendee.leastSpeech(inSlot: attendee.slot)
        attendee.state = hasSpoken ? .spoke : .waiting
        return attendee
    }
}
