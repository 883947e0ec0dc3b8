import AudioDevices
import Testing

@testable import PortAudioDevices

struct PendingCuesTests {
    /// A ding of half a second.
    private static let sounds = CueSounds(sampleRate: 1000, samples: [.ding: [Float](repeating: 1, count: 500)])

    @Test func `Tickets differ, and a cue is forgotten once it has been heard`() {
        var cues = PendingCues(sounds: Self.sounds)
        let first = cues.add(.ding, at: .seconds(10), now: .seconds(1))
        let second = cues.add(.ding, at: .seconds(20), now: .seconds(1))
        #expect(first.ticket != second.ticket)
        let third = cues.add(.warning, at: .seconds(30), now: .seconds(11))
        #expect(cues.entries == [second, third])
    }

    @Test func `A stream that replaces another sounds what is still to come`() {
        var cues = PendingCues(sounds: Self.sounds)
        _ = cues.add(.ding, at: .seconds(10), now: .zero)
        let cancelled = cues.add(.ding, at: .seconds(20), now: .zero)
        let later = cues.add(.ding, at: .seconds(30), now: .zero)
        cues.cancel(cancelled.ticket)
        #expect(cues.unbegun(at: .milliseconds(10_100)) == [later])
    }

    @Test func `What was asked for before the first stream ran is heard late, and to its end`() {
        var cues = PendingCues(sounds: Self.sounds)
        let early = cues.add(.ding, at: .seconds(10), now: .seconds(10))
        let later = cues.add(.ding, at: .seconds(30), now: .seconds(10))
        #expect(cues.begin(at: .seconds(12)).map(\.ticket) == [early.ticket, later.ticket])
        #expect(cues.quiet(after: .milliseconds(12_100)) == .milliseconds(12_500))
    }

    @Test func `Quiet is when the cue that sounds has ended, also one that was late`() {
        var cues = PendingCues(sounds: Self.sounds)
        #expect(cues.quiet(after: .seconds(3)) == .seconds(3))
        _ = cues.add(.ding, at: .seconds(10), now: .zero)
        #expect(cues.quiet(after: .seconds(3)) == .seconds(3))
        #expect(cues.quiet(after: .milliseconds(10_100)) == .milliseconds(10_500))
        #expect(cues.quiet(after: .seconds(11)) == .seconds(11))
        _ = cues.add(.ding, at: .seconds(5), now: .seconds(12))
        #expect(cues.quiet(after: .milliseconds(12_100)) == .milliseconds(12_500))
    }

    @Test(
        arguments: [
            (.seconds(2), 2_000_000_000), (.zero, 0), (.nanoseconds(-5), -5), (.nanoseconds(Int64.max), Int64.max),
            (.seconds(10_000_000_000), Int64.max), (.seconds(-10_000_000_000), -Int64.max),
        ] as [(Duration, Int64)]
    )
    func `Nanoseconds are whole, and clamped rather than trapped`(duration: Duration, nanoseconds: Int64) {
        #expect(duration.wholeNanoseconds == nanoseconds)
    }
}
