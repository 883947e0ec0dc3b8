public import MeetingModel

extension Meeting {
    /// Applies a change, with the same result as in every store and snapshot.
    ///
    /// Changes come in the order in which they happen. A change that does not apply, such as the end of a turn when
    /// none is open, is ignored. The start of a turn ends the open turn.
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
        case .marks(let marks):
            self.marks = marks
        case .pointState(let id, let state):
            for index in points.indices where points[index].id == id { points[index].state = state }
        case .turns(let turns):
            self.turns = turns
        case .countdownStep, .countdownSettled:
            // Not part of the value.
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
