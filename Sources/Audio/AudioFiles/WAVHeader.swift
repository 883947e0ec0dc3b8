import AudioDevices

/// What the header of an uncompressed WAV or RF64 file says, and where it says it.
struct WAVHeader {
    /// Frames per second, in Hz.
    private(set) var sampleRate = 0
    /// Bytes per frame.
    private(set) var bytesPerFrame = 0
    /// Where the samples start.
    private(set) var dataOffset: Int64 = 0
    /// How many bytes follow the first eight of the file, as the header says.
    private(set) var riffSize: Int64 = 0
    /// How many bytes of samples there are, as the header says.
    private(set) var dataSize: Int64 = 0
    /// Where the 64-bit sizes of an RF64 file stand.
    private var longSizesOffset: Int64?

    /// Whether its sizes are of 64 bits.
    var isLong: Bool { longSizesOffset != nil }

    /// Reads the header of a file.
    init(of file: borrowing OpenFile) throws(AudioError) {
        let size = try file.size()
        guard size > 0 else { throw .file(path: file.path, reason: "it is empty") }
        var chunk = Chunk(offset: 0)
        try chunk.read(file, bytes: 12)
        guard chunk.id == "RIFF" || chunk.id == "RF64", chunk.tag(at: 8) == "WAVE" else {
            throw .file(path: file.path, reason: "it is no WAV file")
        }
        let isLong = chunk.id == "RF64"
        riffSize = chunk.size
        chunk = Chunk(offset: 12)
        for _ in 0..<1000 {
            try chunk.read(file, bytes: 8)
            switch chunk.id {
            case "ds64":
                guard chunk.size >= 28 else { throw .file(path: file.path, reason: "its header is damaged") }
                try chunk.read(file, bytes: 36)
                longSizesOffset = chunk.offset + 8
            case "fmt ":
                guard chunk.size >= 16 else { throw .file(path: file.path, reason: "its header is damaged") }
                try chunk.read(file, bytes: 24)
                sampleRate = Int(chunk.number32(at: 12))
                bytesPerFrame = Int(chunk.number16(at: 20))
                guard [1, 3, 0xFFFE].contains(chunk.number16(at: 8)), sampleRate > 0, bytesPerFrame > 0 else {
                    throw .file(path: file.path, reason: "its samples are not plain PCM")
                }
            case "data":
                guard bytesPerFrame > 0, isLong == (longSizesOffset != nil) else {
                    throw .file(path: file.path, reason: "its header is damaged")
                }
                dataOffset = chunk.offset + 8
                dataSize = chunk.size
                try readLongSizes(file)
                return
            default: break
            }
            chunk = Chunk(offset: chunk.end)
        }
        throw .file(path: file.path, reason: "its header is damaged")
    }

    /// The frames that a file of this many bytes holds.
    func frames(inFileOf fileSize: Int64) -> Int64 {
        max(fileSize - dataOffset, 0) / Int64(bytesPerFrame)
    }

    /// Whether the sizes say what the file holds; chunks may follow the samples.
    func isTrue(of file: borrowing OpenFile) throws(AudioError) -> Bool {
        let fileSize = try file.size()
        let whole = frames(inFileOf: fileSize) * Int64(bytesPerFrame)
        if dataSize == whole, riffSize == dataOffset + whole - 8 { return true }
        guard riffSize == fileSize - 8, dataSize <= fileSize, dataSize % Int64(bytesPerFrame) == 0 else { return false }
        var chunk = Chunk(offset: dataOffset + dataSize + dataSize % 2)
        while chunk.offset + 8 <= fileSize {
            try chunk.read(file, bytes: 8)
            guard chunk.id.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
            chunk = Chunk(offset: chunk.end)
        }
        return chunk.offset == fileSize
    }

    /// Writes sizes that fit the file's length, and nothing else.
    func mend(_ file: borrowing OpenFile) throws(AudioError) {
        let frames = frames(inFileOf: try file.size())
        let dataSize = frames * Int64(bytesPerFrame)
        let riffSize = dataOffset + dataSize - 8
        if let longSizesOffset {
            try write([riffSize, dataSize, frames].map(UInt64.init(clamping:)), to: file, at: longSizesOffset)
            try write([UInt32.max], to: file, at: dataOffset - 4)
            try write([UInt32.max], to: file, at: 4)
        } else {
            // Beyond 4 GB the largest number is the one that makes readers go on to the file's end.
            try write([UInt32(clamping: dataSize)], to: file, at: dataOffset - 4)
            try write([UInt32(clamping: riffSize)], to: file, at: 4)
        }
    }

    /// Writes that the whole file has this many bytes, chunks behind the samples included.
    func setSize(ofFile fileSize: Int64, in file: borrowing OpenFile) throws(AudioError) {
        if let longSizesOffset {
            try write([UInt64(clamping: fileSize - 8)], to: file, at: longSizesOffset)
        } else {
            try write([UInt32(clamping: fileSize - 8)], to: file, at: 4)
        }
    }

    private mutating func readLongSizes(_ file: borrowing OpenFile) throws(AudioError) {
        guard let longSizesOffset else { return }
        var sizes = Chunk(offset: longSizesOffset)
        try sizes.read(file, bytes: 16)
        if riffSize == Int64(UInt32.max) { riffSize = Int64(clamping: sizes.number64(at: 0)) }
        if dataSize == Int64(UInt32.max) { dataSize = Int64(clamping: sizes.number64(at: 8)) }
    }

    private func write<Number: FixedWidthInteger>(
        _ numbers: [Number],
        to file: borrowing OpenFile,
        at offset: Int64
    ) throws(AudioError) {
        let bytes = numbers.flatMap { number in
            (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        try bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
            try file.write(UnsafeRawBufferPointer(bytes), at: offset)
        }
    }
}

/// A piece of a RIFF file: four letters, a size, and so many bytes.
private struct Chunk {
    let offset: Int64
    private var bytes: [UInt8] = []

    init(offset: Int64) {
        self.offset = offset
    }

    /// Its four letters.
    var id: String { tag(at: 0) }

    /// How many bytes follow its first eight.
    var size: Int64 { Int64(number32(at: 4)) }

    /// Where the next one starts, which is at an even offset.
    var end: Int64 { offset + 8 + size + size % 2 }

    /// Reads its first bytes, its letters and its size included.
    mutating func read(_ file: borrowing OpenFile, bytes count: Int) throws(AudioError) {
        bytes = [UInt8](repeating: 0, count: count)
        let offset = offset
        let got = try bytes.withUnsafeMutableBufferPointer { bytes throws(AudioError) in
            try file.read(into: UnsafeMutableRawBufferPointer(bytes), at: offset)
        }
        let start = bytes.prefix(min(got, 4))
        if offset == 0, got < count, !"RIFF".utf8.starts(with: start), !"RF64".utf8.starts(with: start) {
            throw .file(path: file.path, reason: "it is no WAV file")
        }
        guard got == count else { throw .file(path: file.path, reason: "it ends inside its header") }
    }

    func tag(at index: Int) -> String {
        String(decoding: bytes[index..<index + 4], as: UTF8.self)
    }

    func number16(at index: Int) -> UInt16 { number(at: index) }
    func number32(at index: Int) -> UInt32 { number(at: index) }
    func number64(at index: Int) -> UInt64 { number(at: index) }

    private func number<Number: FixedWidthInteger>(at index: Int) -> Number {
        bytes[index..<index + Number.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
