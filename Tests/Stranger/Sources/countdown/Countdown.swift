import MeetingEngine
import StandupAudio

/// Gives each speaker of a workshop the same time, with a ding at every
/// change: `countdown 300 Ann Ben`.
@main struct Countdown {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let seconds = arguments.first.flatMap(Double.init) else {
            return print("countdown SECONDS NAME...")
        }
        let speakers = arguments.dropFirst().map { Attendee(name: $0) }
        let talks = Standup(
            length: .seconds(seconds) * speakers.count, attendees: speakers)
        let session = try MeetingSession(
            plan: MeetingPlan(
                standup: talks, input: .none, isRecorded: false,
                asksQuestions: false),
            dependencies: MeetingDependencies(audio: .machine()))
        let events = session.events
        try await session.start()
        for await event in events {
            switch event.kind {
            case .turnStarted(_, let name, _, _): print("\(name) speaks")
            case .turnWarning(_, let remaining): print("\(remaining) left")
            case .error(let problem): print(problem)
            default: break
            }
        }
    }
}
