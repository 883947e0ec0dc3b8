/// The metadata of a sound file, independent of its format.
///
/// Control characters in texts become spaces.
package struct AudioTags: Hashable, Sendable {
    /// The title; empty for none.
    package var title: String
    /// The recording date in ISO 8601, such as `2026-02-03`, or with the time; empty for none.
    package var date: String
    /// The artists: the speakers of the recording.
    var artists: [String]
    /// A comment; empty for none.
    package var comment: String
    var chapters: [AudioChapter]

    package init(
        title: String = "", date: String = "", artists: [String] = [], comment: String = "",
        chapters: [AudioChapter] = []
    ) {
        self.title = title
        self.date = date
        self.artists = artists
        self.comment = comment
        self.chapters = chapters
    }

    /// The tags without control characters.
    var cleaned: AudioTags {
        AudioTags(
            title: withoutControls(title),
            date: withoutControls(date),
            artists: artists.map(withoutControls),
            comment: withoutControls(comment),
            chapters: chapters.map { AudioChapter(frame: $0.frame, name: withoutControls($0.name)) }
        )
    }

    var isEmpty: Bool {
        title.isEmpty && date.isEmpty && artists.isEmpty && comment.isEmpty && chapters.isEmpty
    }
}

/// The start of a chapter.
package struct AudioChapter: Hashable, Sendable {
    package var frame: Int64
    package var name: String

    package init(frame: Int64, name: String) {
        self.frame = frame
        self.name = name
    }
}

extension [AudioChapter] {
    /// The chapters of an export that joins `ranges`, with their frames in the export.
    ///
    /// Drops chapters that start outside the ranges.
    func mapped(to ranges: [Range<Int64>]) -> [AudioChapter] {
        var offset: Int64 = 0
        var mapped: [AudioChapter] = []
        for range in ranges {
            for chapter in self where range.contains(chapter.frame) {
                mapped.append(AudioChapter(frame: offset + chapter.frame - range.lowerBound, name: chapter.name))
            }
            offset += Int64(range.count)
        }
        return mapped
    }
}

private func withoutControls(_ text: String) -> String {
    String(
        String.UnicodeScalarView(
            text.unicodeScalars.map { scalar in
                switch scalar.value {
                case 0x00...0x1f, 0x7f...0x9f, 0x2028, 0x2029: " "
                default: scalar
                }
            }
        )
    )
}
