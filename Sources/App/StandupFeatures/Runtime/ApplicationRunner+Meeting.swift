import AudioDevices
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming

/// The meeting that runs in the application.
struct RunningSession {
    /// The meeting.
    let session: MeetingSession
    /// Which meeting.
    let meeting: Meeting.ID
    /// Says that it runs in this process.
    let claim: any MeetingClaim
    /// When the screen is to show it again.
    var redraw: (any DeadlineTimer)?
}

extension ApplicationRunner {
    /// How often the screen of a running meeting is made anew.
    private static let redrawInterval = Duration.milliseconds(100)

    /// Starts a meeting; the microphone is opened elsewhere, so the answer comes later.
    func startMeeting(_ request: MeetingRequest) {
        guard meeting == nil, let store = history.store else { return }
        beginEffect()
        isStartGivenUp = false
        let plan = plan(for: request)
        let offer = request.usesRecognizer ? parts.recognizers.choice(for: request.standup.language) : RecognizerOffer()
        let meetingParts = MeetingParts(
            clock: clock, audio: parts.audio, cues: parts.cues, store: store, recordings: parts.keeper.recordings,
            recognizer: offer.source)
        let keeper = parts.keeper
        history.queue.async {
            do throws(HistoryError) {
                let claim: any MeetingClaim
                switch try keeper.claim(plan.meeting, of: plan.standup.id, again: request.isAgain) {
                case .claimed(let claimed): claim = claimed
                case .taken: throw .noMeeting(plan.meeting)
                case .held(let holder): return self.perform { $0.take([.standupHeld(holder)], answers: 1) }
                }
                do throws(HistoryError) {
                    let plan = request.resumed == nil ? plan : try plan.resuming(in: store)
                    self.perform { $0.begin(plan, meetingParts, claim) }
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
        MeetingPlan(
            meeting: request.resumed ?? Meeting.ID(using: &generator),
            standup: request.standup,
            absent: request.absent,
            input: request.usesMicrophone ? selection(.input) : .none,
            output: selection(.output),
            isRecorded: request.isRecorded,
            sampleRate: request.sampleRate,
            seed: generator.next())
    }

    /// The device that was chosen last.
    func selection(_ direction: AudioDevice.Direction) -> DeviceSelection {
        DeviceSelection(parts.memory.value(direction == .input ? .input : .output) ?? "default")
    }

    /// Ends what there is of a meeting as soon as it can be: one that starts is given up, one that runs is kept.
    func giveUpMeeting() {
        isStartGivenUp = meeting == nil
        meeting?.session.interrupt()
    }

    private func begin(_ plan: MeetingPlan, _ meetingParts: MeetingParts, _ claim: any MeetingClaim) {
        guard !isStartGivenUp else {
            claim.release()
            return didNotStart(.interrupted)
        }
        listen(to: nil)
        let observe = parts.observe(plan) { problem in self.perform { $0.report(problem) } }
        do throws(MeetingStartError) {
            let session = try MeetingSession(plan: plan, parts: meetingParts) { event in
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
        if let meeting { meeting.session.report(problem) } else { take(.problem("\(problem)")) }
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
        // The next look at the meeting shows it.
        case .level, .transcriptPartial: return
        case .meetingEnded(let reason, let duration):
            take(.meetingEvent(event))
            meeting.redraw?.arm(nil)
            meeting.claim.release()
            self.meeting = nil
            let status = meeting.session.status
            lastMeeting = .success(
                EndedMeeting(
                    meeting: meeting.meeting, reason: reason, duration: duration, isUnwritten: status.isUnwritten,
                    isCutOff: status.isCutOff))
            take(.meetingEnded(meeting.meeting, reason))
            finishQuitting()
        default:
            take(status(of: meeting))
            take(.meetingEvent(event))
        }
    }
}

extension MeetingPlan {
    /// The plan to go on with this meeting, with the same devices.
    fileprivate func resuming(in store: any MeetingStore) throws(HistoryError) -> MeetingPlan {
        guard let interrupted = try InterruptedMeeting(meeting, in: store) else { throw .noMeeting(meeting) }
        return MeetingPlan(resuming: interrupted, input: input, output: output, seed: seed)
    }
}
