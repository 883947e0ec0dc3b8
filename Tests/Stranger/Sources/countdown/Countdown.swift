import MeetingEngine
import StandupAudio

/// Gives each speaker of a workshop five minutes, with a ding at every change: `countdown Ann Ben`.
@main struct Countdown {
    static func main() async throws {
        let speakers = CommandLine.arguments.dropFirst().map { Attendee(name: $0) }
        let talks = Standup(title: "Lightning talks", length: .seconds(300) * speakers.count, attendees: speakers)
        let session = try MeetingSession(
            plan: MeetingPlan(standup: talks, input: .none, isRecorded: false),
            dependencies: MeetingDependencies(audio: .machine()))
        let events = session.events
        try await session.start()
        for await event in events {
            switch event.kind {
            case .turnStarted(_, let name, _, _): print("\(name) speaks")
            case .turnWarning(_, let remaining): print("\(remaining.components.seconds) s left")
            default: break
            }
        }
    }
}
