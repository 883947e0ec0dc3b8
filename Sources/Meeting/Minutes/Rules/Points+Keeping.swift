import MeetingModel

extension [Point] {
    /// New points, with what a new run keeps of the current ones.
    ///
    /// - A new point takes the place of the current one of the same person, kind and time, of several that with most words
    ///   in common. It keeps that point's id, state and the point that it continues.
    /// - What others than `makers` made stays as it is. So does a point that was settled or dropped and is not found again.
    /// - A point that a user has edited stands for the sentence at its time, whatever its words are now, or for its line
    ///   of an update: `edited` has the points as they were before.
    /// - Points that a user has `deleted` are not made again; of equal lines of updates, as many as were deleted.
    ///
    /// A new point is compared with the current ones near it in time, so that the work grows with the points and not with
    /// their square; with 256 at most, if a long text has a single time.
    func keeping(
        _ current: [Point], replacing makers: Set<Point.Maker> = [.rules, .assistant], deleted: [Point] = [],
        edited: [Point.ID: Point] = [:]
    ) -> [Point] {
        let ids = Set(current.map(\.id))
        var deleted = deleted
        let new = filter { point in
            // A point that exists was not deleted, although an equal one was.
            guard !ids.contains(point.id) else { return true }
            let index = deleted.firstIndex { $0.isAtTime(of: point) && $0.commonWords(with: point) > 0 }
            guard let index else { return true }
            if deleted[index].start == deleted[index].end { deleted.remove(at: index) }
            return false
        }
        var rest = current.map { KeptPoint(point: $0, made: edited[$0.id] ?? $0) }
        rest.sort { $0.made.start < $1.made.start }
        let longest = rest.map { $0.made.end - $0.made.start }.max() ?? .zero
        var points = new.map { point in
            let first = rest.partitioningIndex { $0.made.start >= point.start - longest }
            let near = rest[first...].prefix { $0.made.start <= point.end }.prefix(256)
            let same = near.indices.filter { near[$0].isSame(as: point) }
                .map { (index: $0, common: near[$0].made.commonWords(with: point)) }
            guard let (index, common) = same.max(by: { $0.common < $1.common }),
                common > 0 || rest[index].point.isEdited
            else { return point }
            let kept = rest.remove(at: index).point
            guard makers.contains(kept.maker) else { return kept }
            return Point(
                id: kept.id, attendee: point.attendee, kind: point.kind, text: point.text, start: point.start,
                end: point.end, maker: point.maker, transcript: point.transcript, state: kept.state,
                continues: kept.continues ?? point.continues)
        }
        let unmatched = Set(rest.map(\.point.id))
        points += current.filter {
            unmatched.contains($0.id) && (!makers.contains($0.maker) || $0.state != $0.kind.firstState)
        }
        return points.enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }
}

extension Point {
    fileprivate func commonWords(with other: Point) -> Int { words.intersection(other.words).count }

    private var words: Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }

    /// Whether a user has changed a point that was found in a transcript.
    fileprivate var isEdited: Bool { maker == .hand && transcript != nil }

    /// Whether two points are of the same time: most of the shorter one is in the other.
    ///
    /// Points of updates and those that a user has added are of an instant, which is also that of others: they must have
    /// the same person and words.
    fileprivate func isAtTime(of other: Point) -> Bool {
        if start == end || other.start == other.end {
            guard attendee == other.attendee, words == other.words else { return false }
        }
        let shared = Swift.min(end, other.end) - Swift.max(start, other.start)
        let shorter = Swift.min(end - start, other.end - other.start)
        return shared >= .zero && shared * 2 >= shorter
    }
}

/// A current point, and what it was before a user edited it.
private struct KeptPoint {
    let point: Point
    let made: Point

    /// Whether a new point stands for the same.
    func isSame(as other: Point) -> Bool {
        made.isAtTime(of: other) && (point.isEdited || made.attendee == other.attendee && made.kind == other.kind)
    }
}
