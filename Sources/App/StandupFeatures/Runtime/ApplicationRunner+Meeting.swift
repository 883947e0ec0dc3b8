import AudioDevices
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming

/// The meeting running in this application.
struct RunningSession {
    /// The meeting.
    let session: MeetingSession
    /// The meeting's id.
    let meeting: Meeting.ID
    /// The claim on the meeting.
    let claim: any MeetingClaim
    /// The timer of the next redraw.
    var redraw: (any DeadlineTimer)?
}

extension ApplicationRunner {
    /// The redraw interval of a running meeting's screen.
    private static let redrawInterval = Duration.milliseconds(100)

    /// Starts a meeting.
    ///
    /// The microphone is opened asynchronously, so the outcome arrives later.
    func startMeeting(_ request: MeetingRequest) {
        guard meeting == nil, let store = history.store else { return }
        beginEffect()
        isStartGivenUp = false
        let plan = plan(for: request)
        let availability =
            request.usesRecognizer
            ? dependencies.recognizers.choice(for: request.standup.language) : RecognizerAvailability()
        let meetingDependencies = MeetingDependencies(
            clock: clock, audio: dependencies.audio, cues: dependencies.cues, journal: store,
            recordings: dependencies.library.recordings,
            recognizer: availability.source)
        let library = dependencies.library
        history.queue.async {
            do throws(HistoryError) {
                let claim: any MeetingClaim
                switch try library.claim(plan.meeting, of: plan.standup.id, concurrently: request.allowsConcurrent) {
                case .claimed(let claimed): claim = claimed
                case .taken: throw .noMeeting(plan.meeting)
                case .held(let holder): return self.perform { $0.take([.standupHeld(holder)], answers: 1) }
                }
                do throws(HistoryError) {
                    let plan = request.resumed == nil ? plan : try plan.resuming(in: store)
                    self.perform { $0.begin(plan, meetingDependencies, claim) }
                } catch {
                    claim.release()
                    throw error
                }
            } catch {
                self.perform { $0.didNotStart(.history(error)) }
            }
        }
    }

    private func plan(for request: MeetingRequest) -> MeetingPlan {
        let input = request.usesMicrophone ? selection(.input) : .none
        // Its screens say that nothing is recorded without a microphone.
        let chosen = request.standup.callSource(else: selection(.call))
        let call = input == .none ? .none : chosen
        return MeetingPlan(
            meeting: request.resumed ?? Meeting.ID(using: &generator),
            standup: request.standup,
            absent: request.absent,
            input: input,
            call: call,
            output: selection(.output),
            isRecorded: request.isRecorded,
            sampleRate: request.sampleRate,
            seed: generator.next())
    }

    /// The device chosen last.
    func selection(_ role: DeviceRole) -> DeviceSelection {
        let kept = dependencies.preferences.value(role.preference)
        return role == .call ? DeviceSelection(call: kept ?? "none") : DeviceSelection(kept ?? "default")
    }

    /// Ends the meeting as soon as possible: a start is cancelled, a running meeting is saved.
    func giveUpMeeting() {
        isStartGivenUp = meeting == nil
        meeting?.session.interrupt()
    }

    private func begin(_ plan: MeetingPlan, _ meetingDependencies: MeetingDependencies, _ claim: any MeetingClaim) {
        guard !isStartGivenUp else {
            claim.release()
            return didNotStart(.interrupted)
        }
        listen(to: nil)
        let observe = dependencies.observe(plan) { problem in self.perform { $0.report(problem) } }
        do throws(MeetingStartError) {
            let session = try MeetingSession(plan: plan, dependencies: meetingDependencies) { event in
                observe(event)
                self.perform { $0.note(event) }
            }
            meeting = RunningSession(session: session, meeting: plan.meeting, claim: claim)
            session.start { result in self.perform { $0.didStart(result) } }
        } catch {
            claim.release()
            didNotStart(error)
        }
    }

    private func report(_ problem: MeetingProblem) {
        if let meeting { meeting.session.report(problem) } else { take(.problem(problem)) }
    }

    private func didStart(_ result: Result<Void, MeetingStartError>) {
        guard let meeting else { return }
        switch result {
        case .success:
            take([.meetingStarted(meeting.meeting, meeting.session.status, now: clock.now)], answers: 1)
            let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.redrawMeeting() } }
            self.meeting?.redraw = timer
            timer.arm(clock.now + Self.redrawInterval)
        case .failure(let error):
            meeting.claim.release()
            self.meeting = nil
            didNotStart(error)
            finishQuitting()
        }
    }

    private func didNotStart(_ error: MeetingStartError) {
        lastMeeting = .failure(error)
        take([.meetingFailed(error)], answers: 1)
    }

    private func redrawMeeting() {
        guard let meeting else { return }
        take(status(of: meeting))
        meeting.redraw?.arm(clock.now + Self.redrawInterval)
    }

    private func status(of meeting: RunningSession) -> Outcome {
        .meetingStatus(
            meeting.session.status, now: clock.now,
            wallClock: Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970))
    }

    private func note(_ event: MeetingEvent) {
        guard let meeting else { return }
        switch event.kind {
        // The next redraw shows it.
        case .level, .transcriptPartial: return
        case .meetingEnded(let reason, let duration):
            meeting.redraw?.arm(nil)
            meeting.claim.release()
            self.meeting = nil
            let status = meeting.session.status
            lastMeeting = .success(
                EndedMeeting(
                    meeting: meeting.meeting, reason: reason, duration: duration, hasUnsavedData: status.hasUnsavedData,
                    isCutOff: status.isCutOff, heard: status.call == nil ? nil : status.heard))
            take(.meetingEnded(meeting.meeting, reason))
            finishQuitting()
        default:
            take([status(of: meeting), .meetingEvent(event)], answers: 0)
        }
    }
}

extension MeetingPlan {
    /// The plan to resume this meeting with the same devices.
    fileprivate func resuming(
        in store: any MeetingJournal & StandupStore
    ) throws(HistoryError) -> MeetingPlan {
        guard let interrupted = try InterruptedMeeting(meeting, in: store) else { throw .noMeeting(meeting) }
        return MeetingPlan(resuming: interrupted, input: input, call: call, output: output, seed: seed)
    }
}
