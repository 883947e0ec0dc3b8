import AudioDevices
import CSndFile
import Glibc

/// Writes mono 16-bit samples to an open file through libsndfile, with a header that is right after every write.
///
/// Unchecked only for libsndfile's handle: nobody else has it, and this value cannot be copied.
struct SoundFileWriter: ~Copyable, @unchecked Sendable {
    /// The two ways of saying how long a file is.
    enum Form {
        /// Sizes of 32 bits: up to 4 GB, read by everything.
        case wav
        /// Sizes of 64 bits, which some readers refuse.
        case rf64

        /// WAV, unless so many frames do not fit into one.
        init(frames: Int64) {
            self.init(bytes: frames * 2)
        }

        /// WAV, unless so many bytes of samples, and what follows them, do not fit into one.
        init(bytes: Int64) {
            self = bytes + largestHeader <= Int64(UInt32.max) ? .wav : .rf64
        }
    }

    /// Where the samples start, in bytes.
    let dataOffset: Int64
    /// How many frames are in the file.
    private(set) var frames: Int64 = 0
    private let path: String
    private let form: Form
    private let handle: OpaquePointer

    /// Writes the header of an empty recording.
    ///
    /// The file stays the caller's to close.
    init(_ file: borrowing OpenFile, sampleRate: Int, form: Form) throws(AudioError) {
        let handle = try Self.open(file, sampleRate: sampleRate, form: form)
        do throws(AudioError) {
            dataOffset = try WAVHeader(of: file).dataOffset
        } catch {
            let reason = soundFileReason(handle)
            sf_close(handle)
            throw .cannotWrite(path: file.path, reason: reason)
        }
        path = file.path
        self.form = form
        self.handle = handle
    }

    /// Goes on behind the last whole frame of a file that such a writer has begun, whose header is right.
    ///
    /// What follows its samples is cut off. The file stays the caller's to close.
    init(continuing file: borrowing OpenFile, sampleRate: Int) throws(AudioError) {
        let header = try WAVHeader(of: file)
        guard header.bytesPerFrame == 2 else {
            throw .file(path: file.path, reason: "it is no recording of ours")
        }
        let frames = header.dataSize / 2
        let form: Form = header.isLong ? .rf64 : .wav
        try file.truncate(to: header.dataOffset + frames * 2)
        let handle = try Self.open(file, sampleRate: sampleRate, form: form, mode: SFM_RDWR)
        guard sf_seek(handle, sf_count_t(frames), SEEK_SET | Int32(SFM_WRITE)) == frames else {
            let reason = soundFileReason(handle)
            sf_close(handle)
            throw .cannotWrite(path: file.path, reason: reason)
        }
        dataOffset = header.dataOffset
        self.frames = frames
        path = file.path
        self.form = form
        self.handle = handle
    }

    private static func open(
        _ file: borrowing OpenFile,
        sampleRate: Int,
        form: Form,
        mode: Int = SFM_WRITE
    ) throws(AudioError) -> OpaquePointer {
        guard sampleRate > 0, let rate = Int32(exactly: sampleRate) else {
            throw .cannotWrite(path: file.path, reason: "\(sampleRate) Hz is no sample rate")
        }
        // libsndfile moves its descriptor's position and closes it, so it gets one of its own.
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .cannotWrite(path: file.path, reason: reason(errno)) }
        var info = SF_INFO()
        info.samplerate = rate
        info.channels = 1
        info.format = Int32((form == .wav ? SF_FORMAT_WAV : SF_FORMAT_RF64) | SF_FORMAT_PCM_16)
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

    /// Adds samples at the end: all of them, or none and an error.
    mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
        guard let start = samples.baseAddress, !samples.isEmpty else { return }
        guard form == .rf64 || Form(frames: frames + Int64(samples.count)) == .wav else {
            throw .cannotWrite(path: path, reason: "a WAV file holds no more than 4 GB")
        }
        let count = sf_write_short(handle, start, sf_count_t(samples.count))
        guard count == samples.count, sf_error(handle) == SF_ERR_NO_ERROR else {
            let reason = soundFileReason(handle)
            cut(to: frames)
            throw .cannotWrite(path: path, reason: reason)
        }
        frames += count
    }

    /// Makes the file end after the first so many frames.
    ///
    /// If that fails it leaves bytes that the next write covers.
    mutating func cut(to frames: Int64) {
        self.frames = frames
        var position = sf_count_t(frames)
        sf_command(handle, Int32(SFC_FILE_TRUNCATE), &position, Int32(MemoryLayout.size(ofValue: position)))
        sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
    }
}

/// The longest header that libsndfile writes here is 104 bytes; the rest is room to spare.
private let largestHeader: Int64 = 4096

/// What libsndfile says of a file's last error, or of an opening that failed.
func soundFileReason(_ handle: OpaquePointer?) -> String {
    var text = String(cString: sf_strerror(handle))
    for prefix in ["System error : ", "Error : "] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
    while text.last == "." || text.last == "\n" { text.removeLast() }
    return text
}
