import AudioDevices

/// Reads ranges of a sound file one after the other, as one stream. [one thread at a time]
final class RangeReader {
    /// How many frames the ranges hold.
    let frames: Int64

    private let file: AudioFileReader
    private var ranges: ArraySlice<Range<Int64>>
    private var isAtStart = false

    /// A reader of ranges that lie inside the file.
    init(_ file: AudioFileReader, ranges: [Range<Int64>]) {
        self.file = file
        self.ranges = ranges.filter { !$0.isEmpty }[...]
        frames = ranges.reduce(0) { $0 + Int64($1.count) }
    }

    /// Reads 16-bit samples and returns how many, fewer than fit at a range's end, 0 only at the last one's.
    func read(into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        try read(atMost: buffer.count) { count throws(AudioError) in
            try file.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Reads samples of -1 to 1 and returns how many, fewer than fit at a range's end, 0 only at the last one's.
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
            // A file that was cut holds less than its header says; what is there is what is wanted.
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
