public import MeetingModel

extension Meeting {
    /// Makes a change: the one meaning of `MeetingChange`, which every store and every snapshot follows.
    ///
    /// Changes come in the order in which they happen. One that finds nothing to change (a turn ends and none is open)
    /// changes nothing; a turn that starts while another is open ends that one there.
    public mutating func apply(_ change: MeetingChange) {
        switch change {
        case .turnStarted(let attendee, let start):
            endTurn(at: start)
            turns.append(Turn(attendee: attendee, start: start))
        case .turnEnded(let end):
            endTurn(at: end)
        case .attendee(let attendee):
            if let index = attendees.firstIndex(where: { $0.id == attendee.id }) {
                attendees[index] = attendee
            } else {
                attendees.append(attendee)
            }
        case .paused(let offset, let reason):
            if pauses.last.map({ $0.duration != nil }) ?? true { pauses.append(Pause(at: offset, reason: reason)) }
        case .resumed(let duration):
            if let last = pauses.indices.last, pauses[last].duration == nil { pauses[last].duration = duration }
        case .gap(let gap):
            gaps.append(gap)
        case .recording(let recording):
            self.recording = recording
            recordingRemoved = false
        case .recordingRemoved:
            recordingRemoved = recordingRemoved || recording != nil
            recording = nil
        case .utterance(let utterance):
            let index = transcript.lastIndex { $0.start <= utterance.start }.map { $0 + 1 } ?? 0
            transcript.insert(utterance, at: index)
        case .transcribed(let offset):
            transcribedUpTo = offset
        case .note(let text):
            note = Meeting.keptNote(text)
        case .turns(let turns):
            self.turns = turns
        case .countdownStep, .countdownSettled:
            // Kept beside the meeting.
            break
        case .state(let state, let duration):
            self.state = state
            self.duration = duration
        }
    }

    private mutating func endTurn(at end: Duration) {
        guard let last = turns.indices.last, turns[last].end == nil else { return }
        if end > turns[last].start {
            turns[last].end = end
        } else {
            turns.removeLast()
        }
    }
}
