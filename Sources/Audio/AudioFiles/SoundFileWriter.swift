import AudioDevices
import CSndFile
import Glibc

/// Writes 16-bit samples of one or two channels to an open file through libsndfile; the header is correct after every write.
///
/// Unchecked because of libsndfile's handle: this value is its only owner, and cannot be copied.
struct SoundFileWriter: ~Copyable, @unchecked Sendable {
    /// The container format, which limits the length.
    enum Container {
        /// 32-bit sizes: up to 4 GB, supported everywhere.
        case wav
        /// 64-bit sizes, which some readers do not support.
        case rf64

        /// WAV, or RF64 if `frames` do not fit.
        init(frames: Int64, channels: Int = 1) {
            self.init(bytes: frames * Int64(2 * channels))
        }

        /// WAV, or RF64 if `bytes` of samples and metadata do not fit.
        init(bytes: Int64) {
            self = bytes + largestHeader <= Int64(UInt32.max) ? .wav : .rf64
        }
    }

    /// The offset of the samples, in bytes.
    let dataOffset: Int64
    /// The number of frames in the file.
    private(set) var frames: Int64 = 0
    /// The number of channels, whose samples alternate.
    let channels: Int
    private let path: String
    private let container: Container
    private let handle: OpaquePointer

    /// Writes the header of an empty recording.
    ///
    /// The caller closes the file.
    init(
        _ file: borrowing OpenFile, sampleRate: Int, channels: Int = 1, container: Container
    ) throws(AudioError) {
        let handle = try Self.open(file, sampleRate: sampleRate, channels: channels, container: container)
        do throws(AudioError) {
            dataOffset = try WAVHeader(of: file).dataOffset
        } catch {
            let reason = soundFileReason(handle)
            sf_close(handle)
            throw .cannotWrite(path: file.path, reason: reason)
        }
        path = file.path
        self.channels = channels
        self.container = container
        self.handle = handle
    }

    /// Continues after the last complete frame of a recording with a correct header.
    ///
    /// Removes what follows the samples. The caller closes the file.
    init(continuing file: borrowing OpenFile, sampleRate: Int) throws(AudioError) {
        let header = try WAVHeader(of: file)
        let channels = header.bytesPerFrame / 2
        guard [2, 4].contains(header.bytesPerFrame) else {
            throw .file(path: file.path, reason: "it is not a recording of standup")
        }
        let frames = header.dataSize / Int64(header.bytesPerFrame)
        let container: Container = header.isRF64 ? .rf64 : .wav
        try file.truncate(to: header.dataOffset + frames * Int64(header.bytesPerFrame))
        let handle = try Self.open(
            file, sampleRate: sampleRate, channels: channels, container: container, mode: SFM_RDWR)
        guard sf_seek(handle, sf_count_t(frames), SEEK_SET | Int32(SFM_WRITE)) == frames else {
            let reason = soundFileReason(handle)
            sf_close(handle)
            throw .cannotWrite(path: file.path, reason: reason)
        }
        dataOffset = header.dataOffset
        self.frames = frames
        self.channels = channels
        path = file.path
        self.container = container
        self.handle = handle
    }

    private static func open(
        _ file: borrowing OpenFile,
        sampleRate: Int,
        channels: Int,
        container: Container,
        mode: Int = SFM_WRITE
    ) throws(AudioError) -> OpaquePointer {
        guard sampleRate > 0, let rate = Int32(exactly: sampleRate) else {
            throw .cannotWrite(path: file.path, reason: "\(sampleRate) Hz is not a valid sample rate")
        }
        // libsndfile moves the descriptor's position and closes it, so it gets a duplicate.
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .cannotWrite(path: file.path, reason: reason(errno)) }
        var info = SF_INFO()
        info.samplerate = rate
        info.channels = Int32(channels)
        info.format = Int32((container == .wav ? SF_FORMAT_WAV : SF_FORMAT_RF64) | SF_FORMAT_PCM_16)
        guard let handle = sf_open_fd(descriptor, Int32(mode), &info, Int32(SF_TRUE)) else {
            throw .cannotWrite(path: file.path, reason: soundFileReason(nil))
        }
        sf_command(handle, Int32(SFC_SET_UPDATE_HEADER_AUTO), nil, Int32(SF_TRUE))
        sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
        return handle
    }

    deinit {
        sf_close(handle)
    }

    /// Appends whole frames, or throws and appends none.
    mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
        guard let start = samples.baseAddress, !samples.isEmpty else { return }
        guard
            container == .rf64
                || Container(frames: frames + Int64(samples.count / channels), channels: channels) == .wav
        else {
            throw .cannotWrite(path: path, reason: "a WAV file holds no more than 4 GB")
        }
        let count = sf_write_short(handle, start, sf_count_t(samples.count))
        guard count == samples.count, sf_error(handle) == SF_ERR_NO_ERROR else {
            let reason = soundFileReason(handle)
            truncate(to: frames)
            throw .cannotWrite(path: path, reason: reason)
        }
        frames += count / Int64(channels)
    }

    /// Truncates the file to `frames`.
    ///
    /// If that fails, the next write overwrites the remaining bytes.
    mutating func truncate(to frames: Int64) {
        self.frames = frames
        var position = sf_count_t(frames)
        sf_command(handle, Int32(SFC_FILE_TRUNCATE), &position, Int32(MemoryLayout.size(ofValue: position)))
        sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    }
}

/// An upper bound for libsndfile's headers, of 104 bytes at most here.
private let largestHeader: Int64 = 4096

/// libsndfile's text for the last error of a file, or of opening if `handle` is nil.
func soundFileReason(_ handle: OpaquePointer?) -> String {
    var text = String(cString: sf_strerror(handle))
    for prefix in ["System error : ", "Error : "] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
    while text.last == "." || text.last == "\n" { text.removeLast() }
    return text
}
