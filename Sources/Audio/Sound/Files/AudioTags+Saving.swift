import CTags
import Glibc
import MeetingModel

extension AudioTags {
    /// Writes the tags into a complete compressed file, through TagLib.
    ///
    /// FLAC, Vorbis and Opus use comments, with `CHAPTER001=00:00:12.500` and `CHAPTER001NAME` for chapters, up to 999;
    /// MP3 uses ID3v2 with `CHAP` and `CTOC` frames.
    func save(
        in file: borrowing SoundFile,
        format: AudioFormat,
        sampleRate: Int,
        frames: Int64
    ) throws(AudioError) {
        guard !isEmpty, let kind = format.tagKind else { return }
        let list = standup_tags_create()
        defer { standup_tags_destroy(list) }
        if !title.isEmpty { standup_tags_add(list, "TITLE", title) }
        // Most programs show only the first of several ID3v2 artists.
        for artist in format == .mp3 && artists.count > 1 ? [artists.joined(separator: ", ")] : artists {
            standup_tags_add(list, "ARTIST", artist)
        }
        if !comment.isEmpty { standup_tags_add(list, "COMMENT", comment) }
        if !date.isEmpty { standup_tags_add(list, "DATE", date) }
        let starts = chapters.map { UInt64(max($0.frame, 0)) * 1000 / UInt64(sampleRate) }
        let ends = starts.dropFirst() + [UInt64(max(frames, 0)) * 1000 / UInt64(sampleRate)]
        for (index, chapter) in chapters.enumerated() {
            if format == .mp3 {
                let start = UInt32(clamping: starts[index])
                let end = UInt32(clamping: max(ends[ends.startIndex + index], starts[index]))
                standup_tags_add_chapter(list, start, end, chapter.name)
            } else if index < 999 {
                let key = "CHAPTER" + digits(UInt64(index + 1), 3)
                standup_tags_add(list, key, clock(starts[index]))
                standup_tags_add(list, key + "NAME", chapter.name)
            }
        }
        let code = standup_tags_save(list, file.descriptor, kind)
        guard code == 0 else {
            guard code < 1 else { throw .refused(file.path, by: code) }
            let problem =
                code == STANDUP_TAGS_MISSING
                ? "TagLib is missing: install the package libtag1-dev" : "its tags cannot be written"
            throw .cannotWrite(path: file.path, reason: problem)
        }
    }

    private func clock(_ milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
        return clock + "." + digits(milliseconds % 1000, 3)
    }

    private func digits(_ number: UInt64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}

extension AudioFormat {
    fileprivate var tagKind: standup_tag_kind? {
        switch self {
        case .wav: nil
        case .flac: STANDUP_TAGS_FLAC
        case .ogg: STANDUP_TAGS_VORBIS
        case .opus: STANDUP_TAGS_OPUS
        case .mp3: STANDUP_TAGS_MP3
        }
    }
}
