internal import MeetingModel

/// What a notification says, with `%{name}`, `%{title}` and `%{time}` for the attendee, the standup and the slot.
package struct TurnWording: Hashable, Sendable {
    /// The first line.
    package let summary: String
    /// What is below it.
    package let body: String

    /// A wording, in English unless another is given.
    package init(summary: String = "%{name}, it is your turn", body: String = "%{title}: you have %{time}") {
        self.summary = summary
        self.body = body
    }
}

/// A notification on the desktop that somebody's turn has come, by the program notify-send.
package struct TurnNotification {
    /// The program that notifies.
    package static let program = "notify-send"

    /// The program and its arguments.
    let arguments: [String]

    init(name: String, title: String, slot: Duration, wording: TurnWording) {
        let values = [
            "name": DisplayText(name).truncated(to: 60).description,
            "title": DisplayText(title).truncated(to: 60).description, "time": slot.clockText(),
        ]
        let summary = Self.filled(wording.summary, with: values)
        // The body is markup, and notify-send takes a backslash in it for the start of an escape.
        let body = Self.filled(wording.body, with: values.mapValues(Self.escaped))
        arguments = [Self.program, "--app-name=standup", "--", summary, body]
    }

    private static func filled(_ text: String, with values: [String: String]) -> String {
        var filled = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "%{"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let key = String(rest[start.upperBound..<end])
            filled += rest[..<start.lowerBound] + (values[key] ?? "%{\(key)}")
            rest = rest[end...].dropFirst()
        }
        return filled + rest
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\": escaped += "\\\\"
            default: escaped.append(character)
            }
        }
    }
}
