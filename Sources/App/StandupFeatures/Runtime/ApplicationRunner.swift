import AudioDevices
package import Localization
package import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Synchronization

/// Runs the application: gives keys and outcomes to its value, performs the effects, and shows each new screen.
///
/// It runs on a queue of its own and waits for nothing; the history is read and written on another, devices are listed
/// on a third.
package actor ApplicationRunner {
    nonisolated let queue: WorkQueue
    /// The runner's own queue.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let parts: ApplicationParts
    let clock: any MeetingClock
    private let localizer: Localizer
    private var show: (@Sendable (Screen) -> Void)?
    private let shared: Mutex<Screen>
    let history: HistoryWorker
    /// Where the place is kept, so that what is read for the screen does not wait for that.
    private let memoryQueue: WorkQueue
    let devices: WorkQueue

    private var application: StandupApplication
    var generator: SeededGenerator
    /// The meeting that runs here, if one does.
    var meeting: RunningSession?
    /// Whether the meeting that is being started is to be given up before there is a session to tell.
    var isStartGivenUp = false
    /// The microphone that is heard for its level.
    var listening: Listening?
    /// The loudspeaker that sounds the ding to be tried.
    var testedDing: TestedDing?
    /// Effects that have been begun and have not been answered.
    private var outstanding = 0
    private var restWaiters: [CheckedContinuation<Void, Never>] = []
    private var isVisible = false
    private var hasShown = false
    private var visibility: (any DeadlineTimer)?
    private var rememberedPlace: String?
    private var rememberedDrafts: KeptDrafts
    private var poll: (any DeadlineTimer)?
    /// How the meeting that was held last ended, or why the last one did not start; nil before.
    package internal(set) var lastMeeting: Result<EndedMeeting, MeetingStartError>?
    private var quitting = Quitting.no
    private var quitWaiters: [CheckedContinuation<Void, Never>] = []

    private enum Quitting {
        case no
        /// A meeting is being saved.
        case begun
        /// The last things are being written.
        case finishing
        case done
    }

    /// An application that will open at a place, or hold a meeting and end with it.
    package init(parts: ApplicationParts, localizer: Localizer, place: Place? = nil, order: MeetingOrder? = nil) {
        let drafts = KeptDrafts(text: parts.memory.value(.drafts))
        let application = StandupApplication(
            place: place, order: order, drafts: drafts, seed: parts.seed ?? .random(in: .min ... .max))
        self.parts = parts
        self.clock = parts.clock
        self.localizer = localizer
        self.application = application
        self.rememberedDrafts = drafts
        self.shared = Mutex(application.screen(localizer))
        self.queue = clock.makeQueue("standup.application")
        self.devices = clock.makeQueue("standup.application.devices", inBackground: true)
        self.memoryQueue = clock.makeQueue("standup.application.memory")
        self.history = HistoryWorker(keeper: parts.keeper, queue: clock.makeQueue("standup.application.history"))
        var system = SystemRandomNumberGenerator()
        self.generator = SeededGenerator(seed: parts.seed ?? system.next())
    }

    // MARK: From any thread

    /// The screen as it is now. [any thread]
    package nonisolated var screen: Screen { shared.withLock { $0 } }

    /// Begins: reads the history and shows the first screen. [any thread]
    ///
    /// `show` is called with each new screen, in order, on the runner's queue.
    package nonisolated func begin(show: (@Sendable (Screen) -> Void)? = nil) {
        perform { runner in
            runner.show = show
            runner.carryOut(runner.application.firstEffects)
            runner.becomeVisible(after: .milliseconds(40))
            runner.watchForChanges()
        }
    }

    /// Takes a key. [any thread]
    package nonisolated func press(_ key: Key) {
        perform { $0.take(key) }
    }

    /// Takes a command, such as a mouse click gives. [any thread]
    package nonisolated func perform(_ command: Command) {
        perform { $0.take(command) }
    }

    /// Takes the width of the window that shows the screens, in columns of characters. [any thread]
    package nonisolated func resize(columns: Int) {
        perform { $0.take(.windowResized(columns: columns)) }
    }

    /// Saves and ends a running meeting within a second, and then the application. [any thread]
    package nonisolated func interrupt() {
        perform { $0.quit() }
    }

    /// Ends the application within a second and leaves a running meeting to be resumed: the terminal is gone.
    /// [any thread]
    package nonisolated func hangUp() {
        perform { runner in
            runner.meeting?.session.cutOff()
            runner.quit()
        }
    }

    /// Runs on the runner's queue, after all that was asked before. [any thread]
    nonisolated func perform(_ work: @escaping @Sendable (isolated ApplicationRunner) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    // MARK: On the runner's queue

    /// Returns when the application has ended and everything is written.
    package func waitUntilQuit() async {
        if case .done = quitting { return }
        await withCheckedContinuation { quitWaiters.append($0) }
    }

    /// Returns when every effect has been answered, so that the screen is complete.
    package func waitUntilSettled() async {
        if outstanding == 0 { return }
        await withCheckedContinuation { restWaiters.append($0) }
    }

    private func take(_ key: Key) {
        if let command = application.command(for: key, on: screen) { take(command) }
    }

    private func take(_ command: Command) {
        carryOut(application.perform(command))
        publish()
    }

    /// Gives an outcome to the application.
    func take(_ outcome: Outcome) {
        take([outcome], answers: 0)
    }

    /// Gives outcomes to the application, which answer so many effects, and shows what has become of it with all of them.
    func take(_ outcomes: [Outcome], answers effects: Int) {
        for outcome in outcomes { carryOut(application.receive(outcome)) }
        for _ in 0..<effects { finishEffect() }
        let hasStandups = outcomes.contains { if case .standups = $0 { true } else { false } }
        if hasStandups { isVisible = true }
        publish()
    }

    /// Marks an effect as begun, which an outcome will answer.
    func beginEffect() { outstanding += 1 }

    /// Marks an effect as answered.
    func finishEffect() {
        outstanding -= 1
        guard outstanding == 0 else { return }
        for waiter in restWaiters { waiter.resume() }
        restWaiters = []
    }

    private func becomeVisible(after delay: Duration) {
        guard !isVisible else { return }
        guard delay > .zero else {
            isVisible = true
            publish()
            return
        }
        visibility = clock.makeTimer(on: queue) { [weak self] in
            self?.assumeIsolated { $0.becomeVisible(after: .zero) }
        }
        visibility?.arm(clock.now + delay)
    }

    private func publish() {
        remember(application.place)
        remember(application.drafts)
        let screen = application.screen(localizer)
        let isNew = shared.withLock { shared in
            defer { shared = screen }
            return shared != screen
        }
        guard let show, isVisible, isNew || !hasShown else { return }
        hasShown = true
        show(screen)
    }

    private func remember(_ place: Place) {
        let address = place.address
        guard address != rememberedPlace else { return }
        rememberedPlace = address
        let memory = parts.memory
        memoryQueue.async { memory.keep(address, for: .place) }
    }

    /// Keeps each change of a form at once, so that no end of the application loses it.
    private func remember(_ drafts: KeptDrafts) {
        let before = rememberedDrafts
        guard drafts != before else { return }
        rememberedDrafts = drafts
        let memory = parts.memory
        memoryQueue.async {
            let kept = KeptDrafts(text: memory.value(.drafts))
            memory.keep(kept.merging(from: before, to: drafts).text, for: .drafts)
        }
    }

    /// Looks once a second whether another process has changed the history.
    private func watchForChanges() {
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.lookForChanges() } }
        poll = timer
        timer.arm(clock.now + .seconds(1))
    }

    private func lookForChanges() {
        history.look { changed in
            self.perform { runner in
                if changed { runner.take(.changedElsewhere) }
                runner.poll?.arm(runner.clock.now + .seconds(1))
            }
        }
    }

    /// Ends the application; a running meeting is saved first.
    func quit() {
        guard case .no = quitting else { return }
        quitting = .begun
        listen(to: nil)
        poll = nil
        giveUpMeeting()
        if meeting == nil { finishQuitting() }
    }

    /// Ends the application if that was asked for; no meeting runs any more.
    func finishQuitting() {
        guard case .begun = quitting else { return }
        quitting = .finishing
        history.close {
            self.memoryQueue.async {
                self.perform { runner in
                    runner.quitting = .done
                    for waiter in runner.quitWaiters { waiter.resume() }
                    runner.quitWaiters = []
                }
            }
        }
    }
}
