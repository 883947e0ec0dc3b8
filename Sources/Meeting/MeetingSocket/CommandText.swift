package import MeetingEngine
import MeetingHistory
package import MeetingModel
import Sound

/// A command to a meeting as a line of text, such as `next`, `@12.5 absent Bob` or `end save`.
package struct CommandText: Hashable {
    package struct Problem: Error, Hashable {
        /// One line: the problem and the remedy.
        package let message: String
    }

    package let command: MeetingSession.Command
    /// The meeting time at which to execute the command; nil for immediately.
    package let at: Duration?

    /// Parses a line; looks names up among the attendees.
    package init(_ line: String, attendees: [Attendee]) throws(Problem) {
        var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        if let first = words.first, first.hasPrefix("@") {
            guard let time = Self.seconds(String(first.dropFirst())) else {
                throw Problem(
                    message: "'\(DisplayText(quoting: first))' is not a meeting time; write seconds, such as @12.5")
            }
            self.at = time
            words.removeFirst()
        } else {
            self.at = nil
        }
        let argument = words.dropFirst().joined(separator: " ")
        switch (words.first, argument.isEmpty) {
        case ("next", true): command = .timer(.next)
        case ("previous", true): command = .timer(.previous)
        case ("later", true): command = .timer(.later)
        case ("pause", true): command = .timer(.pause(.user))
        case ("resume", true): command = .timer(.resume)
        case ("shuffle", true): command = .shuffle
        case ("mute", true): command = .mute(true)
        case ("unmute", true): command = .mute(false)
        case ("absent", false): command = .timer(.absent(try Self.attendee(argument, among: attendees)))
        case ("present", false): command = .timer(.present(try Self.attendee(argument, among: attendees)))
        case ("extend", false): command = .timer(.extend(try Self.length(argument)))
        case ("shorten", false): command = .timer(.extend(.zero - (try Self.length(argument))))
        case ("microphone", false): command = .useMicrophone(try Self.microphone(argument))
        case ("call", false): command = .useCall(DeviceSelection(call: argument))
        case ("point", _): command = try Self.mark(words.dropFirst())
        case ("end", false) where argument == "save": command = .timer(.end(.saved))
        case ("end", false) where argument == "discard": command = .timer(.end(.discarded))
        case ("extend", true), ("shorten", true): throw Self.missing("a length", in: words[0], example: "30s")
        case ("absent", true), ("present", true): throw Self.missing("an attendee", in: words[0], example: "Ann")
        case ("microphone", true): throw Self.missing("a device", in: words[0], example: "default")
        case ("call", true): throw Self.missing("a device", in: words[0], example: "auto")
        case ("end", true): throw Self.missing("save or discard", in: words[0], example: "save")
        default:
            let command = words.isEmpty ? "no command" : "no command '\(DisplayText(quoting: line))'"
            throw Problem(
                message:
                    "\(command); use next, previous, later, absent NAME, present NAME, "
                    + "extend 30s, shorten 30s, pause, resume, shuffle, mute, unmute, microphone DEVICE, call DEVICE, "
                    + "point done POINT, point open POINT, point drop POINT, end save or end discard")
        }
    }

    private static func missing(_ what: String, in command: String, example: String) -> Problem {
        Problem(message: "\(command) needs \(what), such as: \(command) \(example)")
    }

    private static func mark(_ words: ArraySlice<String>) throws(Problem) -> MeetingSession.Command {
        let states: [String: Point.State] = ["done": .done, "open": .open, "drop": .dropped]
        guard words.count == 2, let verb = words.first, let point = words.last, let state = states[verb] else {
            throw missing("done, open or drop, and a point's id", in: "point", example: "done 3f2a")
        }
        return .markPoint(Point.ID(rawValue: point.lowercased()), state)
    }

    private static func length(_ text: String) throws(Problem) -> Duration {
        do {
            return try Length(parsing: text).duration
        } catch {
            throw Problem(message: error.description)
        }
    }

    private static func microphone(_ text: String) throws(Problem) -> DeviceSelection {
        let selection = DeviceSelection(text)
        switch selection {
        case .systemDefault, .named, .silence: return selection
        case .none, .file, .loudspeakerMonitor:
            throw Problem(
                message:
                    "no microphone '\(DisplayText(quoting: text))'; use default, silence or a name from: "
                    + "standup devices")
        }
    }

    private static func attendee(_ name: String, among attendees: [Attendee]) throws(Problem) -> Attendee.ID {
        do {
            return attendees[try AttendeeLookup.index(of: name, in: attendees.map(\.name))].id
        } catch {
            throw Problem(message: "\(error)")
        }
    }

    private static func seconds(_ text: String) -> Duration? {
        guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else { return nil }
        return .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}
