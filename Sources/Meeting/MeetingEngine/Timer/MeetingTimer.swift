public import MeetingModel

/// A running meeting as a value: commands and instants go in, events and the next deadline come out.
///
/// It has no clock. Instants are on the caller's monotonic axis, in nanoseconds; an instant before the latest one is
/// treated as the latest. Meeting time counts from the start and stops during pauses.
///
/// ```swift
/// var timer = try MeetingTimer(attendees: [ann, bob], length: .seconds(120), settings: MeetingSettings())
/// timer.start(at: .zero)                       // started, turnStarted(ann)
/// timer.advance(to: .seconds(60))              // turnWarning (at 50), turnEnded(ann), ding, turnStarted(bob)
/// timer.perform(.next, at: .seconds(70))       // asked(.endAfterLast): bob is the last
/// ```
///
/// At any time, the planned times of all attendees add up to the planned length of the meeting:
/// - With shared time, unused time is divided equally among the queue. With fixed time, it shortens the meeting.
/// - Overtime is taken from the queue, or lengthens the meeting. No attendee is left with negative time; what the queue
///   cannot give lengthens the meeting too.
/// - An attendee who comes back (`previous`, `present`) gets back exactly the time they passed on: first from those who
///   received it, then from the rest of the queue. Any remainder lengthens the meeting.
/// - An attendee who was absent at the start gets, with shared time, an equal part of the queue's time. With fixed
///   time, or if the queue has none, they get a slot like those at the start, which lengthens the meeting.
///
/// If slots end by themselves, a turn without time left is skipped at once. The exception is a turn after `previous`:
/// it runs in overtime until `next`.
public struct MeetingTimer: Hashable, Sendable, Codable {
    /// The current settings.
    public internal(set) var settings: MeetingSettings {
        didSet { warnings = Self.warnings(of: settings) }
    }
    /// The current phase.
    public internal(set) var phase = Phase.notStarted
    /// The pauses so far.
    public internal(set) var pauses: [Pause] = []

    /// The warnings to give, longest first.
    private(set) var warnings: [Duration]
    let indices: [Attendee.ID: Int]
    /// The slot of each attendee present at the start; some get one nanosecond more.
    let firstSlot: Duration
    /// The accounts, in the order of the start.
    var accounts: [Account]
    /// The queue, as indices of `accounts`.
    var waiting: [Int] {
        didSet { isQueueChanged = true }
    }
    /// The previous speakers, latest last.
    var previousSpeakers: [Int] = []

    /// The latest instant, on the caller's axis; nil before the first.
    var latest: Duration?
    /// The meeting time at the latest instant.
    var elapsed = Duration.zero
    var endedTurns: [Turn] = []

    /// The index of the speaker.
    var current: Int?
    var turnStart = Duration.zero
    /// The most time left in the turn, at its start or after an extension; only warnings below it are given.
    var turnPeak = Duration.zero
    /// Whether the turn continues past the end of its slot.
    var isInOvertime = false

    var pauseStart = Duration.zero
    /// The part of the pause that the monotonic axis lacks, because the machine was suspended.
    var suspendedInPause = Duration.zero

    /// The events of the current call.
    var events: [Event] = []
    /// The attendees whose parts have changed since the last `attendeesChanged`.
    var changed: Set<Int> = []
    /// Whether the lineup has changed since the last `queueChanged`.
    var isQueueChanged = false

    /// Creates a meeting that has not started; its length is divided among those present, to the nanosecond.
    ///
    /// The length must be above zero; lengths above 100 years are treated as 100 years. Attendees in `absent` get a
    /// slot only when they arrive.
    public init(
        attendees: [Attendee.ID],
        absent: Set<Attendee.ID> = [],
        length: Duration,
        settings: MeetingSettings = MeetingSettings()
    ) throws(MeetingTimerError) {
        guard !attendees.isEmpty else { throw .noAttendees }
        guard length > .zero else { throw .lengthNotPositive(length) }
        var indices: [Attendee.ID: Int] = [:]
        for (index, id) in attendees.enumerated() {
            guard indices.updateValue(index, forKey: id) == nil else { throw .duplicateAttendee(id) }
        }
        self.settings = settings
        self.indices = indices
        self.warnings = Self.warnings(of: settings)
        self.waiting = attendees.indices.filter { !absent.contains(attendees[$0]) }
        guard !waiting.isEmpty else { throw .nobodyPresent }
        let slots = max(Self.clamped(length), .nanoseconds(1)).divided(into: waiting.count)
        self.firstSlot = max(slots[slots.count - 1], .nanoseconds(1))
        self.accounts = attendees.map { Account(id: $0, slot: .zero, place: .absent) }
        for (index, slot) in zip(waiting, slots) { accounts[index] = Account(id: attendees[index], slot: slot) }
    }

    private static func warnings(of settings: MeetingSettings) -> [Duration] {
        Set(settings.warnings.map(clamped)).filter { $0 > .zero }.sorted(by: >)
    }

    /// Starts the meeting and the first turn.
    @discardableResult
    public mutating func start(at instant: Duration) -> [Event] {
        proceed(to: instant)
        if case .ended = phase {
            emit(.refused(.ended))
        } else if phase != .notStarted {
            emit(.refused(.alreadyStarted))
        } else {
            phase = .running
            emit(.started)
            beginTurn(waiting.removeFirst())
            endSpentSlots()
        }
        return drainEvents()
    }

    /// Advances to an instant and returns the events on the way, in order and at their exact times.
    @discardableResult
    public mutating func advance(to instant: Duration) -> [Event] {
        proceed(to: instant)
        return drainEvents()
    }

    /// A copy advanced to an instant without further commands.
    public func advanced(to instant: Duration) -> Self {
        var copy = self
        copy.advance(to: instant)
        return copy
    }

    /// Clamps a duration to 100 years: longer than any meeting, short enough to sum millions of times.
    static func clamped(_ duration: Duration) -> Duration {
        let century = Duration.seconds(100 * 365 * 86_400)
        return min(max(duration, .zero - century), century).wholeNanoseconds
    }

    mutating func emit(_ kind: Event.Kind) {
        events.append(Event(at: elapsed, kind: kind))
    }

    /// Emits the changed parts, and the lineup if it has changed.
    mutating func emitChanges() {
        if !changed.isEmpty { emit(.attendeesChanged(changed.sorted().map(part))) }
        changed = []
        let isTold = if case .ended = phase { false } else { isQueueChanged }
        if isTold { emit(.queueChanged(lineup)) }
        isQueueChanged = false
    }

    mutating func drainEvents() -> [Event] {
        emitChanges()
        defer { events = [] }
        return events
    }
}
