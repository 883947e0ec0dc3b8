import MeetingAssistant
import MeetingHooks
import MeetingModel
import MinutesPosting

/// Checks the assistant and the destinations of minutes, without sending anything.
struct PostChecks {
    /// The user's settings.
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
            _ = try sender.template(of: destination)
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
}
