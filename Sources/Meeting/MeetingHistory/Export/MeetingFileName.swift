package import MeetingModel

/// File names of exported meetings: date, title and speaker, such as `2026-02-03_0930_Daily_Ann.txt`.
package enum MeetingFileName {
    /// A name that is safe in every file system and shell, without its extension.
    ///
    /// Letters and digits of all scripts stay; everything else becomes a hyphen. A title or name without such
    /// characters is omitted.
    package static func stem(title: String, startedAt: LocalTime, speaker: String? = nil) -> String {
        ([startedAt.fileName] + [title, speaker ?? ""].map(safe).filter { !$0.isEmpty }).joined(separator: "_")
    }

    /// The unique names of several meetings: equal names get the start of the meeting's id appended.
    ///
    /// Names that differ only in case count as equal, because some systems treat them so.
    package static func unique(_ stems: [(stem: String, id: Meeting.ID)]) -> [String] {
        let counts = Dictionary(stems.map { ($0.stem.lowercased(), 1) }, uniquingKeysWith: +)
        return stems.map { stem, id in
            counts[stem.lowercased(), default: 0] > 1 ? "\(stem)_\(safe(id.rawValue))" : stem
        }
    }

    private static func safe(_ text: String) -> String {
        var result = ""
        for character in text {
            let letter = character.isLetter || character.isNumber ? String(character) : "-"
            // A file name has at most 255 bytes; this limit leaves room for the other parts.
            guard result.utf8.count + letter.utf8.count <= 90 else { break }
            if letter != "-" || !(result.isEmpty || result.hasSuffix("-")) { result += letter }
        }
        return result.hasSuffix("-") ? String(result.dropLast()) : result
    }
}
