import MeetingHistory
import MeetingModel

enum AttendeeArgument {
    /// Skips names without a visible character, as the form does, and prints a note: the name may come from an unset
    /// variable.
    static func attendees(_ names: [String], using generator: inout some RandomNumberGenerator) -> [Attendee] {
        let named = names.filter { !$0.trimmedName.isEmpty }
        let blank = names.count - named.count
        if blank > 0 {
            StandardOutput.note("standup: note: left out \(blank == 1 ? "a blank name" : "\(blank) blank names")")
        }
        return named.map { Attendee(id: Attendee.ID(using: &generator), name: $0) }
    }

    /// The trimmed new name of an attendee; throws if it has no visible character.
    static func newName(_ name: String, of attendee: String) throws(Failure) -> String {
        guard !name.trimmedName.isEmpty else {
            let who = DisplayText(quoting: attendee)
            throw Failure(.usage, "the new name of \(who) is blank; to remove \(who) use: --remove \(who)")
        }
        return name
    }

    /// Splits `NAME=VALUE` at its last `=`.
    static func pair(_ text: String, of flag: String) throws(Failure) -> (name: String, value: String) {
        guard let mark = text.lastIndex(of: "="), mark > text.startIndex else {
            throw Failure(.usage, "'\(DisplayText(quoting: text))' is incomplete; write it like: \(flag)")
        }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}
