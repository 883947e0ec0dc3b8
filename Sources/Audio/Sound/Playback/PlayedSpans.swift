internal import MeetingModel

/// The played segments of a recording, in order and with a gap between any two, as one sequence.
///
/// A frame is a frame of the recording; an offset is the number of frames played before it.
package struct PlayedSpans: Hashable, Sendable {
    /// The segments; none is empty.
    let ranges: [Range<Int64>]
    /// The offset of each segment's start.
    private let offsets: [Int64]
    /// The total number of played frames.
    package let length: Int64

    /// Creates spans from the union of these ranges.
    init(_ ranges: [Range<Int64>]) {
        var joined: [Range<Int64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        var length: Int64 = 0
        offsets = joined.map { range in
            defer { length += range.upperBound - range.lowerBound }
            return length
        }
        self.ranges = joined
        self.length = length
    }

    /// The frame at an offset; past the end, the end of the last segment.
    package func frame(at offset: Int64) -> Int64 {
        guard let index = index(at: offset) else { return ranges.last?.upperBound ?? 0 }
        return ranges[index].lowerBound + max(offset, 0) - offsets[index]
    }

    /// The offset of a frame; between two segments, that of the next one.
    package func offset(of frame: Int64) -> Int64 {
        let next = ranges.partitioningIndex { $0.upperBound > frame }
        return next < ranges.count ? offsets[next] + max(frame - ranges[next].lowerBound, 0) : length
    }

    /// The contiguous frames of the recording from an offset on; nil at the end.
    package func segment(from offset: Int64) -> Range<Int64>? {
        index(at: offset).map { frame(at: offset)..<ranges[$0].upperBound }
    }

    /// The index of the segment with this offset; nil at the end.
    private func index(at offset: Int64) -> Int? {
        guard offset < length else { return nil }
        return max(offsets.partitioningIndex { $0 > offset } - 1, 0)
    }
}
