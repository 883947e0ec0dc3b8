package import MeetingModel

/// The past meetings of a standup as far as they have been read: any stretches of a list of known length.
///
/// Only the stretch around the selected one is shown and kept up, so that ten thousand cost no more than a hundred.
package struct MeetingPages: Sendable {
    /// How many meetings there are; nil until something has been read.
    package private(set) var count: Int?
    private var meetings: [Int: Meeting] = [:]
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

    /// The positions that are shown while one is selected: it moves along in steps, so that the screen stands still.
    package func window(around position: Int) -> Range<Int> {
        let step = 40
        let start = max(0, position / step - 1) * step
        return start..<max(start, min(count ?? 0, start + 3 * step))
    }

    /// Marks what is here as out of date; it stays until the answer comes.
    package mutating func invalidate() {
        isStale = true
        awaited = nil
    }

    /// Where to read on so that nothing of the window is missing; nil if nothing is, or an answer is awaited.
    package mutating func nextOffset(around position: Int) -> Int? {
        guard awaited == nil else { return nil }
        let window = window(around: position)
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
