import Glibc
import MeetingModel

/// Exports recordings with constant memory use.
package enum AudioExport {
    /// Copies ranges of a sound file into a new file.
    ///
    /// WAV and FLAC keep the samples of one channel bit for bit, as 16 bits, unless the rate changes. [any thread]
    ///
    /// - Parameters:
    ///   - source: The recording, or any sound file.
    ///   - channels: What to copy of a recording of the room and the call; nil for the average of all channels.
    ///   - ranges: The frames to copy, in this order, clamped to the file; nil for all.
    ///   - destination: The path; `-` is stdout. The file appears complete or not at all.
    ///   - format: The format of the new file.
    ///   - sampleRate: The rate in Hz; nil for the source's. Rates that the format does not support become 48 kHz.
    ///   - tags: The tags. Chapters are frames of the source; those outside the ranges are dropped.
    ///   - overwriting: Whether to replace an existing file; otherwise it is an error.
    ///   - shouldContinue: Called with the progress, 0 to 1; false cancels and leaves no file.
    /// - Returns: Whether the export was completed; false if `shouldContinue` canceled it.
    /// - Throws: `AudioError.file` if the source cannot be read, `cannotWrite` if the destination cannot be written.
    @discardableResult
    package static func write(
        of source: String,
        channels: ChannelChoice? = nil,
        ranges: [Range<Int64>]? = nil,
        to destination: String,
        format: AudioFormat,
        sampleRate: Int? = nil,
        tags: AudioTags = AudioTags(),
        overwriting: Bool = false,
        while shouldContinue: (Double) -> Bool = { _ in true }
    ) throws(AudioError) -> Bool {
        let reader = try AudioFileReader(path: source)
        if let channels { try reader.select(channels) }
        let ranges = ranges?.map { $0.clamped(to: 0..<reader.frames) } ?? [0..<reader.frames]
        let job = AudioExportJob(
            reader: reader,
            ranges: ranges,
            format: format,
            sampleRate: format.sampleRate(for: sampleRate ?? reader.sampleRate),
            tags: tags.cleaned
        )
        guard destination != "-" else { return try job.write(to: STDOUT_FILENO, while: shouldContinue) }
        try check(destination, source: source, overwriting: overwriting)
        return try AtomicFile.write(to: destination, mode: 0o666, replacing: overwriting) { file throws(AudioError) in
            try job.write(to: file, while: shouldContinue)
        }
    }

    private static func check(_ destination: String, source: String, overwriting: Bool) throws(AudioError) {
        try AtomicFile.check(destination, as: AudioError.self)
        guard let there = FileStatus(destination) else { return }
        guard overwriting else { throw .cannotWrite(path: destination, reason: "it already exists", code: EEXIST) }
        guard FileStatus(source)?.identity != there.identity else {
            throw .cannotWrite(path: destination, reason: "it is the recording itself")
        }
    }
}
