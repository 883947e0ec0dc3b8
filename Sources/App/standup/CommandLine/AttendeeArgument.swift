import MeetingHistory
import MeetingModel

/// Attendees as arguments.
enum AttendeeArgument {
    /// New attendees with these names.
    ///
    /// An empty name is an error: on a command line it is a slip, such as a variable that is not set, and dropping it
    /// silently would hide that.
    static func attendees(
        _ names: [String], using generator: inout some RandomNumberGenerator
    ) throws(Failure) -> [Attendee] {
        var attendees: [Attendee] = []
        for name in names { attendees.append(Attendee(id: Attendee.ID(using: &generator), name: try checked(name))) }
        return attendees
    }

    /// The name, if anything of it can be seen.
    static func checked(_ name: String) throws(Failure) -> String {
        guard !name.trimmedName.isEmpty else {
            throw Failure(.usage, "no name, \(DisplayText(quoting: name)), give the attendee a name that can be read")
        }
        return name
    }

    /// Takes `NAME=VALUE` apart at its last `=`.
    static func pair(_ text: String, of flag: String) throws(Failure) -> (name: String, value: String) {
        guard let mark = text.lastIndex(of: "="), mark > text.startIndex else {
            throw Failure(.usage, "nothing to set, \(DisplayText(quoting: text)), write it like: \(flag)")
        }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}
