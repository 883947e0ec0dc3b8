import MeetingModel

/// The header of an uncompressed WAV or RF64 file.
///
/// A recording's has 80 bytes: `RIFF`, a `JUNK` chunk with room for 64-bit sizes, `fmt ` and `data`. A file that grows
/// beyond `largestWAV` becomes RF64: `RIFF` becomes `RF64`, and `JUNK` becomes `ds64`.
struct WAVHeader: Sendable {
    /// The size in bytes up to which a recording remains a WAV file: 4 GB, less a page for metadata.
    static let largestWAV = Int64(UInt32.max) - 4096

    /// The sample rate, in Hz.
    private(set) var sampleRate = 0
    private(set) var channels = 0
    private(set) var bitsPerSample = 0
    private(set) var bytesPerFrame = 0
    /// The offset of the samples, in bytes.
    private(set) var dataOffset: Int64 = 0
    /// The size of the RIFF chunk, in bytes: the file without its first eight.
    private(set) var riffSize: Int64 = 0
    /// The size of the data chunk, in bytes.
    private(set) var dataSize: Int64 = 0
    private(set) var isRF64 = false
    /// The offset of the 64-bit sizes of an RF64 file, or of the room for them.
    private var sizes64Offset: Int64?

    /// Writes the header of an empty recording.
    init(creating file: borrowing SoundFile, sampleRate: Int, channels: Int) throws(AudioError) {
        let (bytesPerSecond, isHuge) = sampleRate.multipliedReportingOverflow(by: 2 * channels)
        guard sampleRate > 0, !isHuge, let bytesPerSecond = UInt32(exactly: bytesPerSecond) else {
            throw .cannotWrite(path: file.path, reason: "\(sampleRate) Hz is not a valid sample rate")
        }
        let room = Array("JUNK".utf8) + little(UInt32(28)) + [UInt8](repeating: 0, count: 28)
        let format =
            Array("fmt ".utf8) + little(UInt32(16)) + little(UInt16(1)) + little(UInt16(channels))
            + little(UInt32(sampleRate)) + little(bytesPerSecond) + little(UInt16(2 * channels)) + little(UInt16(16))
        let content = Array("WAVE".utf8) + room + format + Array("data".utf8) + little(UInt32(0))
        try write(Array("RIFF".utf8) + little(UInt32(content.count)) + content, to: file, at: 0)
        try self.init(of: file)
    }

    init(of file: borrowing SoundFile) throws(AudioError) {
        let size = try file.size()
        guard size > 0 else { throw .file(path: file.path, reason: "it is empty") }
        var chunk = Chunk(offset: 0)
        try chunk.read(file, bytes: 12)
        guard chunk.id == "RIFF" || chunk.id == "RF64", chunk.tag(at: 8) == "WAVE" else {
            throw .file(path: file.path, reason: "it is not a WAV file")
        }
        isRF64 = chunk.id == "RF64"
        riffSize = chunk.size
        chunk = Chunk(offset: 12)
        for _ in 0..<1000 {
            try chunk.read(file, bytes: 8)
            switch chunk.id {
            case "ds64" where isRF64:
                guard chunk.size >= 28 else { throw .file(path: file.path, reason: "its header is damaged") }
                try chunk.read(file, bytes: 36)
                sizes64Offset = chunk.offset + 8
            case "JUNK" where !isRF64 && chunk.offset == 12 && chunk.size == 28:
                sizes64Offset = chunk.offset + 8
            case "fmt ":
                guard chunk.size >= 16 else { throw .file(path: file.path, reason: "its header is damaged") }
                try chunk.read(file, bytes: 24)
                channels = Int(chunk.number16(at: 10))
                sampleRate = Int(chunk.number32(at: 12))
                bitsPerSample = Int(chunk.number16(at: 22))
                bytesPerFrame = Int(chunk.number16(at: 20))
                guard [1, 3, 0xFFFE].contains(chunk.number16(at: 8)), sampleRate > 0, bytesPerFrame > 0 else {
                    throw .file(path: file.path, reason: "its samples are not uncompressed PCM")
                }
            case "data":
                guard bytesPerFrame > 0, !isRF64 || sizes64Offset != nil else {
                    throw .file(path: file.path, reason: "its header is damaged")
                }
                dataOffset = chunk.offset + 8
                dataSize = chunk.size
                try readSizes64(file)
                return
            default: break
            }
            chunk = Chunk(offset: chunk.end)
        }
        throw .file(path: file.path, reason: "its header is damaged")
    }

    /// The number of complete frames in a file of this many bytes.
    func frames(inFileOf fileSize: Int64) -> Int64 {
        max(fileSize - dataOffset, 0) / Int64(bytesPerFrame)
    }

    /// Whether the sizes agree with the file's length; chunks may follow the samples.
    func matches(_ file: borrowing SoundFile) throws(AudioError) -> Bool {
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

    /// The offset after this many frames, in bytes.
    func end(ofFrames frames: Int64) -> Int64 {
        dataOffset + frames * Int64(bytesPerFrame)
    }

    /// Whether a file of this many frames is valid, as WAV or RF64.
    func hasRoom(forFrames frames: Int64, largestWAV: Int64 = Self.largestWAV) -> Bool {
        sizes64Offset != nil || end(ofFrames: frames) <= largestWAV
    }

    /// Corrects the sizes in the header from the file's length, and changes nothing else.
    mutating func repair(_ file: borrowing SoundFile) throws(AudioError) {
        try setFrames(frames(inFileOf: try file.size()), in: file)
    }

    /// Sets the sizes of a file that ends with its samples.
    ///
    /// A file of more than `largestWAV` bytes becomes RF64, and stays it, if the header has room for 64-bit sizes.
    /// `repair(_:)` corrects the header after a crash between two of the writes.
    mutating func setFrames(
        _ frames: Int64, in file: borrowing SoundFile, largestWAV: Int64 = Self.largestWAV
    ) throws(AudioError) {
        dataSize = frames * Int64(bytesPerFrame)
        riffSize = dataOffset + dataSize - 8
        guard let sizes64Offset, isRF64 || riffSize + 8 > largestWAV else {
            // Above 4 GB the maximum makes readers continue to the end of the file.
            try write(little(UInt32(clamping: dataSize)), to: file, at: dataOffset - 4)
            try write(little(UInt32(clamping: riffSize)), to: file, at: 4)
            return
        }
        let sizes = [riffSize, dataSize, frames].flatMap { little(UInt64(clamping: $0)) }
        if isRF64 {
            try write(sizes, to: file, at: sizes64Offset)
        } else {
            let start = Array("RF64".utf8) + little(UInt32.max) + Array("WAVEds64".utf8) + little(UInt32(28))
            try write(start + sizes + little(UInt32(0)), to: file, at: 0)
            isRF64 = true
        }
        try write(little(UInt32.max), to: file, at: dataOffset - 4)
        try write(little(UInt32.max), to: file, at: 4)
    }

    /// Sets the size of the whole file, including chunks after the samples.
    func setSize(ofFile fileSize: Int64, in file: borrowing SoundFile) throws(AudioError) {
        if let sizes64Offset, isRF64 {
            try write(little(UInt64(clamping: fileSize - 8)), to: file, at: sizes64Offset)
        } else {
            try write(little(UInt32(clamping: fileSize - 8)), to: file, at: 4)
        }
    }

    /// The 64-bit sizes of an RF64 file with this many frames, and where they are; nil for a WAV file.
    func sizes64(frames: Int64) -> (offset: Int, bytes: [UInt8])? {
        guard isRF64, let sizes64Offset else { return nil }
        let size = frames * Int64(bytesPerFrame)
        return (Int(sizes64Offset), [dataOffset + size - 8, size, frames].flatMap { little(UInt64(clamping: $0)) })
    }

    private mutating func readSizes64(_ file: borrowing SoundFile) throws(AudioError) {
        guard let sizes64Offset, isRF64 else { return }
        var sizes = Chunk(offset: sizes64Offset)
        try sizes.read(file, bytes: 16)
        if riffSize == Int64(UInt32.max) { riffSize = Int64(clamping: sizes.number64(at: 0)) }
        if dataSize == Int64(UInt32.max) { dataSize = Int64(clamping: sizes.number64(at: 8)) }
    }
}

private func write(_ bytes: [UInt8], to file: borrowing SoundFile, at offset: Int64) throws(AudioError) {
    try bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
        try file.write(UnsafeRawBufferPointer(bytes), at: offset)
    }
}

/// The bytes of a number, the lowest first.
func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

/// A RIFF chunk: an identifier of four letters, a size, and the content.
private struct Chunk {
    let offset: Int64
    private var bytes: [UInt8] = []

    init(offset: Int64) {
        self.offset = offset
    }

    var id: String { tag(at: 0) }

    /// The size of the content, in bytes.
    var size: Int64 { Int64(number32(at: 4)) }

    /// The offset of the next chunk, which is even.
    var end: Int64 { offset + 8 + size + size % 2 }

    /// Reads the first bytes, including identifier and size.
    mutating func read(_ file: borrowing SoundFile, bytes count: Int) throws(AudioError) {
        bytes = [UInt8](repeating: 0, count: count)
        let offset = offset
        let got = try bytes.withUnsafeMutableBufferPointer { bytes throws(AudioError) in
            try file.read(into: UnsafeMutableRawBufferPointer(bytes), at: offset)
        }
        let start = bytes.prefix(min(got, 4))
        if offset == 0, got < count, !"RIFF".utf8.starts(with: start), !"RF64".utf8.starts(with: start) {
            throw .file(path: file.path, reason: "it is not a WAV file")
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
