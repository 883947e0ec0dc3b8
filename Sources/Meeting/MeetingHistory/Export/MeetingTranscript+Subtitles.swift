import MeetingModel

extension MeetingTranscript {
    /// SubRip: numbers, times with a comma, the speaker's name before the text, and Windows line endings.
    ///
    /// The format comes from Windows. It cannot escape what its readers take for markup, so angle brackets and braces
    /// are replaced by similar characters.
    var subRip: String {
        let cues = subtitleCues { $0.isEmpty ? "" : $0 + ":" }
        return cues.enumerated()
            .map { index, cue in
                let times = "\(timestamp(cue.start, ",")) --> \(timestamp(cue.end, ","))"
                let lines = cue.lines.map { String($0.map(Self.withoutMarkup)) }
                return ([String(index + 1), times] + lines + [""]).map { $0 + "\r\n" }.joined()
            }
            .joined()
    }

    /// WebVTT: a note with the meeting's title, time and participants and a recorded call, and cues with the speaker as voice.
    var webVTT: String {
        let facts = [title, startedAt.minute, participants.joined(separator: ", "), meeting.recordedSides ?? ""]
            .filter { !$0.isEmpty }
        // A note must not contain an arrow, and has no escapes.
        let note = facts.joined(separator: "\n").replacing("-->", with: "->")
        let cues = subtitleCues()
            .map { cue in
                let times = "\(timestamp(cue.start, ".")) --> \(timestamp(cue.end, "."))"
                let text = cue.lines.map(Self.escaped).joined(separator: "\n")
                let voice = cue.name.isEmpty ? "" : "<v \(Self.escaped(cue.name))>"
                return "\(times)\n\(voice)\(text)\n"
            }
        let isOfMeeting = meeting.attendees.contains { !$0.name.isEmpty }
        return (["WEBVTT\n"] + (isOfMeeting ? ["NOTE\n\(note)\n"] : []) + cues).joined(separator: "\n")
    }

    private static func withoutMarkup(_ character: Character) -> Character {
        switch character {
        case "<": "‹"
        case ">": "›"
        case "{": "("
        case "}": ")"
        default: character
        }
    }

    /// Escapes the three characters that have a meaning in WebVTT.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// A time such as `00:01:02`, followed by a separator and milliseconds.
    private func timestamp(_ milliseconds: Int64, _ mark: String) -> String {
        let seconds = milliseconds / 1000
        return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
            + mark + digits(milliseconds % 1000, 3)
    }

    private func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}
