import MeetingModel
import MeetingSocket
import Minutes

/// Checks the assistant and the destinations of minutes, without sending anything.
struct PostChecks {
    let configuration: Configuration
    /// Reads templates, addresses and keys.
    let sender: PostSender

    /// One check for the assistant, if there is one, and one for each destination.
    func run() -> [Check] {
        assistant() + configuration.posts.flatMap { posts in posts.destinations.map { check($0, of: posts.standup) } }
    }

    private func assistant() -> [Check] {
        let name = "assistant"
        let address = configuration.value(.assistant)
        guard configuration.asksAssistant || address != nil else { return [] }
        guard let address else {
            return [
                .warn(
                    name, "minutes: assistant has no address",
                    mend: "add one to the configuration, such as assistant: http://localhost:11434/v1")
            ]
        }
        do {
            let server = try AssistantServer(address, model: nil, context: nil, configuration: configuration)
            let model = server.model.isEmpty ? "its only model" : server.model
            guard configuration.asksAssistant else {
                return [
                    .ok(
                        name, "\(server.address), for minutes --assistant only; to ask it by itself: minutes: assistant"
                    )
                ]
            }
            return [
                .ok(name, "\(server.address), \(model), \(server.key == nil ? "without" : "with") a key; not asked")
            ]
        } catch {
            return [.failed(name, error, status: .warn)]
        }
    }

    private func check(_ destination: PostDestination, of standup: String) -> Check {
        let name = "post"
        let subject = "\(DisplayText(quoting: standup)) to \(DisplayText(destination.summary))"
        do {
            for meeting in Self.samples { _ = try sender.content(of: meeting, for: destination) }
            guard destination.service != .command else {
                let program = destination.command.first ?? ""
                guard ExecutableLookup.path(of: program, searching: Environment["PATH"]) != nil else {
                    return .warn(
                        name, "\(subject): not found: \(DisplayText(program))",
                        mend: "install it, make it executable, or name another")
                }
                return .ok(name, subject)
            }
            _ = try sender.access(to: destination)
            return .ok(name, subject)
        } catch {
            return .warn(name, subject, mend: Failure(error).message)
        }
    }

    /// Meetings to try templates with: one with an update and points of all kinds, one with nothing.
    private static let samples: [Meeting] = {
        let ann = Attendee.ID(rawValue: "a")
        let ben = Attendee.ID(rawValue: "b")
        func meeting(_ updates: [WrittenUpdate], _ points: [Point]) -> Meeting {
            Meeting(
                id: .init(rawValue: "sample"), standupID: .init(rawValue: "sample"), title: "Daily \"1\"",
                startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, duration: .seconds(60),
                attendees: [ann, ben].map {
                    MeetingAttendee(id: $0, name: "Ann \"\($0)\"", slot: .seconds(30), state: .spoke)
                }, points: points, updates: updates)
        }
        let points = [ann, ben].flatMap { person in
            Point.Kind.allCases.enumerated().map { number, kind in
                Point(
                    id: .init(rawValue: "\(person)\(number)"), attendee: person, kind: kind, text: "a \"text\" \\ <b>",
                    start: .seconds(number), end: .seconds(number + 1), maker: .rules)
            }
        }
        let update = WrittenUpdate(
            attendee: ann, text: "a \"line\"\nanother", writtenAt: Timestamp(nanosecondsSince1970: 0))
        return [meeting([update], points), meeting([], [])]
    }()
}
