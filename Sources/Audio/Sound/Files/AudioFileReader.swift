import CSndFile
import CStderrFilter
import Glibc
import MeetingModel

/// Reads any file that libsndfile supports as one stream: the average of its channels, or a `ChannelChoice`.
/// [one thread at a time]
package final class AudioFileReader {
    package let path: String
    /// The sample rate, in Hz.
    package let sampleRate: Int
    /// The number of frames according to the header.
    package let frames: Int64
    /// Whether the file is shorter than its header says; the existing frames can be read.
    package let isTruncated: Bool

    private let handle: OpaquePointer
    package let channels: Int
    var selection = ChannelSelection.average
    private let is16Bit: Bool
    private var scratch: [Float] = []
    private var scratch16: [Int16] = []
    private var fault: String?

    /// Opens a file; the error of a missing, empty, truncated or non-sound file states the reason.
    package init(path: String) throws(AudioError) {
        let file = try SoundFile(reading: path)
        guard try file.size() > 0 else { throw .file(path: path, reason: "it is empty") }
        let lacksEnd = try Self.lacksOggEnd(file)
        var (handle, info) = try Self.open(file)
        isTruncated = info.frames == sf_count_t.max || lacksEnd || Self.isShort(handle)
        if info.frames == sf_count_t.max {
            // A truncated file does not state its length, and cannot be sought in until the length is known.
            let count = Self.count(handle, channels: Int(info.channels))
            sf_close(handle)
            (handle, info) = try Self.open(file)
            info.frames = count
        }
        guard info.samplerate > 0, info.channels > 0, info.frames / sf_count_t(info.samplerate) < Self.longest else {
            sf_close(handle)
            throw .file(path: path, reason: "its header is damaged")
        }
        self.path = path
        self.handle = handle
        sampleRate = Int(info.samplerate)
        frames = max(info.frames, 0)
        channels = Int(info.channels)
        is16Bit = Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16
        if channels > 1 {
            scratch = [Float](repeating: 0, count: 4096 * channels)
            scratch16 = [Int16](repeating: 0, count: 4096 * channels)
        }
    }

    deinit {
        sf_close(handle)
    }

    /// The longest valid duration in seconds, 136 years; more is a damaged header.
    private static let longest: sf_count_t = 1 << 32

    private static func open(_ file: borrowing SoundFile) throws(AudioError) -> (OpaquePointer, SF_INFO) {
        // libsndfile moves the descriptor's position and closes it, so it gets a duplicate.
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .file(path: file.path, reason: systemMessage(errno)) }
        lseek(descriptor, 0, SEEK_SET)
        // mpg123 may print messages about a damaged MP3 file.
        standup_filter_stderr()
        var info = SF_INFO()
        guard let handle = sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_TRUE)) else {
            throw .file(path: file.path, reason: soundFileReason(nil))
        }
        return (handle, info)
    }

    /// Whether libsndfile found fewer bytes than the header says, which only its log reports.
    private static func isShort(_ handle: OpaquePointer) -> Bool {
        var bytes = [CChar](repeating: 0, count: 16_384)
        sf_command(handle, Int32(SFC_GET_LOG_INFO), &bytes, Int32(bytes.count))
        let log = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return log.split(separator: "\n").contains { line in
            // For example "data : 96000 (should be 50000)".
            guard let correction = line.split(separator: "(should be ", maxSplits: 1).last, correction != line else {
                return false
            }
            let said = line.prefix { $0 != "(" }.split(separator: " ").last.flatMap { Int64($0) }
            let found = Int64(correction.prefix(while: \.isNumber))
            guard let said, let found else { return false }
            // Programs that write to a pipe cannot know the length, and store the maximum.
            return found < said && said < 0x7FFF_0000
        }
    }

    /// Whether this is an Ogg file whose last page is not marked as the last one: libsndfile 1.2.2 opens it without a complaint.
    ///
    /// A page has its type in its sixth byte, and at most 65,307 bytes (RFC 3533, section 6).
    private static func lacksOggEnd(_ file: borrowing SoundFile) throws(AudioError) -> Bool {
        let mark = Array("OggS".utf8)
        guard try file.bytes(at: 0, count: 4) == mark else { return false }
        let longest = 2 * 65_307
        let end = try file.bytes(at: max(file.size() - Int64(longest), 0), count: longest)
        let last = end.indices.dropLast(5).last { end[$0...].starts(with: mark) }
        return last.map { end[$0 + 5] & 4 == 0 } ?? true
    }

    /// Counts the frames by reading them.
    private static func count(_ handle: OpaquePointer, channels: Int) -> sf_count_t {
        guard channels > 0 else { return 0 }
        var block = [Int16](repeating: 0, count: 4096 * channels)
        var count: sf_count_t = 0
        while true {
            let got = sf_readf_short(handle, &block, 4096)
            if got <= 0 { return count }
            count += got
        }
    }

    /// Moves to a frame, clamped to the file.
    package func seek(to frame: Int64) throws(AudioError) {
        guard sf_seek(handle, min(max(frame, 0), frames), SEEK_SET) >= 0 else {
            throw .file(path: path, reason: soundFileReason(handle))
        }
        fault = nil
    }

    /// Reads frames of -1 to 1, and returns their number; fewer than requested only at the end or before damage.
    package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        var count = 0
        while count < buffer.count {
            let wanted = buffer.count - count
            let got = channels == 1 ? readMono(start + count, wanted) : readSelection(start + count, wanted)
            if got == 0 { break }
            count += got
        }
        return try checked(count, of: buffer.count)
    }

    /// Reads frames as 16-bit samples, bit for bit if they are those of one channel of a file with 16-bit samples.
    package func read(into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        if is16Bit, channels == 1 {
            return try checked(max(Int(sf_read_short(handle, start, sf_count_t(buffer.count))), 0), of: buffer.count)
        }
        if is16Bit, case .one(let channel) = selection {
            var count = 0
            while count < buffer.count {
                let got = readOne(channel, start + count, buffer.count - count)
                if got == 0 { break }
                count += got
            }
            return try checked(count, of: buffer.count)
        }
        return try withUnsafeTemporaryAllocation(of: Float.self, capacity: buffer.count) {
            samples throws(AudioError) in
            samples.initialize(repeating: 0)
            let count = try read(into: samples)
            return PCM16.encode(UnsafeBufferPointer(rebasing: samples[..<count]), into: buffer)
        }
    }

    /// Reads interleaved samples of all channels, and returns the number of frames.
    func readAllChannels(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        max(Int(sf_readf_float(handle, buffer.baseAddress, sf_count_t(buffer.count / channels))), 0)
    }

    private func readMono(_ start: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
        max(Int(sf_read_float(handle, start, sf_count_t(count))), 0)
    }

    private func readSelection(_ start: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
        let (channels, selection) = (channels, selection)
        let output = UnsafeMutableBufferPointer(start: start, count: count)
        return scratch.withUnsafeMutableBufferPointer { scratch in
            let wanted = min(count, scratch.count / channels)
            let got = readAllChannels(into: UnsafeMutableBufferPointer(rebasing: scratch[..<(wanted * channels)]))
            for frame in 0..<got {
                let samples = UnsafeBufferPointer(rebasing: scratch[(frame * channels)..<((frame + 1) * channels)])
                output[frame] = selection.sample(of: samples)
            }
            return got
        }
    }

    private func readOne(_ channel: Int, _ start: UnsafeMutablePointer<Int16>, _ count: Int) -> Int {
        let wanted = min(count, scratch16.count / channels)
        let got = scratch16.withUnsafeMutableBufferPointer { scratch in
            max(Int(sf_readf_short(handle, scratch.baseAddress, sf_count_t(wanted))), 0)
        }
        for frame in 0..<got { start[frame] = scratch16[frame * channels + channel] }
        return got
    }

    /// Throws a read error, once all frames before it have been returned.
    private func checked(_ count: Int, of wanted: Int) throws(AudioError) -> Int {
        // libsndfile clears its error on the next call.
        if count < wanted, sf_error(handle) != SF_ERR_NO_ERROR { fault = fault ?? soundFileReason(handle) }
        if count == 0, wanted > 0, let fault { throw .file(path: path, reason: fault) }
        return count
    }
}
