import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound

extension MeetingSession {
    /// Accepts a command, for now or for later.
    func accept(_ command: Command, at meetingTime: Duration?) {
        switch stage {
        case .idle, .opening, .beginning: schedule(command, at: meetingTime ?? .zero)
        case .running:
            // A command for a past time takes effect now, not retroactively.
            advanceCountdown()
            guard case .running = stage else { return }
            if let meetingTime {
                schedule(command, at: meetingTime)
            } else if isBehind {
                schedule(command, at: timer.elapsed(at: clock.now))
            } else {
                execute(command, at: clock.now)
            }
            performDueWork()
        case .ending:
            // Only the history is still open, so only notes are accepted.
            if case .note = command { execute(command, at: clock.now) }
        case .ended: break
        }
    }

    private func schedule(_ command: Command, at meetingTime: Duration) {
        scheduled.insert(command, at: meetingTime)
    }

    /// Ends and keeps the meeting, whatever else is due.
    func endNow() {
        advanceCountdown()
        guard case .running = stage else { return }
        applyToTimer(.end(.interrupted), at: clock.now)
    }

    /// Calls the waiting callbacks if no command is due.
    func resumeCommandWaiters() {
        let takesMore: Bool
        switch stage {
        case .idle, .opening, .beginning: return
        case .running:
            guard !isBehind else { return }
            takesMore = true
        case .ending, .ended: takesMore = false
        }
        let waiters = scheduled.waiters
        scheduled.waiters = []
        for done in waiters {
            guard takesMore else {
                done(false)
                continue
            }
            whenStored { done(true) }
        }
    }

    /// Performs everything that is due and arms the timer for the next deadline.
    func performDueWork() {
        guard case .running = stage else { return }
        advanceCountdown()
        guard case .running(let deadline) = stage else { return }
        planCues()
        storeProgress()
        let now = clock.now
        let next = [timer.nextDeadline, scheduled.first.flatMap { instant(of: $0.at, now: now) }].compactMap { $0 }
            .min()
        if next == nil, let reason = scheduled.noMoreBecause {
            emit(.error(.outside(reason)))
            applyToTimer(.end(.saved), at: clock.now)
            return
        }
        deadline.arm([next, nextProgressStore].compactMap { $0 }.min())
        update { $0.awaitsCommand = next == nil }
        resumeCommandWaiters()
    }

    /// Whether the meeting is flushed to disk every second.
    var keepsEachSecond: Bool { plan.keepsEachSecond ?? !clock.isVirtual }

    /// Stores the meeting's progress in the history when there is no microphone.
    ///
    /// With a microphone, its frames trigger this.
    private func storeProgress() {
        guard keepsEachSecond, pump == nil, let elapsed = countdown.meetingTime(at: clock.now),
            elapsed.components.seconds > writtenSecond
        else { return }
        writtenSecond = elapsed.components.seconds
        writer.record([.state(.live, duration: elapsed)])
    }

    private var nextProgressStore: Duration? {
        keepsEachSecond && pump == nil ? countdown.instant(of: .seconds(writtenSecond + 1)) : nil
    }

    /// The maximum number of commands performed before other work, such as a signal.
    private static let batch = 64

    /// Whether a due command waits for the next batch.
    var isBehind: Bool {
        let now = clock.now
        return scheduled.first.flatMap { instant(of: $0.at, now: now) }.map { $0 <= now } ?? false
    }

    func advanceCountdown() {
        let now = clock.now
        noticeSuspension(at: now)
        var rest = Self.batch
        while let first = scheduled.first, let due = instant(of: first.at, now: now), due <= now {
            // The timer is armed for the remaining due commands.
            guard rest > 0 else { return }
            rest -= 1
            apply(timer.advance(to: due))
            guard case .running = stage else { return }
            guard let stillDue = instant(of: first.at, now: now), stillDue <= now else { break }
            scheduled.removeFirst()
            execute(first.command, at: stillDue)
            guard case .running = stage else { return }
        }
        apply(timer.advance(to: now))
    }

    /// Performs a command; returns why the countdown refuses it.
    ///
    /// `asks`: for a request, whether `next` on the last attendee asks. A request's refusal is no event.
    @discardableResult
    func execute(_ command: Command, at instant: Duration, asks: Bool? = nil) -> MeetingTimer.Refusal? {
        let isRequest = asks != nil
        switch command {
        case .timer(_, let turn?) where turn != timer.currentTurn:
            if !isRequest { emit(.error(.refused(.turnIsOver)), at: timer.elapsed) }
            return .turnIsOver
        case .timer(.next, _) where timer.isLast && !(asks ?? plan.asksQuestions):
            return applyToTimer(.end(.saved), at: instant, isRequest: isRequest)
        case .timer(let command, _):
            return applyToTimer(command, at: instant, isRequest: isRequest)
        case .shuffle:
            let order = timer.advanced(to: instant).queue.shuffled(using: &generator)
            return applyToTimer(.reorder(order), at: instant, isRequest: isRequest)
        case .mute(let isMuted):
            loudspeaker?.isMuted = isMuted
            update { $0.isMuted = isMuted }
        case .useMicrophone(let selection):
            switchDevice(of: .room, to: selection) { _ in }.map { emit(.error($0)) }
        case .useCall(let selection):
            switchDevice(of: .call, to: selection) { _ in }.map { emit(.error($0)) }
        case .note(let text):
            writer.record([.note(text)])
            update { $0.note = Meeting.keptNote(text) }
        case .markPoint(let id, let state):
            markPoint(id, state).map { emit(.error($0)) }
        }
        return nil
    }

    /// Switches a channel to another device, or returns why that is not possible in this meeting.
    ///
    /// `answer` gets the result once the device is open or refused. [engine queue]
    func switchDevice(
        of channel: AudioChannel, to selection: DeviceSelection, answer: @escaping @Sendable (RequestResult) -> Void
    ) -> MeetingProblem? {
        if channel == .call, plan.channels < 2 { return .callNotPossible }
        guard let pump else { return .microphoneNotPossible }
        pump.perform { [queue] pump in
            pump.switchDevice(of: channel, to: selection) { result in
                queue.async { answer(RequestResult(result, of: channel)) }
            }
        }
        return nil
    }

    private func noticeSuspension(at now: Duration) {
        let lasted = clock.suspendedTime - countdown.suspended
        countdown.suspended += max(lasted, .zero)
        if lasted > .milliseconds(500) {
            noteSuspend(lasting: lasted, at: now)
        }
    }

    /// The instant at which the countdown reaches a meeting time.
    ///
    /// While the countdown is stopped: now if that time has passed, nil if not.
    private func instant(of meetingTime: Duration, now: Duration) -> Duration? {
        if let anchor = countdown.anchor {
            return anchor.instant + max(.zero, meetingTime - anchor.meetingTime)
        }
        return meetingTime <= timer.elapsed(at: now) ? now : nil
    }

    /// Turns the countdown's events into sound, recording, transcript, history and events.
    func apply(_ events: [MeetingTimer.Event]) {
        for event in events { apply(event) }
    }

    private func apply(_ event: MeetingTimer.Event) {
        let at = event.at
        switch event.kind {
        case .started:
            emitStart(at: at)
        case .turnStarted(let attendee, let index, let slot, _):
            writer.record([.turnStarted(attendee, at: at)])
            let missed = emitUpdates(ofAbsentBefore: attendee, at: at)
            emit(.turnStarted(attendee, name: name(of: attendee), index: index, slot: slot), at: at)
            emitOpenPoints(of: attendee, at: at)
            emitUpdate(of: attendee, after: missed, at: at)
        case .turnWarning(let attendee, let remaining):
            if timer.settings.warningSounds { play(.warning, at: at) }
            emit(.turnWarning(attendee, remaining: remaining), at: at)
        case .turnEnded(let attendee, let used, let overtime):
            markBoundary(at: at)
            writer.record([.turnEnded(at: at)])
            emit(.turnEnded(attendee, used: used, overtime: overtime), at: at)
        case .ding:
            play(.ding, at: at)
            emit(.ding, at: at)
        case .paused(let reason):
            // Speech after the pause belongs to another utterance.
            markBoundary(at: at)
            if timer.isPaused, let instant = timer.latest {
                pump?.perform { $0.stop(at: instant) }
                countdown.anchor = nil
            }
            writer.record([.paused(at: at, reason: reason)])
            emit(.paused(reason), at: at)
        case .resumed(let duration):
            if countdown.anchor == nil, case .running = timer.phase, let instant = timer.latest {
                pump?.perform { $0.resume(at: instant) }
                countdown.anchor = (instant, at)
            }
            writer.record([.resumed(after: duration)])
            emit(.resumed(paused: duration), at: at)
        case .asked(let question):
            emit(.asked(question), at: at)
        case .attendeesChanged(let parts):
            writer.record(parts.map { .attendee(attendee($0)) })
        case .queueChanged(let lineup):
            emit(.queueChanged(lineup), at: at)
        case .refused(let refusal):
            emit(.error(.refused(refusal)), at: at)
        case .meetingEnded(let reason, let duration):
            end(reason, after: duration)
        }
    }

    private func markBoundary(at meetingTime: Duration) {
        markBoundary(atFrame: frame(at: meetingTime))
    }

    /// A turn ends or a pause begins at a frame of the recording.
    func markBoundary(atFrame frame: Int64) {
        for transcription in transcriptions.values { transcription.workers.markBoundary(at: frame) }
    }

    func frame(at meetingTime: Duration) -> Int64 {
        meetingTime.frames(at: plan.sampleRate)
    }
}
