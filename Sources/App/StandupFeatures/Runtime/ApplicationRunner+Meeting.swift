import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import MeetingTiming
import Sound

struct ShownMeeting {
    let held: any HeldMeeting
    let meeting: Meeting.ID
    /// The standup, if this connection starts the meeting; nil if it joins a running one.
    let standup: Standup.ID?
    /// The number of this connection.
    let number: Int
    /// The timer of the next redraw; nil until the meeting has started.
    var redraw: (any DeadlineTimer)?
    /// Whether it is in the trash, because it is being discarded.
    var isInTrash = false
}

extension ApplicationRunner {
    private static let redrawInterval = Duration.milliseconds(100)

    /// Starts a meeting; its host opens the microphone, so the outcome arrives later.
    func startMeeting(_ request: MeetingRequest) {
        let order = order(for: request)
        show(order.meeting, of: order.standup.id) { host, report in host.start(order, report: report) }
    }

    func joinMeeting(_ meeting: Meeting.ID, toWatch: Bool) {
        show(meeting, of: nil) { host, report in host.join(meeting, attends: !toWatch, report: report) }
    }

    private func show(
        _ meeting: Meeting.ID, of standup: Standup.ID?,
        by open: (any MeetingHost, @escaping @Sendable (MeetingReport) -> Void) -> any HeldMeeting
    ) {
        guard self.meeting == nil else { return }
        beginEffect()
        listen(to: nil)
        connections += 1
        let number = connections
        let held = open(dependencies.host) { report in self.perform { $0.take(report, from: number) } }
        openConnections[number] = held
        self.meeting = ShownMeeting(held: held, meeting: meeting, standup: standup, number: number)
    }

    private func order(for request: MeetingRequest) -> MeetingOrder {
        let input = request.usesMicrophone ? selection(.input) : .none
        // Its screens say that nothing is recorded without a microphone.
        let chosen = request.standup.callSource(else: selection(.call))
        let call = input == .none ? .none : chosen
        return MeetingOrder(
            meeting: request.resumed ?? Meeting.ID(using: &generator), standup: request.standup,
            absent: request.absent, input: input, call: call, output: selection(.output),
            isRecorded: request.isRecorded, sampleRate: request.sampleRate, usesRecognizer: request.usesRecognizer,
            isResumed: request.resumed != nil, allowsConcurrent: request.allowsConcurrent, seed: generator.next())
    }

    /// The device chosen last.
    func selection(_ role: DeviceRole) -> DeviceSelection {
        let kept = dependencies.preferences.value(role.preference)
        return role == .call ? DeviceSelection(call: kept ?? "none") : DeviceSelection(kept ?? "default")
    }

    /// Ends the meeting as soon as possible: a start is canceled, a running meeting is saved.
    ///
    /// A meeting that this application has joined goes on.
    func giveUpMeeting() {
        guard let meeting else { return }
        if meeting.standup == nil { detachMeeting() } else { meeting.held.interrupt() }
    }

    /// Puts the meeting in the trash, so that it can be restored, and then discards it.
    func discardMeeting() {
        guard let meeting else { return }
        self.meeting?.isInTrash = true
        beginEffect()
        history.delete(.meeting(meeting.meeting)) { outcome in
            self.perform { runner in
                meeting.held.send(.timer(.end(.discarded)))
                // The end of the meeting is reported instead of its deletion.
                var failure = outcome
                if case .deleted = outcome { failure = nil }
                runner.take([failure].compactMap(\.self), answers: 1)
            }
        }
    }

    /// Restores a meeting that was to be discarded, but has ended in another way.
    private func takeFromTrash(_ meeting: ShownMeeting) {
        guard meeting.isInTrash else { return }
        beginEffect()
        history.undo(deletionOf: .meeting(meeting.meeting), at: wallClock) { outcome in
            self.perform { $0.take([outcome].compactMap(\.self), answers: 1) }
        }
    }

    /// Leaves the meeting, which goes on, and closes its screen.
    func detachMeeting() {
        guard let meeting else { return }
        leaveMeeting()
        take(.meetingDetached(meeting.meeting))
        finishQuitting()
    }

    /// Leaves a meeting that has started, and keeps its screen, which the next start opens.
    func leaveMeeting() {
        guard let meeting, meeting.redraw != nil || meeting.standup == nil else { return }
        meeting.held.detach()
        openConnections[meeting.number] = nil
        hide(meeting)
        lastMeeting = .detached(meeting.meeting)
    }

    private func hide(_ meeting: ShownMeeting) {
        meeting.redraw?.arm(nil)
        if meeting.redraw == nil { finishEffect() }
        self.meeting = nil
    }

    // MARK: Reports

    private func take(_ report: MeetingReport, from number: Int) {
        if case .gone = report { didClose(number) }
        guard let meeting, meeting.number == number else {
            // A hook may fail after the end of its meeting.
            if case .event(let event) = report, case .error(let problem) = event.kind { take(.problem(problem)) }
            return
        }
        switch report {
        case .start(.started): break
        case .start(.failed(let error)): didNotStart(error)
        case .start(.taken(let id)): didNotStart(.history(.noMeeting(id)))
        case .start(.held(let process, let since)):
            self.meeting = nil
            findRunning(meeting.standup, heldBy: LiveLock.Holder(process: process, since: since))
        case .connected: didStart()
        case .event(let event): note(event)
        case .audience(let audience): take(.audience(audience))
        case .gone: didLose(meeting)
        }
    }

    /// Looks for the meeting because of which another one did not start.
    private func findRunning(_ standup: Standup.ID?, heldBy holder: LiveLock.Holder) {
        let host = dependencies.host
        history.queue.async {
            let running = standup.flatMap { host.runningMeeting(of: $0) }
            self.perform { runner in
                runner.take([.standupHeld(holder, meeting: running)], answers: 1)
                runner.finishQuitting()
            }
        }
    }

    private func didStart() {
        guard let meeting, let status = meeting.held.status, meeting.redraw == nil else { return }
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.redrawMeeting() } }
        self.meeting?.redraw = timer
        timer.arm(clock.now + Self.redrawInterval)
        take([.meetingStarted(meeting.meeting, status, now: clock.now)], answers: 1)
    }

    private func didNotStart(_ error: MeetingStartError) {
        meeting = nil
        lastMeeting = .notStarted(error)
        take([.meetingFailed(error)], answers: 1)
        finishQuitting()
    }

    /// The process that held the meeting has died, or there was none.
    private func didLose(_ meeting: ShownMeeting) {
        let isStarted = meeting.redraw != nil
        hide(meeting)
        takeFromTrash(meeting)
        lastMeeting = .lost(meeting.meeting)
        take(.meetingLost(meeting.meeting, hadStarted: isStarted))
        finishQuitting()
    }

    private func redrawMeeting() {
        guard let meeting else { return }
        if let status = status(of: meeting) { take(status) }
        meeting.redraw?.arm(clock.now + Self.redrawInterval)
    }

    /// The status to show; nil while that would take back what the screen expects of a command.
    private func status(of meeting: ShownMeeting) -> Outcome? {
        guard !meeting.held.awaitsAnswer, let status = meeting.held.status else { return nil }
        return .meetingStatus(status, now: clock.now, wallClock: wallClock)
    }

    private func note(_ event: MeetingEvent) {
        guard let meeting, meeting.redraw != nil else { return }
        switch event.kind {
        // The next redraw shows it.
        case .level, .transcriptPartial: return
        case .meetingEnded(let reason, let duration):
            hide(meeting)
            if reason != .discarded {
                takeFromTrash(meeting)
            } else if !meeting.isInTrash {
                history.note(.deletion(.meeting(meeting.meeting)))
            }
            let status = meeting.held.status
            lastMeeting = .ended(
                EndedMeeting(
                    meeting: meeting.meeting, reason: reason, duration: duration,
                    hasUnsavedData: status?.hasUnsavedData == true,
                    heard: status?.call == nil ? nil : status?.heard))
            take(.meetingEnded(meeting.meeting, reason))
            finishQuitting()
        default:
            take([status(of: meeting), .meetingEvent(event)].compactMap(\.self), answers: 0)
        }
    }
}
