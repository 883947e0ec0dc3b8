import AudioDevices
import MeetingHistory
import MeetingModel
import MeetingTiming

extension MeetingSession {
    /// Starts the countdown at an instant.
    func startCountdown(at instant: Duration) {
        origin = instant.wholeNanoseconds
        onRecord = (instant, .zero)
        let standup = plan.standup
        note(
            .started(
                attendees: standup.attendees.map(\.id), absent: plan.absent, length: standup.length,
                settings: standup.settings))
        apply(timer.start(at: instant))
    }

    /// Goes on with the countdown of an interrupted meeting at an instant, and notes for how long it stood still.
    func resumeCountdown(of interrupted: InterruptedMeeting, at instant: Duration) {
        let instant = instant.wholeNanoseconds
        let at = timer.elapsed
        let since = timer.latest ?? .zero
        let wallClock = Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970) + (instant - clock.now)
        let gap = interrupted.gap(until: wallClock)
        origin = instant - since
        note(.resumed(after: gap, at: since))
        let events = timer.resume(after: gap, at: instant)
        // What was completed when the program was found dead is open again.
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
        }
        emit(.queueChanged(timer.lineup), at: at)
        guard case .paused(let reason) = timer.phase else {
            onRecord = (instant, at)
            return
        }
        pump?.perform { $0.stop(at: instant) }
        emit(.paused(reason), at: at)
    }

    /// Tells who is there, and for how long.
    func emitStart(at meetingTime: Duration) {
        emit(
            .meetingStarted(
                plan.meeting, standup: plan.standup.id, length: plan.standup.length, attendees: attendees),
            at: meetingTime)
    }

    /// Where an interrupted meeting's recogniser begins to hear: where it had come to, or else where the meeting goes on.
    ///
    /// Without a recording nothing is left of what was not heard.
    var firstFrameToHear: Int64 {
        guard let interrupted = plan.interrupted else { return 0 }
        let heard = plan.isRecorded ? interrupted.meeting.transcribedUpTo : nil
        return frame(at: min(heard ?? interrupted.elapsed, interrupted.elapsed))
    }

    /// Tells the recogniser where somebody else spoke and where it dinged in what it did not come to hear.
    func markWhatWasHeard(of interrupted: InterruptedMeeting) {
        let turns = interrupted.timer.turns
        let ends = turns.compactMap(\.end) + interrupted.timer.pauses.map(\.at) + [interrupted.elapsed]
        let boundaries = ends.map { frame(at: $0) }
        let dings = turns.dropFirst().map { frame(at: $0.start) }
        let first = firstFrameToHear - frame(at: .seconds(1))
        for boundary in boundaries where boundary >= first { lanes?.markBoundary(at: boundary) }
        for ding in dings where ding >= first { lanes?.markCue(.ding, at: ding) }
    }

    /// Keeps a step from which the countdown can be made again, should the program die.
    func note(_ step: MeetingTimer.Step) {
        writer.record { [.countdownStep(step.line)] }
    }

    /// The time since the start, on the axis that steps are counted on, at the latest instant that the countdown saw.
    private var sinceStart: Duration { (timer.latest ?? origin) - origin }

    /// Lets the countdown carry out a command.
    func carryOut(_ command: MeetingTimer.Command, at instant: Duration) {
        let events = timer.perform(command, at: instant)
        let isRefused = events.contains { if case .refused = $0.kind { true } else { false } }
        if !isRefused { note(.performed(command, at: sinceStart)) }
        apply(events)
    }

    /// Puts those who are still to speak into a random order.
    func shuffle(at instant: Duration) {
        let order = timer.advanced(to: instant).queue.shuffled(using: &generator)
        carryOut(.reorder(order), at: instant)
    }

    /// Notes that the machine was suspended for so long up to an instant.
    func noteSuspend(lasting duration: Duration, at instant: Duration) {
        let events = timer.noteSuspend(lasting: duration, at: instant)
        note(.suspended(duration, at: sinceStart))
        apply(events)
    }
}
