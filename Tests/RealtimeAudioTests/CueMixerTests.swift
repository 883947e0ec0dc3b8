import Testing

@testable import Sound
@testable import StandupAudio

struct CueMixerTests {
    /// 1 kHz, so that one frame is one millisecond.
    static let sounds = CueSounds(
        sampleRate: 1000,
        samples: [.ding: (1...50).map { Float($0) / 100 }, .warning: [Float](repeating: 0.75, count: 10)]
    )

    @Test(arguments: [1, 2, 7, 50, 64, 300, 1000])
    func `A cue starts at its frame and is complete, for all buffer sizes`(size: Int) {
        let player = Player(Self.sounds)
        #expect(player.schedule(.ding, at: .millisecond * 137, ticket: CueTicket(number: 1)))
        let heard = player.play(1000, inBuffersOf: size)
        #expect(Array(heard[137..<187]) == Self.sounds.samples[.ding])
        #expect(heard[..<137].allSatisfy { $0 == 0 } && heard[187...].allSatisfy { $0 == 0 })
    }

    @Test func `A cue starts at the frame nearest to its instant`() {
        for (instant, frame) in [(10_499_999, 10), (10_500_000, 11), (11_000_000, 11), (11_499_999, 11)]
            as [(Int64, Int)]
        {
            let player = Player(Self.sounds)
            #expect(player.schedule(.warning, at: instant, ticket: CueTicket(number: 1)))
            #expect(player.play(100, inBuffersOf: 16).firstIndex { $0 != 0 } == frame, "\(instant)")
        }
    }

    @Test(arguments: [Int64.min, -5, 0, 99 * .millisecond])
    func `A cue in the past is played at once`(instant: Int64) {
        let player = Player(Self.sounds)
        _ = player.play(100, inBuffersOf: 20)
        #expect(player.schedule(.ding, at: instant, ticket: CueTicket(number: 1)))
        #expect(Array(player.play(50, inBuffersOf: 20)) == Self.sounds.samples[.ding])
    }

    @Test func `A cue in the infinite future stays silent`() {
        let player = Player(Self.sounds)
        #expect(player.schedule(.ding, at: .max, ticket: CueTicket(number: 1)))
        #expect(player.play(5000, inBuffersOf: 64).allSatisfy { $0 == 0 })
    }

    @Test func `Cues overlap as their sum, clipped at full scale`() {
        let player = Player(Self.sounds)
        #expect(player.schedule(.warning, at: 0, ticket: CueTicket(number: 1)))
        #expect(player.schedule(.warning, at: 5 * .millisecond, ticket: CueTicket(number: 2)))
        #expect(player.schedule(.ding, at: 12 * .millisecond, ticket: CueTicket(number: 3)))
        let heard = player.play(20, inBuffersOf: 4)
        #expect(heard[0..<5].allSatisfy { $0 == 0.75 })
        #expect(heard[5..<10].allSatisfy { $0 == 1 })
        #expect(heard[10] == 0.75 && heard[11] == 0.75)
        #expect(heard[12] == 0.75 + 0.01 && heard[14] == 0.75 + 0.03 && heard[15] == 0.04)
    }

    @Test func `A cancelled cue is not played, one that has started is played to its end`() {
        let player = Player(Self.sounds)
        #expect(player.schedule(.warning, at: 0, ticket: CueTicket(number: 1)))
        #expect(player.schedule(.ding, at: 20 * .millisecond, ticket: CueTicket(number: 2)))
        #expect(player.schedule(.warning, at: 40 * .millisecond, ticket: CueTicket(number: 3)))
        #expect(player.play(4, inBuffersOf: 4).allSatisfy { $0 == 0.75 })
        for ticket in [1, 2, 99] as [UInt64] { #expect(player.cancel(CueTicket(number: ticket))) }
        let heard = player.play(60, inBuffersOf: 4)
        #expect(heard[0..<6].allSatisfy { $0 == 0.75 })
        #expect(heard[6..<36].allSatisfy { $0 == 0 })
        #expect(heard[36..<46].allSatisfy { $0 == 0.75 })
        #expect(heard[46...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [2, 6]) func `Every channel of the device gets the cue`(channels: Int) {
        let player = Player(Self.sounds, channels: channels)
        #expect(player.schedule(.ding, at: 3 * .millisecond, ticket: CueTicket(number: 1)))
        let heard = player.play(60, inBuffersOf: 7)
        for frame in 0..<60 {
            let expected: Float = (3..<53).contains(frame) ? Float(frame - 2) / 100 : 0
            #expect(heard[(frame * channels)..<(frame * channels + channels)].allSatisfy { $0 == expected })
        }
    }

    @Test func `A cue without samples is silent and frees its voice`() {
        let player = Player(CueSounds(sampleRate: 1000, samples: [.ding: [0.5]]))
        for number in 0..<5000 as Range<UInt64> {
            #expect(player.schedule(.warning, at: 0, ticket: CueTicket(number: number)))
            #expect(player.play(1, inBuffersOf: 1) == [0])
        }
        #expect(player.schedule(.ding, at: 0, ticket: CueTicket(number: 9999)))
        #expect(player.play(1, inBuffersOf: 1) == [0.5])
    }

    @Test func `Too many cues are refused without waiting, and the others are played`() {
        let player = Player(Self.sounds)
        let accepted = (0..<3000 as Range<UInt64>)
            .filter {
                player.schedule(.ding, at: Int64($0 + 1) * .millisecond * 10, ticket: CueTicket(number: $0))
            }
        #expect(accepted.count == CueMixer.voiceLimit)
        #expect(player.play(20, inBuffersOf: 5)[10] == 0.01)
    }

    @Test(arguments: [4000, 5400, 8000, 12_000, 30_000] as [Int64])
    func `A cue is played near its instant although the latency is only estimated`(due: Int64) {
        let player = Player(Self.sounds) { instant in
            Int64((Self.measuredErrors.last { $0.time <= instant / .millisecond }?.error ?? 0)) * .millisecond
        }
        _ = player.play(Int(due) - 500, inBuffersOf: 50)
        #expect(player.schedule(.ding, at: due * .millisecond, ticket: CueTicket(number: 1)))
        let first = player.play(1000, inBuffersOf: 50).firstIndex { $0 != 0 } ?? 0
        #expect(abs(first - 500) <= 20, "\(first)")
    }

    /// The error of the latency that PipeWire's PulseAudio interface reported, by time since the start of the stream,
    /// in ms.
    private static let measuredErrors: [(time: Int64, error: Int64)] = [
        (0, -41), (500, -36), (720, -29), (1110, -23), (1490, -10), (1870, -1), (2260, 7), (2640, 11), (3030, 18),
        (3410, 26), (3800, 34), (4180, 24), (4560, 30), (4950, 36), (5330, 42), (5710, 19), (6100, 23), (6480, 28),
        (6870, 33), (7250, 7), (7630, 10), (8020, 13), (8400, 16), (8790, 1), (9170, 3), (9550, 5), (9940, 8),
        (10_320, 0),
    ]

    @Test func `A sound card's drift does not move the cues`() {
        // 100 ppm slow, for an hour.
        let player = Player(Self.sounds) { $0 / 10_000 }
        _ = player.play(3_600_000, inBuffersOf: 1000)
        let instant = 3_600_500 * Int64.millisecond + 360 * .millisecond
        #expect(player.schedule(.ding, at: instant, ticket: CueTicket(number: 1)))
        let first = player.play(1000, inBuffersOf: 50).firstIndex { $0 != 0 } ?? 0
        #expect(abs(first - 500) <= 2)
    }

    @Test func `With an exact latency, lost frames take effect at once`() {
        // As on a JACK that sometimes skips a period of 5 ms: 1 % of the time.
        let player = Player(Self.sounds, latencyIsEstimated: false) { $0 / (500 * .millisecond) * 5 * .millisecond }
        _ = player.play(30_000, inBuffersOf: 5)
        #expect(player.schedule(.ding, at: 30_805 * .millisecond, ticket: CueTicket(number: 1)))
        #expect(player.play(1000, inBuffersOf: 5).firstIndex { $0 != 0 } == 500)
    }

    @Test func `After an interruption, the new latency takes effect at once`() {
        let player = Player(Self.sounds) { $0 < 30_000 * .millisecond ? 0 : 2000 * .millisecond }
        _ = player.play(30_000, inBuffersOf: 50)
        #expect(player.schedule(.ding, at: 32_200 * .millisecond, ticket: CueTicket(number: 1)))
        #expect(player.play(1000, inBuffersOf: 50).firstIndex { $0 != 0 } == 200)
    }

    @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (16_000, 48_000), (48_000, 48_000)])
    func `Resampled sounds keep their length and shape`(rates: (from: Int, to: Int)) {
        let tone = (0..<(rates.from / 4)).map { Float(0.5 * sine(440 * Double($0) / Double(rates.from))) }
        let resampled = CueSounds(sampleRate: rates.from, samples: [.ding: tone]).resampled(to: rates.to)
        #expect(resampled.sampleRate == rates.to)
        let samples = resampled.samples[.ding] ?? []
        #expect(abs(samples.count - rates.to / 4) <= 1)
        for frame in 500..<(samples.count - 500) {
            let expected = 0.5 * sine(440 * Double(frame) / Double(rates.to))
            #expect(abs(Double(samples[frame]) - expected) < 0.005)
        }
    }
}

/// A loudspeaker that plays its first frame at instant 0, while the sound system reports another instant.
private final class Player {
    private let mixer: CueMixer
    private let channels: Int
    private let rate: Int64
    private let error: (Int64) -> Int64
    private var frames: Int64 = 0

    init(
        _ sounds: CueSounds, channels: Int = 1, latencyIsEstimated: Bool = true,
        error: @escaping (_ instant: Int64) -> Int64 = { _ in 0 }
    ) {
        self.error = error
        mixer = CueMixer(sounds, channels: channels, latencyIsEstimated: latencyIsEstimated)
        self.channels = channels
        rate = Int64(sounds.sampleRate)
    }

    func schedule(_ cue: Cue, at instant: Int64, ticket: CueTicket) -> Bool {
        mixer.schedule(cue, at: instant, ticket: ticket)
    }

    func cancel(_ ticket: CueTicket) -> Bool { mixer.cancel(ticket) }

    func play(_ count: Int, inBuffersOf size: Int) -> [Float] {
        var heard: [Float] = []
        while heard.count < count * channels {
            let frames = min(size, count - heard.count / channels)
            // Drivers do not clear their buffers.
            var buffer = [Float](repeating: 0.3, count: frames * channels)
            buffer.withUnsafeMutableBufferPointer {
                guard let start = $0.baseAddress else { return }
                let instant = self.frames * 1_000_000_000 / rate
                mixer.render(into: start, frames: frames, instant: instant + error(instant))
            }
            self.frames += Int64(frames)
            heard += buffer
        }
        return heard
    }
}

extension Int64 {
    fileprivate static var millisecond: Int64 { 1_000_000 }
}
