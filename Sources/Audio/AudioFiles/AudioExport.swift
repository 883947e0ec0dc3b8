package import AudioDevices
import Glibc

/// Copies of recordings for the outside world, in memory that does not grow with their length.
package enum AudioExport {
    /// Writes frames of a sound file into a file of its own, one range after the other.
    ///
    /// WAV and FLAC get them sample for sample, as 16 bits, unless another rate is asked for. [any thread]
    ///
    /// - Parameters:
    ///   - source: The recording, or any sound file; more than one channel become their average.
    ///   - ranges: Which frames, in the order wanted; what lies outside the file is left out. nil is all of them.
    ///   - destination: Where it goes; `-` is stdout. The file appears whole or not at all.
    ///   - format: What it becomes.
    ///   - sampleRate: Its rate in Hz; nil is the source's own. What the format cannot hold becomes 48 kHz.
    ///   - tags: What it says of itself. The chapters are frames of the source; those outside the ranges are left out.
    ///   - overwriting: Whether a file that is there already is replaced; otherwise it is an error.
    ///   - goOn: Called from time to time with the part that is done, 0 to 1; false stops, and leaves nothing behind.
    /// - Returns: Whether it was done; false if `goOn` said so.
    /// - Throws: `AudioError.file` if the source cannot be read, `cannotWrite` if the destination cannot be written.
    @discardableResult
    package static func write(
        of source: String,
        ranges: [Range<Int64>]? = nil,
        to destination: String,
        format: AudioFormat,
        sampleRate: Int? = nil,
        tags: AudioTags = AudioTags(),
        overwriting: Bool = false,
        while goOn: (Double) -> Bool = { _ in true }
    ) throws(AudioError) -> Bool {
        let reader = try AudioFileReader(path: source)
        let ranges = ranges?.map { $0.clamped(to: 0..<reader.frames) } ?? [0..<reader.frames]
        let job = AudioExportJob(
            reader: reader,
            ranges: ranges,
            format: format,
            sampleRate: format.sampleRate(for: sampleRate ?? reader.sampleRate),
            tags: tags.cleaned
        )
        guard destination != "-" else { return try job.write(to: STDOUT_FILENO, while: goOn) }
        try check(destination, source: source, overwriting: overwriting)
        return try Replacement.write(to: destination, mode: 0o666, replacing: overwriting) { file throws(AudioError) in
            try job.write(to: file, while: goOn)
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
}
