import MeetingEngine
import Testing

@testable import Snippets

@Suite struct `The examples of the documentation` {
    @Test func `a countdown is a value`() throws {
        let events = try countdown()
        #expect(events.last?.kind == .meetingEnded(.finished, duration: .seconds(390)))
    }
}
