import CSndFile
import MeetingModel

/// Appends 16-bit samples of one or two channels to an open WAV file, whose header is correct after every write.
///
/// Near 4 GB, the limit of WAV's 32-bit sizes, the file becomes RF64: see `WAVHeader.setFrames(_:in:largestWAV:)`.
/// libsndfile can do this too, but only with an extensible format chunk, which some programs refuse.
struct SoundFileWriter: Sendable {
    private(set) var frames: Int64
    /// The number of channels, whose samples alternate.
    var channels: Int { header.channels }
    /// The offset of the samples, in bytes.
    var dataOffset: Int64 { header.dataOffset }
    private var header: WAVHeader
    private let largestWAV: Int64

    /// Writes the header of an empty recording.
    init(
        _ file: borrowing SoundFile,
        sampleRate: Int,
        channels: Int = 1,
        largestWAV: Int64 = WAVHeader.largestWAV
    ) throws(AudioError) {
        header = try WAVHeader(creating: file, sampleRate: sampleRate, channels: channels)
        frames = 0
        self.largestWAV = largestWAV
        try header.setFrames(0, in: file, largestWAV: largestWAV)
    }

    /// Continues after the last complete frame of a recording with a correct header.
    ///
    /// Removes what follows the samples.
    init(continuing file: borrowing SoundFile, largestWAV: Int64 = WAVHeader.largestWAV) throws(AudioError) {
        header = try WAVHeader(of: file)
        guard header.bitsPerSample == 16, 1...2 ~= header.channels, header.bytesPerFrame == 2 * header.channels else {
            throw .file(path: file.path, reason: "it is not a recording of standup")
        }
        frames = header.dataSize / Int64(header.bytesPerFrame)
        self.largestWAV = largestWAV
        try file.truncate(to: header.end(ofFrames: frames))
        try header.setFrames(frames, in: file, largestWAV: largestWAV)
    }

    /// Appends whole frames, or throws and appends none.
    mutating func write(_ samples: UnsafeBufferPointer<Int16>, to file: borrowing SoundFile) throws(AudioError) {
        let longer = frames + Int64(samples.count / channels)
        guard longer > frames else { return }
        guard header.hasRoom(forFrames: longer, largestWAV: largestWAV) else {
            throw .cannotWrite(path: file.path, reason: "a WAV file holds no more than 4 GB")
        }
        do throws(AudioError) {
            try file.write(UnsafeRawBufferPointer(samples), at: header.end(ofFrames: frames))
            try header.setFrames(longer, in: file, largestWAV: largestWAV)
        } catch {
            truncate(to: frames, in: file)
            throw error
        }
        frames = longer
    }

    /// If that fails, the next write overwrites the remaining bytes.
    mutating func truncate(to frames: Int64, in file: borrowing SoundFile) {
        self.frames = frames
        try? file.truncate(to: header.end(ofFrames: frames))
        try? header.setFrames(frames, in: file, largestWAV: largestWAV)
    }
}

/// libsndfile's text for the last error of a file, or of opening if `handle` is nil.
func soundFileReason(_ handle: OpaquePointer?) -> String {
    var text = String(cString: sf_strerror(handle))
    for prefix in ["System error : ", "Error : "] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
    while text.last == "." || text.last == "\n" { text.removeLast() }
    return text
}
