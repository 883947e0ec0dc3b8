import MeetingEngine
import MeetingModel

/// One random meeting and its first fault.
struct RandomMeeting {
    /// The number of meetings that a test runs; `STANDUP_RANDOM_MEETINGS` changes it.
    static let count = environmentNumber("STANDUP_RANDOM_MEETINGS") ?? 10_000

    /// The steps, and the fault that was found.
    let notes = Notes()
    private let seed: UInt64
    private var generator: SeededGenerator
    var timer: MeetingTimer
    let people: [Attendee.ID]
    var now: Duration
    private let keepsStory: Bool
    var events: [MeetingTimer.Event] = []
    /// The last queue in the events, and its time.
    private(set) var told: (lineup: MeetingTimer.Lineup, at: Duration)?
    private let scale: Int64
    /// Whether times that were handed on one way may be taken back the other way.
    var hasChangedSharing = false

    /// The meeting of a seed; its story costs more than the meeting, so it is kept only on demand.
    init(seed: UInt64, keepsStory: Bool = false) {
        self.seed = seed
        self.keepsStory = keepsStory
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...(Bool.random(using: &generator) ? 4 : 9), using: &generator)
        people = .people(count)
        // From a few nanoseconds for everyone, where remainders matter, to ordinary meetings.
        scale = [1, 7, 1000, 1_000_000_007, 60_000_000_000].randomElement(using: &generator) ?? 1
        let length = Int64.random(in: 1...10, using: &generator) * scale + Int64.random(in: 0...3, using: &generator)
        let warnings = (0..<Int.random(in: 0...3, using: &generator))
            .map { [scale] _ in
                Duration.nanoseconds(Int64.random(in: 0...(2 * scale), using: &generator))
            }
        let settings = MeetingSettings(
            atSlotEnd: MeetingSettings.SlotEnd.allCases.randomElement(using: &generator) ?? .advance,
            timeSharing: MeetingSettings.TimeSharing.allCases.randomElement(using: &generator) ?? .fixed,
            warnings: warnings
        )
        var absent = Set(people.filter { _ in Int.random(in: 0..<6, using: &generator) == 0 })
        if absent.count == people.count { absent = [] }
        guard
            let timer = try? MeetingTimer(
                attendees: people,
                absent: absent,
                length: .nanoseconds(length),
                settings: settings
            )
        else { preconditionFailure("seed \(seed) makes no meeting") }
        self.timer = timer
        now = .nanoseconds(Int64.random(in: -5...5, using: &generator) * scale)
        self.generator = generator
        tell("\(count) people without \(absent.map(\.rawValue)), \(length) ns, \(settings)")
        let slots = timer.parts.filter { $0.state != .absent }.map(\.slot)
        expect(slots == Duration.nanoseconds(length).divided(into: count - absent.count), "the slots are \(slots)")
    }

    /// The faults, and the commands up to them.
    var report: String {
        (notes.faults + ["seed \(seed): " + notes.story.joined(separator: "\n  ")]).joined(separator: "\n")
    }

    mutating func run() {
        if Int.random(in: 0..<8, using: &generator) == 0 { step() }
        tell("start at \(now)")
        take(timer.start(at: now))
        for _ in 0..<Int.random(in: 1...25, using: &generator) where notes.faults.isEmpty {
            step()
        }
        if notes.faults.isEmpty { checkOutcome() }
    }

    private mutating func step() {
        let instant = randomInstant()
        if instant > now { now = instant }
        let planned = timer.advanced(to: instant)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...2:
            tell("advance to \(instant)")
            checkSteps(to: instant)
            take(timer.advance(to: instant))
        case 3:
            tell("shuffle at \(instant)")
            take(timer.shuffle(at: instant, using: &generator))
        case 4:
            tell("suspend at \(instant)")
            take(timer.noteSuspend(lasting: .nanoseconds(scale), at: instant))
        default:
            let command = randomCommand()
            tell("\(command) at \(instant)")
            let events = timer.perform(command, at: instant)
            if timer.settings.timeSharing != planned.settings.timeSharing { hasChangedSharing = true }
            if events.contains(where: { if case .refused = $0.kind { true } else { false } }) {
                expect(timer == planned, "a refused command changed something")
            }
            checkPlan(from: planned, by: command)
            take(events)
        }
        checkState()
    }

    private mutating func randomInstant() -> Duration {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: now
        case 1: now - .nanoseconds(scale)
        case 2: timer.nextDeadline ?? now
        case 3: (timer.nextDeadline ?? now) - .nanoseconds(1)
        case 4: now + .nanoseconds(Int64.random(in: 0...(4 * scale), using: &generator))
        case 5: now + .nanoseconds(1)
        default: now + .nanoseconds(Int64.random(in: 0...scale, using: &generator))
        }
    }

    private mutating func randomCommand() -> MeetingTimer.Command {
        let somebody = people.randomElement(using: &generator) ?? ann
        let amount = Duration.nanoseconds(Int64.random(in: -scale...scale, using: &generator))
        switch Int.random(in: 0..<29, using: &generator) {
        case 0...4: return .next
        case 5...8: return .previous
        case 9...10: return .later
        case 11...13: return .absent(somebody)
        case 14...15: return .present(timer.absent.randomElement(using: &generator) ?? somebody)
        case 16...18: return .extend(amount)
        case 19: return .reorder(Array(timer.queue.shuffled(using: &generator).prefix(2)))
        case 20: return .pause(.user)
        case 21...22: return .resume
        case 23: return .ask
        case 24: return .answer(.resume)
        case 25...27:
            var settings = timer.settings
            if Bool.random(using: &generator) {
                settings.atSlotEnd = MeetingSettings.SlotEnd.allCases.randomElement(using: &generator) ?? .advance
            }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                settings.timeSharing = MeetingSettings.TimeSharing.allCases.randomElement(using: &generator) ?? .fixed
            }
            if Bool.random(using: &generator) {
                settings.warnings = (0..<Int.random(in: 0...3, using: &generator))
                    .map { _ in .nanoseconds(Int64.random(in: 0...(2 * scale), using: &generator)) }
            }
            return .change(settings)
        default:
            let rare: [MeetingTimer.Command] = [.end(.saved), .answer(.discard), .answer(.save), .reorder(people)]
            return rare.randomElement(using: &generator) ?? .next
        }
    }

    private mutating func take(_ new: [MeetingTimer.Event]) {
        for event in new.main { tell("    " + event.line) }
        for case (.queueChanged(let lineup), let at) in new.map({ ($0.kind, $0.at) }) { told = (lineup, at) }
        events += new
    }

    private func tell(_ line: @autoclosure () -> String) {
        if keepsStory { notes.story.append(line()) }
    }

    func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { notes.faults.append(what()) }
    }
}

/// Lists that can be added to without changing the meeting that they are about.
final class Notes {
    var story: [String] = []
    var faults: [String] = []
}
