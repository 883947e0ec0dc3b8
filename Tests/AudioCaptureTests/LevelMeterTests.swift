import Testing

@testable import Sound

struct `A level meter` {
    /// The levels of samples that begin at these frames of a recording at 1 kHz.
    private func levels(_ parts: [(frame: Int64, samples: [Float])]) -> [AudioLevel] {
        var meter = LevelMeter(sampleRate: 1000)
        var levels: [AudioLevel] = []
        for part in parts {
            part.samples.withUnsafeBufferPointer { meter.measure($0, from: part.frame) { levels.append($0) } }
        }
        return levels
    }

    private func tone(_ amplitude: Float, _ count: Int) -> [Float] { Array(repeating: amplitude, count: count) }

    @Test func `says where in the recording each tenth of a second is, however the samples come`() {
        let samples: [Float] = tone(0.1, 100) + tone(1, 100) + tone(0, 100)
        let whole = levels([(5000, samples)])
        #expect(whole.map(\.start) == [.seconds(5), .milliseconds(5100), .milliseconds(5200)])
        #expect(whole.map(\.end) == [.milliseconds(5100), .milliseconds(5200), .milliseconds(5300)])
        #expect(whole.map { $0.peak.rounded() } == [-20, 0, AudioLevel.silence])
        #expect(whole.map { $0.rms.rounded() } == [-20, 0, AudioLevel.silence])
        let parts = stride(from: 0, to: 300, by: 50).map { start in
            (frame: 5000 + Int64(start), samples: Array(samples[start..<start + 50]))
        }
        #expect(levels(parts) == whole)
    }

    @Test func `measures what came before missing frames by itself`() {
        let found = levels([(0, tone(1, 30)), (500, tone(0.1, 100))])
        #expect(found.map(\.start) == [.zero, .milliseconds(500)])
        #expect(found.map(\.end) == [.milliseconds(30), .milliseconds(600)])
        #expect(found.map { $0.peak.rounded() } == [0, -20])
    }

    @Test func `merges the tenths of a second that samples complete together`() throws {
        var meter = LevelMeter(sampleRate: 1000)
        let samples: [Float] = tone(1, 100) + tone(0, 250)
        let level = try #require(samples.withUnsafeBufferPointer { meter.measure($0) })
        #expect(level.start == .zero && level.end == .milliseconds(300))
        #expect(level.peak == 0)
        // A third of the power of full scale.
        #expect(abs(level.rms + 4.77) < 0.01)
    }

    @Test func `levels without times are merged in equal parts`() {
        let level = AudioLevel(peak: -3, rms: -10).merged(with: AudioLevel(peak: -30, rms: AudioLevel.silence))
        #expect(level.peak == -3 && abs(level.rms + 13.01) < 0.01)
        let quiet = AudioLevel(peak: AudioLevel.silence, rms: AudioLevel.silence)
        #expect(quiet.merged(with: quiet) == quiet)
    }
}
