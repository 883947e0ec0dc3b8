import AudioDevices

/// The cues that were scheduled and may still have to sound: on this stream, or on the one that replaces it.
struct PendingCues {
    /// A cue that was scheduled.
    struct Entry: Hashable {
        /// By what it is cancelled.
        let ticket: CueTicket
        /// What is to sound.
        let cue: Cue
        /// When it is to be heard.
        let instant: Duration
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

    /// Notes a cue, and drops those that have been heard.
    mutating func add(_ cue: Cue, at instant: Duration, now: Duration) -> Entry {
        entries.removeAll { $0.end < now }
        lastNumber += 1
        let entry = Entry(
            ticket: CueTicket(number: lastNumber),
            cue: cue,
            instant: instant,
            end: max(instant, now) + sounds.duration(of: cue)
        )
        entries.append(entry)
        return entry
    }

    /// Drops a cue.
    mutating func cancel(_ ticket: CueTicket) {
        entries.removeAll { $0.ticket == ticket }
    }

    /// Those that the first stream has to sound when it begins now: what was asked for before has begun nowhere, so it
    /// is heard late.
    mutating func begin(at now: Duration) -> [Entry] {
        entries = entries.map { entry in
            let end = max(entry.instant, now) + sounds.duration(of: entry.cue)
            return Entry(ticket: entry.ticket, cue: entry.cue, instant: entry.instant, end: end)
        }
        return entries
    }

    /// Those that a stream which begins now in place of another has to sound; what has begun there is not begun again.
    func due(after now: Duration) -> [Entry] {
        entries.filter { $0.instant >= now }
    }

    /// When the cue that sounds now will have been heard to its end; now, if none does.
    func quiet(after now: Duration) -> Duration {
        entries.filter { $0.instant <= now }.map(\.end).reduce(now, max)
    }
}
