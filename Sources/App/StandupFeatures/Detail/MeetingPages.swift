package import MeetingModel

/// The past meetings of a standup loaded so far: arbitrary segments of a list of known length.
///
/// Only the segment around the selection is shown and kept current, so ten thousand meetings cost no more than a
/// hundred.
package struct MeetingPages: Sendable {
    /// The number of meetings that are read at a time.
    static let length = 100

    /// The number of meetings; nil until a page has been read.
    package private(set) var count: Int?
    private var meetings: [Int: Meeting] = [:]
    /// The positions shown.
    private(set) var window = 0..<0
    /// The offset of the pending request; nil if none is pending.
    private var awaited: Int?
    private var isStale = false

    init() {}

    /// The meeting at a position, 0 the newest; nil if it has not been loaded.
    subscript(position: Int) -> Meeting? { meetings[position] }

    package func position(of id: Meeting.ID) -> Int? { meetings.first { $0.value.id == id }?.key }

    /// Moves the window when a position comes near its end.
    private mutating func follow(_ position: Int) {
        let (size, margin) = (160, 50)
        let count = count ?? 0
        let isNearStart = position < window.lowerBound + margin && window.lowerBound > 0
        let isNearEnd = position >= window.lowerBound + size - margin
        var start = isNearStart || isNearEnd ? position - size / 2 : window.lowerBound
        start = max(0, min(start, count - size))
        window = start..<min(count, start + size)
    }

    /// Marks the loaded meetings as out of date; they stay until the new page arrives.
    mutating func invalidate() {
        isStale = true
        awaited = nil
    }

    /// Moves the window to a position and returns the offset of the next page to read.
    ///
    /// Nil if the window is complete or a request is pending.
    mutating func nextOffset(around position: Int) -> Int? {
        follow(position)
        guard awaited == nil else { return nil }
        let missing = isStale || count == nil ? window.lowerBound : window.first { meetings[$0] == nil }
        awaited = missing
        return missing
    }

    package mutating func take(_ page: [Meeting], at offset: Int, count: Int) {
        if isStale || count != self.count { meetings = [:] }
        // Do not repeat a request after an empty page: if two counts disagree, requests would never end.
        if offset == awaited && (!page.isEmpty || count == 0) { awaited = nil }
        isStale = false
        self.count = count
        for (index, meeting) in page.enumerated() { meetings[offset + index] = meeting }
    }
}
