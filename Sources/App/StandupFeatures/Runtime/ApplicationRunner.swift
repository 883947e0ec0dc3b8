package import Localization
package import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import Synchronization

/// Runs the application: dispatches keys and outcomes, performs effects, and shows each new screen.
///
/// It runs on its own queue and never blocks: what may wait runs on the queues below.
package actor ApplicationRunner {
    nonisolated let queue: WorkQueue
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let dependencies: ApplicationDependencies
    let clock: any MeetingClock
    let localizer: Localizer
    private var show: (@Sendable (Screen) -> Void)?
    /// Stops the program until the shell continues it.
    private(set) var suspend: (@Sendable () -> Void)?
    private(set) var copy: (@Sendable (String) -> Void)?
    private let shared: Mutex<Screen>
    let history: HistoryWorker
    /// The queue that stores preferences, so that reads for the screen do not wait for them.
    let preferencesQueue: WorkQueue
    let devices: WorkQueue
    let tasks: WorkQueue
    /// The queue that reads folders, and files to import.
    let files: WorkQueue
    /// The queue that creates links.
    let invitations: WorkQueue
    /// The queue that opens recordings.
    let sound: WorkQueue
    let recordings: WorkQueue

    /// The unsaved corrections that wait to be stored, by their meetings; nil removes them.
    let unwrittenCorrections = Mutex<[Meeting.ID: PendingCorrections?]>([:])

    private var application: StandupApplication
    var generator: SeededGenerator
    var meeting: ShownMeeting?
    /// The number of meetings that have been opened.
    var connections = 0
    /// Those whose host has not gone yet, by their numbers.
    var openConnections: [Int: any HeldMeeting] = [:]
    private var hostWaiters: [CheckedContinuation<Void, Never>] = []
    var control: TaskControl?
    var microphonePreview: MicrophonePreview?
    var testedDing: DingTest?
    var playing: OpenPlayback?
    /// The number of recordings played so far.
    var playbacks = 0
    /// The number of effects without an outcome so far.
    private var outstanding = 0
    private var restWaiters: [CheckedContinuation<Void, Never>] = []
    private var isVisible = false
    private var hasShown = false
    private var visibility: (any DeadlineTimer)?
    private var rememberedPlace: String?
    private var rememberedDrafts: SavedDrafts
    private var look: ChangeLook?
    /// The size of the window; nil if nothing scrolls in it.
    private var window: Size?
    /// What has become of the last meeting; nil before the first one.
    package internal(set) var lastMeeting: LastMeeting?
    /// Whether it has quit to show the demo.
    package internal(set) var wantsDemo = false
    /// What could not be removed when the application quit, a line each, see `MeetingLibrary.close`.
    package private(set) var closingProblems: [String] = []
    private var quitting = Quitting.no
    private var quitWaiters: [CheckedContinuation<Void, Never>] = []

    private enum Quitting {
        case no
        /// The meeting is being saved.
        case begun
        /// The last data is being written.
        case finishing
        case done
    }

    /// An application that opens a place, or runs one meeting and quits.
    ///
    /// With `quitsOnLeaving`, it quits when the user leaves the past meeting at `place`.
    package init(
        dependencies: ApplicationDependencies, localizer: Localizer, place: Place? = nil, launch: MeetingLaunch? = nil,
        keys: KeyTable = .standard, quitsOnLeaving: Bool = false
    ) {
        let drafts = SavedDrafts(text: dependencies.preferences.value(.drafts))
        let application = StandupApplication(
            place: place, launch: launch, drafts: drafts,
            unreadDrafts: drafts.hasUnread ? dependencies.preferences.path(of: .drafts) : nil,
            flashes: dependencies.flashes,
            seed: dependencies.seed ?? .random(in: .min ... .max), keys: keys, quitsOnLeaving: quitsOnLeaving)
        self.dependencies = dependencies
        self.clock = dependencies.clock
        self.localizer = localizer
        self.application = application
        self.rememberedDrafts = drafts
        self.shared = Mutex(application.screen(localizer))
        self.queue = clock.makeQueue("standup.application")
        self.devices = clock.makeQueue("standup.application.devices", inBackground: true)
        self.invitations = clock.makeQueue("standup.application.invitations", inBackground: true)
        self.tasks = clock.makeQueue("standup.application.tasks", inBackground: true)
        self.files = clock.makeQueue("standup.application.files", inBackground: true)
        self.sound = clock.makeQueue("standup.application.sound")
        self.recordings = clock.makeQueue("standup.application.recordings", inBackground: true)
        self.preferencesQueue = clock.makeQueue("standup.application.preferences")
        self.history = HistoryWorker(
            library: dependencies.library, queue: clock.makeQueue("standup.application.history"))
        var system = SystemRandomNumberGenerator()
        self.generator = SeededGenerator(seed: dependencies.seed ?? system.next())
    }

    // MARK: From any thread

    /// The current screen. [any thread]
    package nonisolated var screen: Screen { shared.withLock { $0 } }

    /// Starts the application: reads the history and shows the first screen. [any thread]
    ///
    /// `show` is called with each new screen, in order, on the runner's queue.
    package nonisolated func begin(show: (@Sendable (Screen) -> Void)? = nil) {
        perform { runner in
            runner.show = show
            runner.watchForChanges()
            runner.carryOut(runner.application.firstEffects)
            runner.becomeVisible(after: .milliseconds(40))
        }
    }

    /// Handles a key, which may have come faster than a person types. [any thread]
    package nonisolated func press(_ key: Key, isBurst: Bool = false) {
        perform { isBurst ? $0.takeOfBurst(key) : $0.take(key) }
    }

    /// Performs a command, such as one from a mouse click. [any thread]
    package nonisolated func perform(_ command: Command) {
        perform { $0.take(command) }
    }

    /// Sets how the program is stopped until the shell continues it. [any thread]
    package nonisolated func onSuspend(_ suspend: @escaping @Sendable () -> Void) {
        perform { $0.suspend = suspend }
    }

    /// Sets how a text is given to the clipboard. [any thread]
    package nonisolated func onCopy(_ copy: @escaping @Sendable (String) -> Void) {
        perform { $0.copy = copy }
    }

    /// Sets the width of the window, in columns. [any thread]
    package nonisolated func resize(columns: Int) {
        perform { $0.take(.windowResized(columns: columns)) }
    }

    /// Sets the size of a window in which long texts scroll. [any thread]
    nonisolated func resize(to window: Size) {
        perform { runner in
            runner.window = window
            runner.take(.windowResized(columns: window.columns))
        }
    }

    /// Saves and ends a running meeting within a second, then quits. [any thread]
    package nonisolated func interrupt() {
        perform { $0.quit() }
    }

    /// Quits after the terminal was closed; a running meeting goes on. [any thread]
    package nonisolated func hangUp() {
        perform { runner in
            runner.leaveMeeting()
            runner.quit()
        }
    }

    /// Shows a problem outside the application, such as that of a speech server. [any thread]
    package nonisolated func report(_ problem: MeetingProblem) {
        perform { $0.take(.problem(problem)) }
    }

    /// Runs work on the runner's queue, after all work enqueued before. [any thread]
    nonisolated func perform(_ work: @escaping @Sendable (isolated ApplicationRunner) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    // MARK: On the runner's queue

    /// Returns once the application has quit and all data is written.
    package func waitUntilQuit() async {
        if case .done = quitting { return }
        await withCheckedContinuation { quitWaiters.append($0) }
    }

    /// Returns once every effect has its outcome, so that the screen is complete.
    package func waitUntilSettled() async {
        if outstanding == 0 { return }
        await withCheckedContinuation { restWaiters.append($0) }
    }

    /// Returns once the hosts of all meetings have finished: a meeting's hooks and its transcript may take longer than
    /// the meeting.
    package func waitForHosts() async {
        if openConnections.isEmpty { return }
        await withCheckedContinuation { hostWaiters.append($0) }
    }

    /// The host of a meeting has finished or died.
    func didClose(_ number: Int) {
        openConnections[number] = nil
        guard openConnections.isEmpty else { return }
        for waiter in hostWaiters { waiter.resume() }
        hostWaiters = []
    }

    private func take(_ key: Key) {
        if let command = application.command(for: key, on: screen) { take(command) }
    }

    /// Handles a key of a burst: in a field it is text, and a running meeting must not be ended by a paste.
    private func takeOfBurst(_ key: Key) {
        if application.refusesBursts { take(.keysTooFast) } else { take(key) }
    }

    private func take(_ command: Command) {
        carryOut(application.perform(command))
        publish()
    }

    func take(_ outcome: Outcome) {
        take([outcome], answers: 0)
    }

    /// Dispatches the outcomes of `effects` effects and shows one screen with all their results.
    func take(_ outcomes: [Outcome], answers effects: Int) {
        for outcome in outcomes { carryOut(application.receive(outcome)) }
        for _ in 0..<effects { finishEffect() }
        let hasStandups = outcomes.contains { if case .standups = $0 { true } else { false } }
        if hasStandups { isVisible = true }
        publish()
    }

    /// The effects to perform: all, but no task while another one is running.
    func admitted(_ effects: [Effect]) -> [Effect] { application.admitted(effects) }

    /// Counts an effect as pending.
    func beginEffect() { outstanding += 1 }

    /// Counts a pending effect as finished.
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
        if let playing, application.meeting != playing.meeting { stopPlayer() }
        remember(application.place)
        remember(application.drafts)
        let screen = scrolledScreen()
        let isNew = shared.withLock { shared in
            defer { shared = screen }
            return shared != screen
        }
        guard let show, isVisible, isNew || !hasShown else { return }
        hasShown = true
        show(screen)
    }

    /// The screen, with what scrolls by lines no further than the window shows it.
    private func scrolledScreen() -> Screen {
        let screen = application.screen(localizer)
        guard let window, let wanted = screen.scrolledLine, wanted > 0,
            let shown = ScreenDrawing.draw(screen, size: window).firstLine, shown < wanted
        else { return screen }
        carryOut(application.receive(.scrolled(to: shown)))
        return application.screen(localizer)
    }

    private func remember(_ place: Place) {
        let address = place.silent.address
        guard address != rememberedPlace else { return }
        rememberedPlace = address
        let preferences = dependencies.preferences
        preferencesQueue.async { preferences.keep(address, for: .place) }
    }

    /// Stores each change of a draft immediately, so that no exit or crash loses it.
    private func remember(_ drafts: SavedDrafts) {
        let before = rememberedDrafts
        guard drafts != before else { return }
        rememberedDrafts = drafts
        let preferences = dependencies.preferences
        preferencesQueue.async {
            let kept = SavedDrafts(text: preferences.value(.drafts))
            preferences.keep(kept.merging(from: before, to: drafts).text, for: .drafts)
        }
    }

    /// Looks for changes of the history by other processes: after each write, or else once a second.
    private func watchForChanges() {
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.lookForChanges() } }
        look = ChangeLook(timer: timer, last: clock.now, isDue: true)
        timer.arm(clock.now + ChangeLook.interval)
        history.onWrite { [weak self] in
            guard let self else { return }
            perform { $0.look?.wasWritten(at: $0.clock.now) }
        }
    }

    private func lookForChanges() {
        look?.began(at: clock.now)
        history.look { changed in
            self.perform { runner in
                if changed { runner.take(.changedElsewhere) }
                runner.look?.ended(at: runner.clock.now, isWatched: runner.history.isWatched)
            }
        }
    }

    /// Quits; a running meeting is saved first.
    func quit() {
        guard case .no = quitting else { return }
        quitting = .begun
        listen(to: nil)
        stopPlayer()
        look = nil
        control?.cancel()
        giveUpMeeting()
        if meeting == nil { finishQuitting() }
    }

    /// Completes a requested quit, once no meeting is running.
    func finishQuitting() {
        guard case .begun = quitting else { return }
        quitting = .finishing
        forgetLostCorrections {
            // A task that was canceled leaves nothing unfinished.
            self.tasks.async {
                self.history.close { problems in
                    self.preferencesQueue.async { self.perform { $0.didQuit(problems) } }
                }
            }
        }
    }

    private func didQuit(_ problems: [String]) {
        closingProblems = problems
        quitting = .done
        for waiter in quitWaiters { waiter.resume() }
        quitWaiters = []
    }
}
