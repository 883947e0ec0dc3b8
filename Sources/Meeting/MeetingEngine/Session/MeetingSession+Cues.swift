import MeetingModel
import MeetingTiming
import Sound

extension MeetingSession {
    /// Schedules the next cues on the loudspeaker, so that each starts at its frame.
    func planCues() {
        schedule(.ding, at: isMuted ? nil : timer.nextDing)
        schedule(.warning, at: timer.settings.warningSounds && !isMuted ? timer.nextWarning : nil)
    }

    private func schedule(_ cue: Cue, at instant: Duration?) {
        guard let playback, cues[cue]?.instant != instant else { return }
        if let waiting = cues.removeValue(forKey: cue) { playback.cancel(waiting.ticket) }
        if let instant {
            cues[cue] = ScheduledCue(instant: instant, ticket: playback.schedule(cue, at: instant))
        }
    }

    /// Plays a cue now, unless it is already scheduled for this instant.
    func play(_ cue: Cue, at meetingTime: Duration) {
        guard let playback, !isMuted else { return }
        let instant = countdownAnchor.map { $0.instant + (meetingTime - $0.meetingTime) } ?? clock.now
        let wasAhead = cues[cue]?.instant == instant
        if wasAhead { cues[cue] = nil }
        if case .failed(let error) = playback.state {
            // Reported once; the loudspeaker may recover and play later cues.
            if loudspeakerProblem != "\(error)" { emit(.error(.loudspeaker(error)), at: meetingTime) }
            loudspeakerProblem = "\(error)"
            return
        }
        loudspeakerProblem = nil
        if !wasAhead { playback.schedule(cue, at: instant) }
        let frame = frame(at: meetingTime)
        for transcription in transcriptions.values { transcription.workers.markCue(cue, at: frame) }
    }
}
