#if Web
import MeetingHistory
import MeetingModel
import Sound
import Synchronization
import Web

/// The recordings as browsers get them. [any thread; waits for the disk]
final class RecordingFiles: Sendable {
    private let folder: DataFolder
    private let cache: AudioExportCache
    /// The length of a growing recording that each browser reads.
    private let lengths = Mutex<[Reading: Int64]>([:])

    private struct Reading: Hashable {
        let meeting: Meeting.ID
        let cookie: SecretDigest
    }

    init(folder: DataFolder, cache: AudioExportCache) {
        self.folder = folder
        self.cache = cache
    }

    /// A meeting's recording in a format; nil if `make` has to make it first.
    ///
    /// `range` and `ifRange` are headers of the request.
    func recording(
        of meeting: Meeting, as format: RecordingFormat, for visitor: Visitor, range: String?, ifRange: String?
    ) throws -> ServedBytes? {
        let path = try path(of: meeting)
        if meeting.state == .live {
            guard format == .wav else { throw Refusal(404, "a meeting that is being recorded has only recording.wav") }
            return try growing(path, meeting.id, visitor, range: range, ifRange: ifRange)
        }
        guard let audio = format.made else {
            return ServedBytes(try ReadableFile(path: path), mediaType: format.mediaType)
        }
        return try cache.madeFile(of: meeting.id, recording: path, as: audio)
            .map { ServedBytes($0, mediaType: format.mediaType) }
    }

    /// A meeting's recording in a format that is made from it, which takes seconds.
    func make(_ meeting: Meeting, as format: RecordingFormat) throws -> ServedBytes {
        guard let audio = format.made else { throw Refusal(404, "the meeting has no such recording") }
        let tags = AudioTags(title: DisplayText(meeting.title).description, date: LocalTime(meeting.startedAt).date)
        let made = try cache.file(of: meeting.id, recording: path(of: meeting), as: audio, tags: tags)
        return ServedBytes(made, mediaType: format.mediaType)
    }

    private func path(of meeting: Meeting) throws -> String {
        guard let recording = meeting.recording else { throw Refusal(404, "the meeting has no recording") }
        return try folder.recordingPath(recording.fileName)
    }

    /// A recording that may be growing: complete at the length that the browser began to read.
    ///
    /// A browser reads a file in parts and expects it to stay the same, so that only a request for its start gets the
    /// present length.
    private func growing(
        _ path: String, _ meeting: Meeting.ID, _ visitor: Visitor, range: String?, ifRange: String?
    ) throws -> ServedBytes {
        let reading = Reading(meeting: meeting, cookie: visitor.cookie)
        let startsAnew = range.map { $0.lowercased().hasPrefix("bytes=0-") } ?? true
        let asked = ifRange.flatMap { Self.frames(ofTag: $0, meeting) }
        let length = asked ?? (startsAnew ? nil : lengths.withLock { $0[reading] })
        let snapshot = try RecordingSnapshot(path: path, frames: length)
        lengths.withLock { lengths in
            if lengths.count >= 1000 { lengths.removeAll() }
            lengths[reading] = snapshot.frames
        }
        return ServedBytes(
            size: snapshot.size, tag: Self.tag(meeting, frames: snapshot.frames),
            mediaType: RecordingFormat.wav.mediaType
        ) { bytes, offset in try snapshot.read(into: bytes, at: offset) }
    }

    private static func tag(_ meeting: Meeting.ID, frames: Int64) -> String {
        "\"\(meeting.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })-\(frames)\""
    }

    private static func frames(ofTag tag: String, _ meeting: Meeting.ID) -> Int64? {
        guard tag.hasSuffix("\""), let dash = tag.lastIndex(of: "-"),
            let frames = Int64(tag[tag.index(after: dash)...].dropLast()), frames >= 0,
            tag == self.tag(meeting, frames: frames)
        else { return nil }
        return frames
    }
}

extension RecordingFormat {
    /// The format in which a recording is made; nil for the recording as it is.
    fileprivate var made: AudioFormat? {
        guard let audio = AudioFormat(rawValue: rawValue), audio != .wav else { return nil }
        return audio
    }
}
#endif
