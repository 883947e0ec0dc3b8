package import MeetingEngine
import MeetingHistory
package import MeetingModel
package import MeetingSocket
package import MeetingTiming
package import Sound
package import StandupFeatures
import Synchronization

/// Holds meetings in this process, on any clock and any devices. [any thread]
package final class InProcessMeetingHost: MeetingHost {
    /// Makes an observer of a meeting's events; it reports problems through a closure.
    package typealias Observe =
        @Sendable (MeetingPlan, _ report: @escaping @Sendable (MeetingProblem) -> Void)
        -> @Sendable (MeetingEvent) -> Void

    private let clock: any MeetingClock
    private let audio: any AudioSystem
    private let cues: CueSounds
    private let library: TemporaryLibrary
    private let recognizers: any RecognizerChooser
    private let observe: Observe
    private let queue: WorkQueue
    /// The meetings that run here.
    private let running = Mutex<[Meeting.ID: SharedMeeting]>([:])

    /// A host on these devices, with a history in memory.
    package init(
        clock: any MeetingClock, audio: any AudioSystem, cues: CueSounds, library: TemporaryLibrary,
        recognizers: any RecognizerChooser, observe: @escaping Observe = { _, _ in { _ in } }
    ) {
        self.clock = clock
        self.audio = audio
        self.cues = cues
        self.library = library
        self.recognizers = recognizers
        self.observe = observe
        queue = clock.makeQueue("test.host")
    }

    package func start(
        _ order: MeetingOrder, report: @escaping @Sendable (MeetingReport) -> Void
    ) -> any HeldMeeting {
        let shared = SharedMeeting()
        let face = JoinedMeeting(shared, report)
        queue.async { self.start(order, shared) }
        return face
    }

    package func join(
        _ meeting: Meeting.ID, attends _: Bool, report: @escaping @Sendable (MeetingReport) -> Void
    ) -> any HeldMeeting {
        guard let shared = running.withLock({ $0[meeting] }) else {
            let face = JoinedMeeting(SharedMeeting(), report)
            queue.async { report(.gone) }
            return face
        }
        let face = JoinedMeeting(shared, report)
        queue.async { report(.connected) }
        return face
    }

    package func runningMeeting(of standup: Standup.ID) -> Meeting.ID? {
        running.withLock { running in
            running.first { $0.value.session?.status.standup.id == standup }?.key
        }
    }

    /// Holds back the commands to the running meetings until they are no longer slow, as a busy machine does.
    package func setSlow(_ isSlow: Bool) {
        for meeting in running.withLock({ Array($0.values) }) { meeting.setSlow(isSlow) }
    }

    private func start(_ order: MeetingOrder, _ shared: SharedMeeting) {
        let claim: TemporaryLibrary.Claim
        switch library.claim(order.meeting, of: order.standup.id, concurrently: order.allowsConcurrent) {
        case .claimed(let claimed): claim = claimed
        case .taken: return shared.fail(.taken(order.meeting))
        case .held(let holder): return shared.fail(.held(process: holder.process, since: holder.since))
        }
        var plan = order.plan
        if order.isResumed {
            guard let interrupted = try? InterruptedMeeting(order.meeting, in: library.store) else {
                claim.release()
                return shared.fail(.failed(.history(.noMeeting(order.meeting))))
            }
            plan = MeetingPlan(
                resuming: interrupted, input: order.input, call: order.call, output: order.output, seed: order.seed)
        }
        let recognizer = order.usesRecognizer ? recognizers.choice(for: order.standup.language).source : nil
        let dependencies = MeetingDependencies(
            clock: clock, audio: audio, cues: cues, journal: library.store, recordings: library.recordings,
            recognizer: recognizer)
        let note = observe(plan) { [self] problem in
            if running.withLock({ $0[order.meeting] != nil }) {
                shared.session?.report(problem)
            } else {
                shared.tell(.event(MeetingEvent(at: .zero, kind: .error(problem))))
            }
        }
        do throws(MeetingStartError) {
            let session = try MeetingSession(plan: plan, dependencies: dependencies) { [self] event in
                note(event)
                if case .meetingEnded = event.kind {
                    claim.release()
                    running.withLock { $0[order.meeting] = nil }
                }
                shared.tell(.event(event))
                if case .meetingEnded = event.kind { shared.tell(.gone) }
            }
            guard shared.adopt(session) else {
                claim.release()
                return shared.fail(.failed(.interrupted))
            }
            running.withLock { $0[order.meeting] = shared }
            session.start { [self] result in
                switch result {
                case .success:
                    shared.tell(.start(.started(order.meeting)))
                    shared.tell(.connected)
                case .failure(let error):
                    running.withLock { $0[order.meeting] = nil }
                    claim.release()
                    shared.fail(.failed(error))
                }
            }
        } catch {
            claim.release()
            shared.fail(.failed(error))
        }
    }
}

/// A meeting with everybody who follows it. [any thread]
private final class SharedMeeting: Sendable {
    private struct State {
        var session: MeetingSession?
        var isGivenUp = false
        /// The commands that a slow meeting has not got yet; nil if it is not slow.
        var late: [MeetingSession.Command]?
        var reports: [ObjectIdentifier: @Sendable (MeetingReport) -> Void] = [:]
    }

    private let state = Mutex(State())

    var session: MeetingSession? { state.withLock { $0.session } }

    var awaitsAnswer: Bool { state.withLock { $0.late?.isEmpty == false } }

    func send(_ command: MeetingSession.Command) {
        if state.withLock({ $0.late?.append(command) }) == nil { session?.send(command) }
    }

    func setSlow(_ isSlow: Bool) {
        let late = state.withLock { state in
            defer { state.late = isSlow ? state.late ?? [] : nil }
            return state.late ?? []
        }
        if !isSlow { for command in late { session?.send(command) } }
    }

    /// Takes the session; false if the start was given up before.
    func adopt(_ session: MeetingSession) -> Bool {
        state.withLock { state in
            state.session = session
            return !state.isGivenUp
        }
    }

    func giveUp() {
        let session = state.withLock { state in
            state.isGivenUp = true
            return state.session
        }
        session?.interrupt()
    }

    func add(_ face: JoinedMeeting, _ report: @escaping @Sendable (MeetingReport) -> Void) {
        state.withLock { $0.reports[ObjectIdentifier(face)] = report }
    }

    func remove(_ face: JoinedMeeting) {
        _ = state.withLock { $0.reports.removeValue(forKey: ObjectIdentifier(face)) }
    }

    func tell(_ report: MeetingReport) {
        for tell in state.withLock({ Array($0.reports.values) }) { tell(report) }
    }

    func fail(_ result: StartResult) {
        tell(.start(result))
        tell(.gone)
    }
}

/// One who follows a meeting. [any thread]
private final class JoinedMeeting: HeldMeeting {
    private let shared: SharedMeeting

    init(_ shared: SharedMeeting, _ report: @escaping @Sendable (MeetingReport) -> Void) {
        self.shared = shared
        shared.add(self, report)
    }

    var status: MeetingStatus? { shared.session?.status }

    var awaitsAnswer: Bool { shared.awaitsAnswer }

    func send(_ command: MeetingSession.Command) { shared.send(command) }

    func interrupt() { shared.giveUp() }

    func detach() { shared.remove(self) }
}
