import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound

extension MeetingSession {
    /// The countdown on the monotonic clock.
    struct CountdownInstants {
        /// The instant at which its steps are 0.
        var origin = Duration.zero
        /// An instant and its meeting time; nil while the countdown is stopped.
        var anchor: (instant: Duration, meetingTime: Duration)?
        /// The clock's suspended time of which the countdown knows.
        var suspended = Duration.zero

        func instant(of meetingTime: Duration) -> Duration? {
            anchor.map { $0.instant + (meetingTime - $0.meetingTime) }
        }

        func meetingTime(at instant: Duration) -> Duration? {
            anchor.map { $0.meetingTime + (instant - $0.instant) }
        }
    }

    func startCountdown(at instant: Duration) {
        countdown.origin = instant.wholeNanoseconds
        countdown.anchor = (instant, .zero)
        let standup = plan.standup
        note(
            .started(
                attendees: standup.attendees.map(\.id), absent: plan.absent, length: standup.length,
                settings: standup.settings))
        apply(timer.start(at: instant))
    }

    /// Resumes the countdown of an interrupted meeting at an instant, and records how long it was stopped.
    func resumeCountdown(of interrupted: InterruptedMeeting, at instant: Duration) {
        let instant = instant.wholeNanoseconds
        let at = timer.elapsed
        let since = timer.latest ?? .zero
        let wallClock = Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970) + (instant - clock.now)
        let gap = interrupted.gap(until: wallClock)
        countdown.origin = instant - since
        note(.resumed(after: gap, at: since))
        let events = timer.resume(after: gap, at: instant)
        // Replaces the turns and attendees' parts that were completed when the crash was found.
        writer.record([.turns(timer.turns)] + attendees.map { .attendee($0) })
        for event in events {
            switch event.kind {
            case .paused(let reason): writer.record([.paused(at: at, reason: reason)])
            case .resumed(let duration): writer.record([.resumed(after: duration)])
            default: break
            }
        }
        writtenSecond = at.components.seconds
        emitStart(at: at)
        emit(.meetingResumed(gap: gap), at: at)
        if let speaker = timer.speaker, let part = timer.part(of: speaker) {
            let name = name(of: speaker)
            emit(.turnStarted(speaker, name: name, index: timer.speakerIndex ?? 0, slot: part.slot), at: at)
            emitOpenPoints(of: speaker, at: at)
            shownUpdates = Set(interrupted.meeting.turns.map(\.attendee)).subtracting([speaker])
                .union(updatesOfAbsent(before: speaker).map(\.attendee))
            emitUpdate(of: speaker, after: [], at: at)
        }
        emit(.queueChanged(timer.lineup), at: at)
        guard case .paused(let reason) = timer.phase else {
            countdown.anchor = (instant, at)
            return
        }
        pump?.perform { $0.stop(at: instant) }
        emit(.paused(reason), at: at)
    }

    func emitStart(at meetingTime: Duration) {
        emit(
            .meetingStarted(
                plan.meeting, standup: plan.standup.id, length: plan.standup.length, attendees: attendees),
            at: meetingTime)
    }

    /// The frame where an interrupted meeting's recognizer starts.
    ///
    /// That is where it stopped, or where the meeting resumes. Without a recording, speech not yet transcribed is lost.
    var firstFrameToHear: Int64 {
        guard let interrupted = plan.interrupted else { return 0 }
        let heard = plan.isRecorded ? interrupted.meeting.transcribedUpTo : nil
        return frame(at: min(heard ?? interrupted.elapsed, interrupted.elapsed))
    }

    /// Marks the boundaries and dings in the sound that was not yet transcribed.
    func markWhatWasHeard(of interrupted: InterruptedMeeting) {
        let turns = interrupted.timer.turns
        let ends = turns.compactMap(\.end) + interrupted.timer.pauses.map(\.at) + [interrupted.elapsed]
        let boundaries = ends.map { frame(at: $0) }
        let dings = turns.dropFirst().map { frame(at: $0.start) }
        let first = firstFrameToHear - frame(at: .seconds(1))
        for boundary in boundaries where boundary >= first { markBoundary(atFrame: boundary) }
        for transcription in transcriptions.values {
            for ding in dings where ding >= first { transcription.workers.markCue(.ding, at: ding) }
        }
    }

    /// Stores a step, so that the countdown can be restored if the program dies.
    func note(_ step: MeetingTimer.Step) {
        writer.record { [.countdownStep(step.line)] }
    }

    /// The time from the start to the latest instant of the countdown, on the axis of the steps.
    private var sinceStart: Duration { (timer.latest ?? countdown.origin) - countdown.origin }

    /// Returns why the command is refused, which is an event too, except if it was requested.
    @discardableResult
    func applyToTimer(
        _ command: MeetingTimer.Command, at instant: Duration, isRequest: Bool = false
    ) -> MeetingTimer.Refusal? {
        let events = timer.perform(command, at: instant)
        let refusal = events.lazy.compactMap(\.refusal).first
        // A meeting that is brought back after it was discarded goes on from before that.
        if refusal == nil && timer.phase != .ended(.discarded) { note(.performed(command, at: sinceStart)) }
        apply(isRequest ? events.filter { $0.refusal == nil } : events)
        return refusal
    }

    /// Records a suspension of the machine that ended at an instant.
    func noteSuspend(lasting duration: Duration, at instant: Duration) {
        let events = timer.noteSuspend(lasting: duration, at: instant)
        note(.suspended(duration, at: sinceStart))
        apply(events)
    }
}

extension MeetingTimer.Event {
    fileprivate var refusal: MeetingTimer.Refusal? {
        if case .refused(let refusal) = kind { refusal } else { nil }
    }
}
