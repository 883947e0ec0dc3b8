import MeetingModel
import Sound
import Testing

@testable import StandupAudio

struct PendingCuesTests {
    /// A ding of half a second.
    private static let sounds = CueSounds(sampleRate: 1000, samples: [.ding: [Float](repeating: 1, count: 500)])

    @Test func `Tickets differ, and a played cue is removed`() {
        var cues = PendingCues(sounds: Self.sounds)
        let first = cues.add(.ding, at: .seconds(10), now: .seconds(1))
        let second = cues.add(.ding, at: .seconds(20), now: .seconds(1))
        #expect(first.ticket != second.ticket)
        let third = cues.add(.warning, at: .seconds(30), now: .seconds(11))
        #expect(cues.entries == [second, third])
    }

    @Test func `A replacement stream plays the cues that have not started`() {
        var cues = PendingCues(sounds: Self.sounds)
        _ = cues.add(.ding, at: .seconds(10), now: .zero)
        let cancelled = cues.add(.ding, at: .seconds(20), now: .zero)
        let later = cues.add(.ding, at: .seconds(30), now: .zero)
        cues.cancel(cancelled.ticket)
        #expect(cues.notStarted(at: .milliseconds(10_100)) == [later])
    }

    @Test func `Cues scheduled before the first stream are played late, and completely`() {
        var cues = PendingCues(sounds: Self.sounds)
        let early = cues.add(.ding, at: .seconds(10), now: .seconds(10))
        let later = cues.add(.ding, at: .seconds(30), now: .seconds(10))
        #expect(cues.dueOnFirstStream(at: .seconds(12)).map(\.ticket) == [early.ticket, later.ticket])
        #expect(cues.endOfPlayback(after: .milliseconds(12_100)) == .milliseconds(12_500))
    }

    @Test func `Playing ends with the current cue, also a late one`() {
        var cues = PendingCues(sounds: Self.sounds)
        #expect(cues.endOfPlayback(after: .seconds(3)) == .seconds(3))
        _ = cues.add(.ding, at: .seconds(10), now: .zero)
        #expect(cues.endOfPlayback(after: .seconds(3)) == .seconds(3))
        #expect(cues.endOfPlayback(after: .milliseconds(10_100)) == .milliseconds(10_500))
        #expect(cues.endOfPlayback(after: .seconds(11)) == .seconds(11))
        _ = cues.add(.ding, at: .seconds(5), now: .seconds(12))
        #expect(cues.endOfPlayback(after: .milliseconds(12_100)) == .milliseconds(12_500))
    }
}
