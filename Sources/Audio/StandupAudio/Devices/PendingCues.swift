import Sound

/// The scheduled cues that this stream, or its replacement, may still have to play.
struct PendingCues {
    struct Entry: Hashable {
        let ticket: CueTicket
        let cue: Cue
        /// The instant of its first frame.
        let start: Duration
        /// The instant after its last frame.
        let end: Duration
    }

    private let sounds: CueSounds
    private(set) var entries: [Entry] = []
    private var lastNumber: UInt64 = 0

    init(sounds: CueSounds) {
        self.sounds = sounds
    }

    /// Adds a cue and removes finished ones; a cue in the past starts now.
    mutating func add(_ cue: Cue, at instant: Duration, now: Duration) -> Entry {
        entries.removeAll { $0.end < now }
        lastNumber += 1
        let entry = entry(CueTicket(number: lastNumber), cue, start: max(instant, now))
        entries.append(entry)
        return entry
    }

    mutating func cancel(_ ticket: CueTicket) {
        entries.removeAll { $0.ticket == ticket }
    }

    /// Returns the cues for the first stream; no stream has played the overdue ones, so they start now.
    mutating func dueOnFirstStream(at now: Duration) -> [Entry] {
        entries = entries.map { entry($0.ticket, $0.cue, start: max($0.start, now)) }
        return entries
    }

    /// The cues that have not started.
    ///
    /// A replacement stream plays only these: the latency of its first frames is unknown, so the rest of a cue could be
    /// played seconds late.
    func notStarted(at now: Duration) -> [Entry] {
        entries.filter { $0.start >= now }
    }

    /// The end of the cue that is playing; `now` if none is.
    func endOfPlayback(after now: Duration) -> Duration {
        entries.filter { $0.start <= now }.map(\.end).reduce(now, max)
    }

    private func entry(_ ticket: CueTicket, _ cue: Cue, start: Duration) -> Entry {
        Entry(ticket: ticket, cue: cue, start: start, end: start + sounds.duration(of: cue))
    }
}
