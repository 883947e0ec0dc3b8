/// Reads ranges of a sound file as one stream. [one thread at a time]
final class RangeReader {
    let frames: Int64

    private let file: AudioFileReader
    private var ranges: ArraySlice<Range<Int64>>
    private var isAtStart = false

    /// Creates a reader of ranges within the file.
    init(_ file: AudioFileReader, ranges: [Range<Int64>]) {
        self.file = file
        self.ranges = ranges.filter { !$0.isEmpty }[...]
        frames = ranges.reduce(0) { $0 + Int64($1.count) }
    }

    /// Reads 16-bit samples, and returns their number; fewer than requested at the end of a range, 0 only at the end.
    func read(into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        try read(atMost: buffer.count) { count throws(AudioError) in
            try file.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Reads samples of -1 to 1, and returns their number; fewer than requested at the end of a range, 0 only at the
    /// end.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        try read(atMost: buffer.count) { count throws(AudioError) in
            try file.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private func read(atMost room: Int, _ body: (Int) throws(AudioError) -> Int) throws(AudioError) -> Int {
        while let range = ranges.first {
            if !isAtStart { try file.seek(to: range.lowerBound) }
            isAtStart = true
            let count = try body(min(range.count, room))
            let rest = (range.lowerBound + Int64(count))..<range.upperBound
            // A truncated file ends before its header says; continue with the next range.
            if rest.isEmpty || count == 0 {
                ranges.removeFirst()
                isAtStart = false
            } else {
                ranges[ranges.startIndex] = rest
            }
            if count > 0 { return count }
        }
        return 0
    }
}
