internal import MeetingModel

extension SpeakerTimes {
    /// Reads the cues of WebVTT or SubRip.
    ///
    /// The speaker is a voice, `<v Ann>`, or in SubRip a name followed by a colon.
    static func readCues(_ text: String, isWebVTT: Bool) throws(ImportError) -> [Segment] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard !isWebVTT || lines.first?.hasPrefix("WEBVTT") == true else {
            throw ImportError(line: 1, "it does not begin with WEBVTT")
        }
        var segments: [Segment] = []
        var index = 0
        while index < lines.count {
            guard let arrow = lines[index].firstRange(of: "-->") else {
                index += 1
                continue
            }
            let number = index + 1
            let start = try time(lines[index][..<arrow.lowerBound], line: number)
            // Settings may follow the end time.
            let rest = lines[index][arrow.upperBound...].split(whereSeparator: \.isWhitespace)
            let end = try time(rest.first ?? "", line: number)
            index += 1
            var content: [Substring] = []
            while index < lines.count, !lines[index].allSatisfy(\.isWhitespace), !lines[index].contains("-->") {
                content.append(lines[index])
                index += 1
            }
            for part in CueText.parts(of: content.joined(separator: "\n"), namesBeforeColon: !isWebVTT) {
                segments.append(
                    try Segment(line: number, speaker: part.speaker, start: start, end: end, text: part.text))
            }
        }
        return segments
    }

    private static func time(_ text: some StringProtocol, line: Int) throws(ImportError) -> Duration {
        let trimmed = String(text).trimmedName
        guard let time = Duration(offset: trimmed) else {
            throw ImportError(line: line, "'\(quoted(trimmed))' is not a time, write it like 00:01:02.500")
        }
        return time
    }
}

/// The text of a cue, with its tags.
enum CueText {
    /// The text of each voice in a cue, without tags and with character references decoded; at least one part.
    static func parts(of text: String, namesBeforeColon: Bool) -> [(speaker: String?, text: String)] {
        var parts: [(speaker: String?, text: String)] = [(nil, "")]
        var rest = text[...]
        while let open = rest.firstIndex(of: "<") {
            parts[parts.count - 1].text += rest[..<open]
            guard let close = rest[open...].firstIndex(of: ">") else {
                // No tag follows either.
                parts[parts.count - 1].text += rest[open...].filter { $0 != "<" }
                rest = ""
                break
            }
            let tag = rest[rest.index(after: open)..<close]
            // A voice may have classes: `<v.loud Ann>`.
            if tag.prefix(while: { !$0.isWhitespace && $0 != "." }) == "v", let space = tag.firstIndex(of: " ") {
                parts.append((unescaped(String(tag[space...])).trimmedName, ""))
            }
            rest = rest[close...].dropFirst()
        }
        parts[parts.count - 1].text += rest
        if parts.count > 1, parts[0].text.trimmedName.isEmpty { parts.removeFirst() }
        parts = parts.map { ($0.speaker, unescaped($0.text)) }
        if namesBeforeColon, parts.count == 1, parts[0].speaker == nil, let name = name(before: parts[0].text) {
            return [(name.speaker, name.rest)]
        }
        return parts
    }

    /// Splits `Ann: what she says`, if the text before the colon can be a name.
    private static func name(before text: String) -> (speaker: String, rest: String)? {
        guard let colon = text.firstRange(of: ": ") else { return nil }
        let name = text[..<colon.lowerBound]
        let isName =
            AudioChannel(label: String(name)) != nil
            || name.count <= 40 && name.split(separator: " ").count <= 4 && name.first?.isUppercase ?? false
                && !name.contains { ".,;?!\n".contains($0) && $0 != "." }
        return isName ? (String(name), String(text[colon.upperBound...])) : nil
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&lrm;", ""), ("&rlm;", ""), ("&quot;", "\""),
            // Last, so that its result is not decoded again.
            ("&amp;", "&"),
        ]
        return entities.reduce(text) { text, entity in text.replacing(entity.0, with: entity.1) }
    }
}
