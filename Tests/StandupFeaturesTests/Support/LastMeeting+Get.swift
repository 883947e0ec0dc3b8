import MeetingEngine

@testable import StandupFeatures

extension LastMeeting {
    /// How the meeting ended; throws if it did not start, or has no end that the application saw.
    func get() throws -> EndedMeeting {
        switch self {
        case .ended(let ended): return ended
        case .notStarted(let error): throw error
        case .detached, .lost: throw MeetingStartError.outside("it goes on, or is lost")
        }
    }
}
