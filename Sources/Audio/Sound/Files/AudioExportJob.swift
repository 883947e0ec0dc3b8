import Glibc
import MeetingModel

/// One export. [one thread at a time]
struct AudioExportJob {
    let reader: AudioFileReader
    /// The frames to export, within the file.
    let ranges: [Range<Int64>]
    let format: AudioFormat
    /// The output rate, in Hz, which the format supports.
    let sampleRate: Int
    /// The tags; chapters are frames of the source.
    let tags: AudioTags

    /// Writes the export to an empty file; false as soon as `shouldContinue` returns false.
    func write(to file: borrowing SoundFile, while shouldContinue: (Double) -> Bool) throws(AudioError) -> Bool {
        var tags = tags
        tags.chapters = tags.chapters.mapped(to: ranges).map { AudioChapter(frame: converted($0.frame), name: $0.name) }
        let labels = format == .wav ? WAVLabels(tags) : nil
        let frames = ranges.reduce(0) { $0 + Int64($1.count) }
        let output = try SoundFileEncoder(
            file,
            format: format,
            sampleRate: sampleRate,
            bytes: (converted(frames) + 1) * 2 + Int64(labels?.bytes.count ?? 0)
        )
        let source = RangeReader(reader, ranges: ranges)
        let written =
            sampleRate == reader.sampleRate
            ? try copy(source, to: output, while: shouldContinue)
            : try convert(source, to: output, while: shouldContinue)
        guard let written else { return false }
        // Only WAV files may be empty in all programs.
        guard written > 0 || format == .wav else { throw .file(path: reader.path, reason: "no sound in this range") }
        try output.finish()
        if let labels {
            try labels.append(to: file)
        } else {
            try tags.save(in: file, format: format, sampleRate: sampleRate, frames: written)
        }
        return true
    }

    /// Writes the export to a pipe, by way of a temporary file, because the header contains the length.
    func write(to descriptor: Int32, while shouldContinue: (Double) -> Bool) throws(AudioError) -> Bool {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let temporary = folder + "/standup-\(UInt64.random(in: .min ... .max)).\(format.rawValue)"
        let file = try SoundFile(creating: temporary, mode: 0o600)
        // Unlinked, so that the file is deleted when this process ends.
        unlink(temporary)
        guard try write(to: file, while: shouldContinue) else { return false }
        var offset: Int64 = 0
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while shouldContinue(1) {
            let count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
                let count = try file.read(into: UnsafeMutableRawBufferPointer(block), at: offset)
                try send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block)[..<count]), to: descriptor)
                return count
            }
            if count == 0 { return true }
            offset += Int64(count)
        }
        return false
    }

    /// Converts a frame of the source to the output rate.
    private func converted(_ frame: Int64) -> Int64 {
        guard sampleRate != reader.sampleRate else { return frame }
        return Int64((Int128(frame) * Int128(sampleRate) + Int128(reader.sampleRate / 2)) / Int128(reader.sampleRate))
    }

    /// Copies the samples as 16 bits, and returns their number; nil if canceled.
    private func copy(
        _ source: RangeReader,
        to output: SoundFileEncoder,
        while shouldContinue: (Double) -> Bool
    ) throws(AudioError) -> Int64? {
        var block = [Int16](repeating: 0, count: blockFrames)
        var written: Int64 = 0
        while shouldContinue(Double(written) / Double(max(source.frames, 1))) {
            let count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
                let count = try source.read(into: block)
                try output.write(UnsafeBufferPointer(rebasing: block[..<count]))
                return count
            }
            if count == 0 { return written }
            written += Int64(count)
        }
        return nil
    }

    /// Resamples, and returns the number of output frames; nil if canceled.
    private func convert(
        _ source: RangeReader,
        to output: SoundFileEncoder,
        while shouldContinue: (Double) -> Bool
    ) throws(AudioError) -> Int64? {
        let converter = try SampleRateConverter(from: reader.sampleRate, to: sampleRate)
        var input = [Float](repeating: 0, count: blockFrames)
        var block = [Float](repeating: 0, count: blockFrames)
        var (read, written): (Int64, Int64) = (0, 0)
        while shouldContinue(Double(read) / Double(max(source.frames, 1))) {
            let count = try input.withUnsafeMutableBufferPointer { input throws(AudioError) in
                try source.read(into: input)
            }
            read += Int64(count)
            written += try input.withUnsafeBufferPointer { input throws(AudioError) in
                try convert(UnsafeBufferPointer(rebasing: input[..<count]), by: converter, through: &block, to: output)
            }
            if count == 0 { return written }
        }
        return nil
    }

    /// Resamples one block, an empty one at the end, and returns the number of output frames.
    private func convert(
        _ input: UnsafeBufferPointer<Float>,
        by converter: SampleRateConverter,
        through block: inout [Float],
        to output: SoundFileEncoder
    ) throws(AudioError) -> Int64 {
        var rest = input[...]
        var written: Int64 = 0
        while true {
            let progress = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
                let part = UnsafeBufferPointer(rebasing: rest)
                let progress = converter.process(part, into: block, endOfInput: input.isEmpty)
                try output.write(UnsafeBufferPointer(rebasing: block[..<progress.produced]))
                return progress
            }
            rest = rest.dropFirst(progress.consumed)
            written += Int64(progress.produced)
            if progress.produced == 0, rest.isEmpty || progress.consumed == 0 { return written }
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(AudioError) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            let result = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if result >= 0 {
                count += result
            } else if errno != EINTR {
                throw .refused("-", by: errno)
            }
        }
    }
}

private let blockFrames = 1 << 15
