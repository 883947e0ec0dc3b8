internal import MeetingModel

/// The text of a notification, with `%{name}`, `%{title}` and `%{time}` for the attendee, the standup and the slot.
package struct TurnWording: Hashable, Sendable {
    /// The first line.
    let summary: String
    package let body: String

    package init(summary: String = "%{name}, it is your turn", body: String = "%{title}: you have %{time}") {
        self.summary = summary
        self.body = body
    }
}

/// A desktop notification that an attendee's turn has started, sent by notify-send.
package struct TurnNotification {
    package static let program = "notify-send"

    /// The program and its arguments.
    let arguments: [String]

    init(name: String, title: String, slot: Duration, wording: TurnWording) {
        let values = [
            "name": DisplayText(name).truncated(to: 60).description,
            "title": DisplayText(title).truncated(to: 60).description, "time": slot.clockText(),
        ]
        let summary = Self.filled(wording.summary, with: values)
        // The body is markup, and notify-send treats a backslash in it as an escape.
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
