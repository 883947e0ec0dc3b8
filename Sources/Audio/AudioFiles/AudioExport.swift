package import AudioDevices
import Glibc

/// Copies of recordings for the outside world.
package enum AudioExport {
    /// Writes frames of a sound file into a WAV file of its own, sample for sample, one range after the other.
    ///
    /// - Parameters:
    ///   - source: The recording, or any sound file; more than one channel become their average.
    ///   - ranges: Which frames, in the order wanted; what lies outside the file is left out. nil is all of them.
    ///   - destination: Where it goes; `-` is stdout. The file appears whole or not at all.
    ///   - overwriting: Whether a file that is there already is replaced; otherwise it is an error.
    /// - Throws: `AudioError.file` if the source cannot be read, `cannotWrite` if the destination cannot be written.
    package static func writeWAV(
        of source: String,
        ranges: [Range<Int64>]? = nil,
        to destination: String,
        overwriting: Bool = false
    ) throws(AudioError) {
        let reader = try AudioFileReader(path: source)
        let ranges = ranges?.map { $0.clamped(to: 0..<reader.frames) } ?? [0..<reader.frames]
        if destination == "-" {
            try write(reader, ranges, to: STDOUT_FILENO)
        } else {
            try check(destination, source: source, overwriting: overwriting)
            try Replacement.write(to: destination, mode: 0o666) { file throws(AudioError) in
                try copy(reader, ranges, to: file)
            }
        }
    }

    /// Writes to something that is no file, such as a pipe: a WAV's header comes first and needs the length.
    static func write(
        _ reader: AudioFileReader,
        _ ranges: [Range<Int64>],
        to descriptor: Int32
    ) throws(AudioError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let temporary = folder + "/standup-\(UInt64.random(in: .min ... .max)).wav"
        let file = try OpenFile(creating: temporary, mode: 0o600)
        // Without its name it goes away with this process, however that ends.
        unlink(temporary)
        try copy(reader, ranges, to: file)
        var offset: Int64 = 0
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
                let count = try file.read(into: UnsafeMutableRawBufferPointer(block), at: offset)
                try send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block)[..<count]), to: descriptor)
                return count
            }
            if count == 0 { return }
            offset += Int64(count)
        }
    }

    private static func copy(
        _ reader: AudioFileReader,
        _ ranges: [Range<Int64>],
        to file: borrowing OpenFile
    ) throws(AudioError) {
        let frames = ranges.reduce(0) { $0 + Int64($1.count) }
        var output = try SoundFileWriter(file, sampleRate: reader.sampleRate, form: .init(frames: frames))
        var block = [Int16](repeating: 0, count: 1 << 15)
        for range in ranges where !range.isEmpty {
            try reader.seek(to: range.lowerBound)
            var left = range.count
            while left > 0 {
                let count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
                    let part = UnsafeMutableBufferPointer(rebasing: block[..<min(left, block.count)])
                    let count = try reader.read(into: part)
                    try output.write(UnsafeBufferPointer(rebasing: part[..<count]))
                    return count
                }
                // A file that was cut holds less than its header says; what is there is what is wanted.
                if count == 0 { break }
                left -= count
            }
        }
    }

    private static func check(_ destination: String, source: String, overwriting: Bool) throws(AudioError) {
        try Replacement.check(destination)
        var there = stat()
        guard stat(destination, &there) == 0 else { return }
        guard overwriting else { throw .cannotWrite(path: destination, reason: "there is such a file already") }
        var original = stat()
        guard stat(source, &original) != 0 || original.st_ino != there.st_ino || original.st_dev != there.st_dev else {
            throw .cannotWrite(path: destination, reason: "it is the recording itself")
        }
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(AudioError) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            let result = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if result >= 0 {
                count += result
            } else if errno != EINTR {
                throw .cannotWrite(path: "-", reason: reason(errno))
            }
        }
    }
}
