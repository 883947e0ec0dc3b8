import MeetingEngine
import MeetingModel
import MeetingTiming
import Testing

@testable import MeetingSocket
@testable import Sound

struct `The status that is sent` {
    private func status() async throws -> MeetingStatus {
        let served = try await ServedMeeting()
        defer { served.session.interrupt() }
        return served.session.status
    }

    @Test func `is whole at first, and then only if more than a level has changed`() async throws {
        var status = try await status()
        var feed = StatusFeed()
        #expect(feed.take(status) == .status)
        #expect(feed.take(status) == .nothing)
        status.level = AudioLevel(peak: -3, rms: -20)
        #expect(feed.take(status) == .levels)
        #expect(feed.take(status) == .nothing)
        status.level = AudioLevel(peak: -3, rms: -20, start: .seconds(1), end: .seconds(2))
        #expect(feed.take(status) == .nothing, "time alone is no change")
        status.heard = [.room: .seconds(1)]
        #expect(feed.take(status) == .nothing)
        status.note = "remember"
        status.level = AudioLevel(peak: -4, rms: -20)
        #expect(feed.take(status) == .status)
        #expect(feed.take(status) == .nothing)
    }
}
