import AudioDevices

/// The cues that were scheduled and may still have to sound: on this stream, or on the one that replaces it.
struct PendingCues {
    /// A cue that was scheduled.
    struct Entry: Hashable {
        /// By what it is cancelled.
        let ticket: CueTicket
        /// What is to sound.
        let cue: Cue
        /// When its first frame is heard.
        let start: Duration
        /// When it will have been heard.
        let end: Duration
    }

    private let sounds: CueSounds
    private(set) var entries: [Entry] = []
    private var lastNumber: UInt64 = 0

    /// None yet, of these sounds.
    init(sounds: CueSounds) {
        self.sounds = sounds
    }

    /// Notes a cue, and drops those that have been heard; one in the past starts now.
    mutating func add(_ cue: Cue, at instant: Duration, now: Duration) -> Entry {
        entries.removeAll { $0.end < now }
        lastNumber += 1
        let entry = entry(CueTicket(number: lastNumber), cue, start: max(instant, now))
        entries.append(entry)
        return entry
    }

    /// Drops a cue.
    mutating func cancel(_ ticket: CueTicket) {
        entries.removeAll { $0.ticket == ticket }
    }

    /// Those that the first stream has to sound when it begins now: what was asked for before has begun nowhere, so it
    /// is heard late, and whole.
    mutating func begin(at now: Duration) -> [Entry] {
        entries = entries.map { entry($0.ticket, $0.cue, start: max($0.start, now)) }
        return entries
    }

    /// Those that have not begun by now.
    ///
    /// A stream that replaces another sounds these only: how long its first frames take to the ear nobody knows yet, so
    /// the rest of a cue could be heard seconds late.
    func unbegun(at now: Duration) -> [Entry] {
        entries.filter { $0.start >= now }
    }

    /// When the cue that sounds now will have been heard to its end; now, if none does.
    func quiet(after now: Duration) -> Duration {
        entries.filter { $0.start <= now }.map(\.end).reduce(now, max)
    }

    private func entry(_ ticket: CueTicket, _ cue: Cue, start: Duration) -> Entry {
        Entry(ticket: ticket, cue: cue, start: start, end: start + sounds.duration(of: cue))
    }
}
