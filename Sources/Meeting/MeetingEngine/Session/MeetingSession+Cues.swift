import MeetingModel
import MeetingTiming
import Sound

extension MeetingSession {
    /// The loudspeaker, and the cues scheduled on it.
    struct Loudspeaker {
        let playback: any CuePlaybackStream
        var isMuted = false
        /// The problem that was reported last.
        var problem: String?
        private var scheduled: [Cue: (instant: Duration, ticket: CueTicket)] = [:]

        init(_ playback: any CuePlaybackStream) {
            self.playback = playback
        }

        mutating func schedule(_ cue: Cue, at instant: Duration?) {
            guard scheduled[cue]?.instant != instant else { return }
            if let waiting = scheduled.removeValue(forKey: cue) { playback.cancel(waiting.ticket) }
            if let instant { scheduled[cue] = (instant, playback.schedule(cue, at: instant)) }
        }

        /// Plays a cue, unless it is already scheduled for this instant; returns why it cannot.
        mutating func play(_ cue: Cue, at instant: Duration) -> AudioError? {
            let wasAhead = scheduled[cue]?.instant == instant
            if wasAhead { scheduled[cue] = nil }
            if case .failed(let error) = playback.state { return error }
            if !wasAhead { playback.schedule(cue, at: instant) }
            return nil
        }

        mutating func close() {
            for waiting in scheduled.values { playback.cancel(waiting.ticket) }
            scheduled = [:]
            playback.close()
        }
    }

    /// Schedules the next cues on the loudspeaker, so that each starts at its frame.
    func planCues() {
        guard let isMuted = loudspeaker?.isMuted else { return }
        loudspeaker?.schedule(.ding, at: isMuted ? nil : timer.nextDing)
        loudspeaker?.schedule(.warning, at: timer.settings.warningSounds && !isMuted ? timer.nextWarning : nil)
    }

    /// Plays a cue now, unless it is already scheduled for this instant.
    func play(_ cue: Cue, at meetingTime: Duration) {
        guard loudspeaker?.isMuted == false else { return }
        if let error = loudspeaker?.play(cue, at: countdown.instant(of: meetingTime) ?? clock.now) {
            // Reported once; the loudspeaker may recover and play later cues.
            if loudspeaker?.problem != "\(error)" { emit(.error(.loudspeaker(error)), at: meetingTime) }
            loudspeaker?.problem = "\(error)"
            return
        }
        loudspeaker?.problem = nil
        let frame = frame(at: meetingTime)
        for transcription in transcriptions.values { transcription.workers.markCue(cue, at: frame) }
    }
}
