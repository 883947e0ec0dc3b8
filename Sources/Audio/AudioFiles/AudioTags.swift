/// What a sound file says of itself, in the form that its format has for it.
///
/// Texts are written as they are, but for control characters, which become spaces.
package struct AudioTags: Hashable, Sendable {
    /// What it is a recording of; nothing is written where it is empty.
    package var title: String
    /// When it was recorded, as ISO 8601: `2026-02-03` or with the time; nothing is written where it is empty.
    package var date: String
    /// Who is heard.
    package var artists: [String]
    /// Where a new part starts, in order of the frames.
    package var chapters: [AudioChapter]

    /// Tags; without arguments there are none.
    package init(title: String = "", date: String = "", artists: [String] = [], chapters: [AudioChapter] = []) {
        self.title = title
        self.date = date
        self.artists = artists
        self.chapters = chapters
    }

    /// The same, with names that can be written.
    var cleaned: AudioTags {
        AudioTags(
            title: withoutControls(title),
            date: withoutControls(date),
            artists: artists.map(withoutControls),
            chapters: chapters.map { AudioChapter(frame: $0.frame, name: withoutControls($0.name)) }
        )
    }

    /// Whether there is nothing to be written.
    var isEmpty: Bool {
        title.isEmpty && date.isEmpty && artists.isEmpty && chapters.isEmpty
    }
}

/// Where a part of a recording starts.
package struct AudioChapter: Hashable, Sendable {
    /// The first frame.
    package var frame: Int64
    /// What the part is called.
    package var name: String

    /// A chapter.
    package init(frame: Int64, name: String) {
        self.frame = frame
        self.name = name
    }
}

extension [AudioChapter] {
    /// The chapters of what ranges of a recording become, one after the other, with the frames they start at there.
    ///
    /// Chapters that start in none of the ranges are left out.
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
