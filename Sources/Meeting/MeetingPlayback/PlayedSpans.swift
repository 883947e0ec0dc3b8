/// The stretches of a recording that are played, in order and apart, as if they were one.
///
/// A frame is a frame of the recording; an offset is how many frames are played before it.
package struct PlayedSpans: Hashable, Sendable {
    /// The stretches; none is empty.
    package let ranges: [Range<Int64>]
    /// The offset at which each begins.
    private let offsets: [Int64]
    /// How many frames are played in all.
    package let length: Int64

    /// The stretches that these cover together.
    package init(_ ranges: [Range<Int64>]) {
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

    /// Where the frame at an offset is; the end of the last stretch for what is behind.
    package func frame(at offset: Int64) -> Int64 {
        guard let index = index(at: offset) else { return ranges.last?.upperBound ?? 0 }
        return ranges[index].lowerBound + max(offset, 0) - offsets[index]
    }

    /// The offset of a frame; between two stretches, that of the next one.
    package func offset(of frame: Int64) -> Int64 {
        // The first stretch that ends behind it.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound > frame { high = middle } else { low = middle + 1 }
        }
        return low < ranges.count ? offsets[low] + max(frame - ranges[low].lowerBound, 0) : length
    }

    /// The frames from an offset on that are together in the recording; nil at the end.
    package func stretch(from offset: Int64) -> Range<Int64>? {
        index(at: offset).map { frame(at: offset)..<ranges[$0].upperBound }
    }

    /// The stretch that an offset is in; nil at the end.
    private func index(at offset: Int64) -> Int? {
        guard offset < length else { return nil }
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] > offset { high = middle } else { low = middle + 1 }
        }
        return max(low - 1, 0)
    }
}
