import CSndFile
import Glibc
import MeetingModel

/// Encodes mono samples to an open file in any format, through libsndfile. [one thread at a time]
///
/// It uses libsndfile's virtual I/O, because libsndfile does not report a full disk when it closes a compressed file.
final class SoundFileEncoder {
    private let sink: VirtualFile
    private var handle: OpaquePointer?

    /// Writes the header.
    ///
    /// The caller keeps the file open longer than the encoder. `bytes` is the minimum size of the uncompressed file.
    init(_ file: borrowing SoundFile, format: AudioFormat, sampleRate: Int, bytes: Int64) throws(AudioError) {
        guard sampleRate > 0, let rate = Int32(exactly: sampleRate) else {
            throw .cannotWrite(path: file.path, reason: "\(sampleRate) Hz is not a valid sample rate")
        }
        var info = SF_INFO()
        info.samplerate = rate
        info.channels = 1
        info.format = format.soundFileFormat(bytes: bytes)
        sink = VirtualFile(path: file.path, descriptor: file.descriptor)
        var functions = VirtualFile.functions
        handle = sf_open_virtual(&functions, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(sink).toOpaque())
        guard let handle else { throw sink.failure(soundFileReason(nil)) }
        // Resampled peaks can exceed 1, and would wrap around.
        sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
        if format == .mp3 {
            var mode = Int32(SF_BITRATE_MODE_VARIABLE)
            sf_command(handle, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout.size(ofValue: mode)))
        }
    }

    deinit {
        if let handle { sf_close(handle) }
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
        guard let start = samples.baseAddress, !samples.isEmpty else { return }
        try check(sf_write_short(handle, start, sf_count_t(samples.count)), of: samples.count)
    }

    /// Appends samples of -1 to 1.
    func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
        guard let start = samples.baseAddress, !samples.isEmpty else { return }
        try check(sf_write_float(handle, start, sf_count_t(samples.count)), of: samples.count)
    }

    func finish() throws(AudioError) {
        guard let handle else { return }
        self.handle = nil
        let code = sf_close(handle)
        guard code == SF_ERR_NO_ERROR, sink.error == 0 else {
            throw sink.failure(String(cString: sf_error_number(code)))
        }
    }

    private func check(_ count: sf_count_t, of wanted: Int) throws(AudioError) {
        guard count == wanted, sf_error(handle) == SF_ERR_NO_ERROR, sink.error == 0 else {
            throw sink.failure(soundFileReason(handle))
        }
    }
}

/// The virtual file of libsndfile, with its position and the first error.
private final class VirtualFile {
    let path: String
    let descriptor: Int32
    private(set) var error: Int32 = 0
    private var position: Int64 = 0
    private var length: Int64 = 0

    init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// The system's error, or libsndfile's if there is none.
    func failure(_ reason: String) -> AudioError {
        error == 0 ? .cannotWrite(path: path, reason: reason) : .refused(path, by: error)
    }

    static var functions: SF_VIRTUAL_IO {
        SF_VIRTUAL_IO(
            get_filelen: { VirtualFile.of($0).length },
            seek: { VirtualFile.of($2).seek(by: $0, from: $1) },
            read: { VirtualFile.of($2).read($0, $1) },
            write: { VirtualFile.of($2).write($0, $1) },
            tell: { VirtualFile.of($0).position }
        )
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> VirtualFile {
        guard let data else { preconditionFailure("libsndfile hands back what it was given") }
        return Unmanaged<VirtualFile>.fromOpaque(data).takeUnretainedValue()
    }

    private func seek(by offset: sf_count_t, from origin: Int32) -> sf_count_t {
        let start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : length
        position = max(start + offset, 0)
        return position
    }

    private func read(_ bytes: UnsafeMutableRawPointer?, _ count: sf_count_t) -> sf_count_t {
        let got = pread(descriptor, bytes, Int(count), off_t(position))
        position += Int64(max(got, 0))
        return sf_count_t(max(got, 0))
    }

    private func write(_ bytes: UnsafeRawPointer?, _ count: sf_count_t) -> sf_count_t {
        var written = 0
        while let bytes, written < count, error == 0 {
            let result = pwrite(descriptor, bytes + written, Int(count) - written, off_t(position))
            if result >= 0 {
                written += result
                position += Int64(result)
                length = max(length, position)
            } else if errno != EINTR {
                error = errno
            }
        }
        return sf_count_t(written)
    }
}
