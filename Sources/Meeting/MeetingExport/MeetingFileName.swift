package import MeetingModel

/// Names of files for exported meetings: date, title and speaker, such as `2026-02-03_0930_Daily_Ann.txt`.
package enum MeetingFileName {
    /// A name that is safe in every file system and shell, without its end.
    ///
    /// Letters and digits of all scripts stay, everything else becomes a hyphen. A title or name of which nothing stays
    /// is left out.
    package static func stem(title: String, startedAt: LocalTime, speaker: String? = nil) -> String {
        ([startedAt.fileName] + [title, speaker ?? ""].map(safe).filter { !$0.isEmpty }).joined(separator: "_")
    }

    /// The names of several meetings: of those that would be the same, each has the start of its id behind it.
    ///
    /// Names that differ in case only are the same, as they are on other systems.
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
            // The name of a file has 255 bytes; title and speaker leave room for the rest.
            guard result.utf8.count + letter.utf8.count <= 90 else { break }
            if letter != "-" || !(result.isEmpty || result.hasSuffix("-")) { result += letter }
        }
        return result.hasSuffix("-") ? String(result.dropLast()) : result
    }
}
