public import MeetingModel

/// A running meeting as a value: commands and instants go in, events and the next deadline come out.
///
/// It knows no clock. Instants are of the caller's monotonic axis, to the nanosecond; one that is earlier than the
/// latest seen is taken for that. Meeting time counts from the start and stands still in a pause.
///
/// ```swift
/// var timer = try MeetingTimer(attendees: [ann, bob], length: .seconds(120), settings: MeetingSettings())
/// timer.start(at: .zero)                       // started, turnStarted(ann)
/// timer.advance(to: .seconds(60))              // turnWarning (at 50), turnEnded(ann), ding, turnStarted(bob)
/// timer.perform(.next, at: .seconds(70))       // asked(.endAfterLast): bob is the last
/// ```
///
/// Time is kept so that what is planned for all attendees is always the planned length of the meeting:
/// - Time left over goes, with shared time, to those who wait, in equal parts; with fixed time the meeting gets shorter.
/// - Overtime is taken from those who wait, or makes the meeting longer. Nobody is left with less than nothing; what
///   they cannot give makes the meeting longer too.
/// - Whoever comes back (`previous`, `present`) gets exactly the time they handed on: first from those who got it, then
///   from the others who wait, and the rest makes the meeting longer.
/// - Whoever was not there at the start gets, with shared time, an equal part of what those who wait have; with fixed
///   time, or if they have nothing, a slot like those of the start, which makes the meeting longer.
///
/// Someone whose turn comes with no time left is passed over at once where slots end by themselves, except after
/// `previous`: then they speak in overtime until somebody says next.
public struct MeetingTimer: Sendable, Equatable {
    /// How the meeting runs from now on.
    public internal(set) var settings: MeetingSettings {
        didSet { warnings = Self.warnings(of: settings) }
    }
    /// Where the meeting stands.
    public internal(set) var phase = Phase.notStarted
    /// Where the countdown stood still.
    public internal(set) var pauses: [Pause] = []

    /// The warnings to give, longest first.
    private(set) var warnings: [Duration]
    let indices: [Attendee.ID: Int]
    /// What each of those who are there at the start is given, to the nanosecond or one more.
    let firstSlot: Duration
    /// In the order of the start.
    var accounts: [Account]
    /// Those who wait for their turn, as indices of `accounts`.
    var waiting: [Int] {
        didSet { isQueueChanged = true }
    }
    /// Those who spoke before, the latest last.
    var before: [Int] = []

    /// The latest instant seen, on the caller's axis; nil before the first.
    var latest: Duration?
    /// The meeting time at the latest instant.
    var elapsed = Duration.zero
    var endedTurns: [Turn] = []

    /// Whose turn it is.
    var current: Int?
    var turnStart = Duration.zero
    /// The most that was left of the turn, at its start or after an extension; only warnings below it are given.
    var turnPeak = Duration.zero
    /// Whether the turn goes on past the end of its slot.
    var isInOvertime = false

    /// The instant at which the pause began.
    var pausedSince = Duration.zero
    /// What the monotonic axis does not hold of the pause, because the machine was suspended in it.
    var pausedBeyond = Duration.zero

    /// What has happened in the call that runs.
    var events: [Event] = []
    /// Whose parts have changed since they were last told.
    var changed: Set<Int> = []
    /// Whether the lineup has changed since it was last told.
    var isQueueChanged = false

    /// A meeting that has not started, its length divided among those who are there to the nanosecond.
    ///
    /// Any length above zero will do; more than 100 years are taken for 100. Those of the attendees who are `absent` have
    /// no slot; one who comes later gets one then.
    public init(
        attendees: [Attendee.ID],
        absent: Set<Attendee.ID> = [],
        length: Duration,
        settings: MeetingSettings
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
        let slots = max(Self.limited(length), .nanoseconds(1)).divided(into: waiting.count)
        self.firstSlot = max(slots[slots.count - 1], .nanoseconds(1))
        self.accounts = attendees.map { Account(id: $0, slot: .zero, place: .absent) }
        for (index, slot) in zip(waiting, slots) { accounts[index] = Account(id: attendees[index], slot: slot) }
    }

    /// The warnings that settings ask for, longest first.
    private static func warnings(of settings: MeetingSettings) -> [Duration] {
        Set(settings.warnings.map(limited)).filter { $0 > .zero }.sorted(by: >)
    }

    /// Starts the meeting and the first turn.
    @discardableResult
    public mutating func start(at instant: Duration) -> [Event] {
        see(instant)
        if case .ended = phase {
            emit(.refused(.ended))
        } else if phase != .notStarted {
            emit(.refused(.alreadyStarted))
        } else {
            phase = .running
            emit(.started)
            beginTurn(waiting.removeFirst())
            passOverDue()
        }
        return drainEvents()
    }

    /// Lets time pass up to an instant; what fell due on the way has happened, in order and at its exact time.
    @discardableResult
    public mutating func advance(to instant: Duration) -> [Event] {
        see(instant)
        return drainEvents()
    }

    /// This meeting as it will be at an instant if nobody intervenes.
    public func advanced(to instant: Duration) -> Self {
        var copy = self
        copy.advance(to: instant)
        return copy
    }

    /// More than any meeting lasts, and little enough to add up millions of times.
    static func limited(_ duration: Duration) -> Duration {
        let century = Duration.seconds(100 * 365 * 86_400)
        return min(max(duration, .zero - century), century).wholeNanoseconds
    }

    mutating func emit(_ kind: Event.Kind) {
        events.append(Event(at: elapsed, kind: kind))
    }

    /// Tells whose parts have changed, and the lineup if that has.
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
