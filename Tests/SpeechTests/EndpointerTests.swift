import Glibc
import Testing
import TestSupport

@testable import StandupSpeech

@Suite struct EndpointerTests {
    private func events(_ samples: [Int16]) -> [Endpointer.Event] {
        var endpointer = Endpointer()
        return samples.withUnsafeBufferPointer { samples in
            stride(from: 0, through: samples.count - 160, by: 160)
                .compactMap { start in
                    endpointer.process(UnsafeBufferPointer(rebasing: samples[start..<start + 160]))
                }
        }
    }

    private func seconds(_ position: Int64) -> Double { Double(position) / 16000 }

    @Test func `Silence is not speech`() {
        #expect(events(Signal.silence(20)).isEmpty)
    }

    @Test(arguments: [0.0003, 0.003, 0.03, 0.2], [0.0, 0.7, 0.95])
    func `Steady noise is not speech`(rms: Double, smoothing: Double) {
        #expect(events(Signal.noise(12, rms: rms, smoothing: smoothing)).isEmpty)
    }

    @Test(arguments: [0.003, 0.03, 0.2], [0.0, 0.7, 0.95])
    func `Sudden noise is not speech`(rms: Double, smoothing: Double) {
        let quiet = Signal.noise(5, rms: 0.0003)
        #expect(events(quiet + Signal.noise(8, rms: rms, smoothing: smoothing, seed: 2) + quiet).isEmpty)
        #expect(events(Signal.silence(3) + Signal.noise(8, rms: rms, smoothing: smoothing)).isEmpty)
    }

    @Test(arguments: [50.0, 60, 100, 120, 300])
    func `A sudden hum is not speech`(frequency: Double) {
        let hum = Signal.mix(Signal.noise(8, rms: 0.0003), with: Signal.hum(8, rms: 0.05, frequency: frequency))
        #expect(events(Signal.noise(3, rms: 0.0003, seed: 4) + hum).isEmpty)
    }

    @Test func `Clicks are not speech`() {
        var samples = Signal.noise(10, rms: 0.0003)
        for click in stride(from: 8000, to: samples.count - 400, by: 5000) {
            samples = Signal.mix(samples, with: Signal.noise(0.015, rms: 0.2, seed: UInt64(click)), at: click)
        }
        #expect(events(samples).isEmpty)
    }

    @Test(arguments: [0.01, 0.02, 0.1, 0.9], [0.0, 0.0003])
    func `Speech is detected from the first syllable to the last, at any level`(peak: Double, noise: Double) throws {
        let room = noise == 0 ? Signal.silence(6) : Signal.noise(6, rms: noise)
        let events = events(Signal.mix(room, with: Signal.sentence(2, peak: peak), at: 24000))
        try #require(events.count == 2)
        guard case .began(let start, let onset) = events[0], case .ended(let last) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(abs(seconds(onset) - 1.5) < 0.1)
        #expect(abs(seconds(onset - start) - 0.3) < 0.011)
        #expect(abs(seconds(last) - 3.55) < 0.2)
    }

    @Test func `Speech from the first frame is detected from the first sample`() {
        guard case .began(let start, _) = events(Signal.sentence(2, peak: 0.2)).first else {
            Issue.record("not found")
            return
        }
        #expect(start == 0)
    }

    @Test func `Speech at 10 dB above noise is detected as one utterance`() {
        let samples = Signal.mix(
            Signal.noise(9, rms: 0.008),
            with: Signal.sentence(3, peak: 0.15),
            at: 64000
        )
        let events = events(samples)
        #expect(events.count == 2, "\(events)")
    }

    @Test func `A short pause does not end an utterance, a longer one does`() {
        let sentence = Signal.sentence(1, peak: 0.2)
        #expect(events(sentence + Signal.silence(0.4) + sentence + Signal.silence(1)).count == 2)
        #expect(events(sentence + Signal.silence(0.9) + sentence + Signal.silence(1)).count == 4)
    }

    @Test func `One short word is speech`() {
        #expect(events(Signal.silence(1) + Signal.syllable(0.3, peak: 0.2) + Signal.silence(1)).count == 2)
    }

    @Test func `Noise that starts during speech does not keep the utterance open`() {
        let noise = Signal.noise(10, rms: 0.05)
        let samples = Signal.silence(1) + Signal.mix(noise, with: Signal.sentence(2, peak: 0.5))
        guard case .ended(let last) = events(samples).last else {
            Issue.record("not ended")
            return
        }
        #expect(seconds(last) < 3.5)
    }

    @Test func `Speech without a pause is cut within 15 seconds, at its quietest point`() {
        let samples =
            Signal.sentence(13, peak: 0.3) + Signal.silence(0.12) + Signal.sentence(4, peak: 0.3)
        let quietest = events(samples)
            .compactMap { event -> Int64? in
                if case .tooLong(let quietest) = event { quietest } else { nil }
            }
        #expect(abs(seconds(quietest.first ?? 0) - 13.1) < 0.15)
    }

    @Test func `A shorter pause ends a long utterance`() {
        let samples = Signal.sentence(9, peak: 0.3) + Signal.silence(0.4) + Signal.sentence(1, peak: 0.3)
        #expect(events(samples).count == 3)
    }

    // MARK: Rooms

    /// How much of the speech that is found in a quiet room is found in another one, for the three voices of the demo.
    private func share(of room: (_ speech: [Float]) -> [Float]) throws -> Double {
        func frames(_ samples: [Float]) -> Set<Int64> {
            var (found, start): (Set<Int64>, Int64?) = ([], nil)
            for event in events(samples.map { Int16(clamping: Int(($0 * 32767).rounded())) }) {
                switch event {
                case .began(let first, _): start = first
                case .ended(let last), .tooLong(let last):
                    found.formUnion(stride(from: (start ?? last) / 160, to: last / 160, by: 1))
                    start = last
                }
            }
            return found
        }
        let speech = try Room.speech().samples
        let quiet = frames(speech)
        return Double(quiet.intersection(frames(room(speech))).count) / Double(quiet.count)
    }

    /// The level of the speech is -24 dBFS while somebody speaks.
    @Test(arguments: [50.0, 60], [-30.0, -24, -20])
    func `Speech in a hum is found, even if the hum is louder`(frequency: Double, level: Double) throws {
        #expect(try share { Room.mix($0, with: Room.hum($0.count, frequency: frequency, level: level)) } > 0.93)
    }

    @Test(arguments: [(-30.0, Float(0)), (-31, 0.95), (-34, 0.99)])
    func `Speech in noise is found`(level: Double, smoothing: Float) throws {
        #expect(try share { Room.mix($0, with: Room.noise($0.count, smoothing: smoothing, level: level)) } > 0.9)
    }

    @Test func `Speech beside a keyboard is found`() throws {
        #expect(try share { Room.mix($0, with: Room.keys($0.count, level: -18)) } > 0.93)
    }

    @Test func `A quiet voice after a loud one is found`() throws {
        #expect(
            try share { speech in
                speech.enumerated().map { $0 < speech.count / 2 ? $1 : $1 / 10 }
            } > 0.93)
    }

    @Test func `Speech is found after the noise has become louder`() throws {
        #expect(
            try share { speech in
                let noise = Room.noise(speech.count, smoothing: 0.95, level: -34)
                return Room.mix(speech, with: noise.enumerated().map { $0 < noise.count / 2 ? $1 / 10 : $1 })
            } > 0.9)
    }

    @Test func `A hum, a fan and a keyboard are no speech`() {
        let count = 20 * 16_000
        let fan = Room.mix(
            Room.noise(count, smoothing: 0.97, level: -34), with: Room.hum(count, frequency: 118, level: -44))
        for sound in [
            Room.hum(count, frequency: 50, level: -20), Room.hum(count, frequency: 60, level: -20), fan,
            Room.keys(count, level: -18),
        ] {
            #expect(events(sound.map { Int16(clamping: Int($0 * 32767)) }).isEmpty)
        }
    }
}
