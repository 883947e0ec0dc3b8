internal import Glibc
package import MeetingModel

/// The wall clock as the programs of a data folder have seen it.
///
/// A machine without a clock battery starts in the past, and a clock can be set to any time. What cannot be undone is
/// decided only by a clock that has not jumped since it was last seen.
package struct SeenClock: Hashable, Sendable {
    /// What is known of a clock when a program looks at it.
    package enum Reading: Hashable, Sendable {
        /// It goes on from where it was last seen.
        case steady
        /// It has jumped, forward or backward, by this much since the newest time that is known.
        case jumped(Duration)
        /// It is set to a time before this program existed.
        case impossible
    }

    /// The clock when a program last looked; nil if none has.
    package private(set) var last: Timestamp?
    /// The clock on the last earlier day since the last jump; nil if there was none.
    private(set) var earlierDay: Timestamp?
    /// The clock after its last jump; nil if it has never jumped.
    private(set) var jump: Timestamp?

    init() {}

    /// The first instant that a right clock can show: the year in which this program was made.
    package static let first = Timestamp(secondsSince1970: 1_767_225_600)

    /// Takes the present time.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - limit: The longest time between two looks; a longer one is a jump.
    ///   - newest: Finds the newest instant that is known from elsewhere; called only if it matters.
    /// - Returns: Whether the clock can be relied on.
    /// - Throws: What `newest` throws.
    mutating func look<Failure: Error>(
        at now: Timestamp, limit: Duration, newest: () throws(Failure) -> Timestamp?
    ) throws(Failure) -> Reading {
        guard now >= Self.first else { return .impossible }
        var known = last
        // Programs that do not delete recordings do not note when they ran.
        if known.map({ now - $0 > limit }) ?? true { known = [known, try newest()].compactMap(\.self).max() }
        if let known, !(Duration.zero - limit...limit).contains(now - known) {
            (last, earlierDay, jump) = (now, nil, now)
            return .jumped(now - known)
        }
        if let last, LocalTime(last).date != LocalTime(now).date {
            if last < now { earlierDay = last } else if earlierDay.map({ $0 >= now }) ?? false { earlierDay = nil }
        }
        last = now
        return .steady
    }
}

// MARK: The file

extension SeenClock {
    /// What the programs of a folder have noted; a damaged file counts as missing.
    init(in folder: DataFolder) {
        self.init()
        let descriptor = open(folder.clockPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let numbers = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).map { Int64($0) }
        guard numbers.count == 3 else { return }
        let instants = numbers.map { $0.map { Timestamp(nanosecondsSince1970: $0) } }
        (last, earlierDay, jump) = (instants[0], instants[1], instants[2])
    }

    /// Whether the file has to be written after this was taken from `earlier`: once a day is enough.
    func differs(from earlier: SeenClock) -> Bool {
        guard (earlierDay, jump) == (earlier.earlierDay, earlier.jump) else { return true }
        return earlier.last.map { LocalTime($0).date } != last.map { LocalTime($0).date }
    }

    /// Throws if the file cannot be written; then nothing may be deleted.
    package func write(in folder: DataFolder) throws(Failure) {
        let text = [last, earlierDay, jump].map { $0.map { "\($0.nanosecondsSince1970)" } ?? "-" }
        try AtomicFile.write(Array((text.joined(separator: " ") + "\n").utf8), to: folder.clockPath, mode: 0o600)
    }
}
