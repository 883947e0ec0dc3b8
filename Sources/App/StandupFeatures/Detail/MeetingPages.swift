package import MeetingModel

/// The past meetings of a standup as far as they have been read: any stretches of a list of known length.
///
/// Only the stretch around the selected one is shown and kept up, so that ten thousand cost no more than a hundred.
package struct MeetingPages: Sendable {
    /// How many meetings there are; nil until something has been read.
    package private(set) var count: Int?
    private var meetings: [Int: Meeting] = [:]
    /// The positions that are shown.
    package private(set) var window = 0..<0
    /// Where the stretch begins that has been asked for; nil if no answer is awaited.
    private var awaited: Int?
    /// Whether what is here may have changed since.
    private var isStale = false

    /// Nothing that has been read.
    package init() {}

    /// The meeting at a position, 0 the newest; nil if it has not been read.
    package subscript(position: Int) -> Meeting? { meetings[position] }

    /// The position of a meeting that has been read.
    package func position(of id: Meeting.ID) -> Int? { meetings.first { $0.value.id == id }?.key }

    /// Moves the window along when a position comes near its end, and leaves it where it is otherwise.
    private mutating func follow(_ position: Int) {
        let (size, margin) = (160, 50)
        let count = count ?? 0
        let isNearStart = position < window.lowerBound + margin && window.lowerBound > 0
        let isNearEnd = position >= window.lowerBound + size - margin
        var start = isNearStart || isNearEnd ? position - size / 2 : window.lowerBound
        start = max(0, min(start, count - size))
        window = start..<min(count, start + size)
    }

    /// Marks what is here as out of date; it stays until the answer comes.
    package mutating func invalidate() {
        isStale = true
        awaited = nil
    }

    /// Moves the window to a position, and says where to read on so that nothing of it is missing.
    ///
    /// Nil if nothing is missing, or an answer is awaited.
    package mutating func nextOffset(around position: Int) -> Int? {
        follow(position)
        guard awaited == nil else { return nil }
        let missing = isStale || count == nil ? window.lowerBound : window.first { meetings[$0] == nil }
        awaited = missing
        return missing
    }

    /// Takes a stretch that was read.
    package mutating func take(_ page: [Meeting], at offset: Int, count: Int) {
        if isStale || count != self.count { meetings = [:] }
        // An empty answer is not asked for again, or two that count differently would ask forever.
        if offset == awaited && (!page.isEmpty || count == 0) { awaited = nil }
        isStale = false
        self.count = count
        for (index, meeting) in page.enumerated() { meetings[offset + index] = meeting }
    }
}
