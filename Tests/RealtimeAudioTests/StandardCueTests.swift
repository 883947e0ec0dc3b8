import Testing

@testable import Sound

/// What other programs, and the benchmark's measurements, rely on.
@Suite struct `The standard cues` {
    private static let sounds = CueSounds.standard

    private func samples(of cue: Cue) throws -> [Float] { try #require(Self.sounds.samples[cue]) }

    @Test func `have 48 kHz and a sound for each cue`() {
        #expect(Self.sounds.sampleRate == 48_000)
        #expect(Set(Self.sounds.samples.keys) == Set(Cue.allCases))
    }

    @Test func `hold a ding of half a second that is loud at its first frame`() throws {
        let ding = try samples(of: .ding)
        #expect(Self.sounds.duration(of: .ding) == .milliseconds(500))
        #expect(abs(ding[0]) > 0.2)
        #expect(ding.map(abs).max() == 0.7)
        #expect(ding.last == 0)
    }

    @Test func `hold a ding that dies away`() throws {
        let ding = try samples(of: .ding)
        let tenths = stride(from: 0, to: ding.count, by: 4800).map { power(ding[$0..<$0 + 4800]) }
        #expect(zip(tenths, tenths.dropFirst()).allSatisfy { $0 > 2 * $1 }, "\(tenths)")
    }

    @Test func `hold a warning that is shorter, softer and lower, and rises gently`() throws {
        let (ding, warning) = try (samples(of: .ding), samples(of: .warning))
        #expect(Self.sounds.duration(of: .warning) == .milliseconds(350))
        #expect(abs(warning[0]) < 0.001)
        #expect(warning.map(abs).max() == 0.15)
        #expect(warning.last == 0)
        #expect(power(ding[...]) > 2 * power(warning[...]))
        #expect(crossings(ding) > 2 * crossings(warning))
    }

    /// The mean square.
    private func power(_ samples: ArraySlice<Float>) -> Float {
        samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
    }

    /// The zero crossings per second, a measure of pitch.
    private func crossings(_ samples: [Float]) -> Int {
        zip(samples, samples.dropFirst()).count { $0 * $1 < 0 } * Self.sounds.sampleRate / samples.count
    }
}
