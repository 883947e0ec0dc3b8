import Foundation
import Sound
import Testing

@testable import StandupSpeech

@Suite struct CueMaskTests {
    private static let played: Int64 = 16000

    private func masked(_ samples: [Int16], cue: [Float] = Signal.bell(), step: Int = 1600) -> [Int16] {
        var mask = CueMask(cues: [.ding: cue])
        mask.mark(.ding, at: Self.played)
        var result: [Int16] = []
        for start in stride(from: 0, to: samples.count, by: step) {
            let end = min(start + step, samples.count)
            mask.pass(Array(samples[start..<end]), flush: end == samples.count) { result += $0 }
        }
        return result
    }

    private func hasSpeech(_ samples: [Int16]) -> Bool {
        var endpointer = Endpointer()
        return samples.withUnsafeBufferPointer { samples in
            stride(from: 0, through: samples.count - 160, by: 160)
                .contains { start in
                    endpointer.process(UnsafeBufferPointer(rebasing: samples[start..<start + 160])) != nil
                }
        }
    }

    @Test(arguments: [0, 80, 1600, 3900], [0.4, 0.05, 0.01] as [Float])
    func `A cue in a silent room is removed, whatever its delay`(delay: Int, gain: Float) {
        for reverberation: Float in [0, 1] {
            let echo = Signal.heard(Signal.bell(), delay: delay, gain: gain, reverberation: reverberation)
            let sound = Signal.mix(Signal.noise(3, rms: 0.0003), with: echo, at: Int(Self.played))
            #expect(hasSpeech(sound) || gain < 0.05, "the cue alone would be taken for speech")
            let result = masked(sound)
            #expect(!hasSpeech(result))
            let segment = Int(Self.played) + delay..<Int(Self.played) + delay + 8000
            let reduction = Signal.rms(result[segment]) / Signal.rms(sound[segment])
            #expect(reduction < 0.05 || Signal.rms(result[segment]) < 0.001, "only to \(reduction)")
        }
    }

    @Test func `Without the cue in the recording no sample is changed`() {
        for sound in [Signal.silence(3), Signal.noise(3, rms: 0.01), Signal.sentence(3, peak: 0.5)] {
            #expect(masked(sound) == sound)
        }
    }

    @Test func `Speech directly after the cue is kept`() {
        let speech = Signal.mix(Signal.silence(3), with: Signal.sentence(1.7, peak: 0.4), at: Int(Self.played) + 2400)
        let echo = Signal.heard(Signal.bell(), delay: 800, gain: 0.3, reverberation: 0.5)
        let result = masked(Signal.mix(speech, with: echo, at: Int(Self.played)))
        let segment = Int(Self.played) + 2400..<Int(Self.played) + 27000
        let error = zip(result[segment], speech[segment]).map { Int16(clamping: Int($0) - Int($1)) }
        #expect(Signal.rms(error) < 0.2 * Signal.rms(speech[segment]))
    }

    @Test func `All samples pass in order, and are delayed only during a possible cue`() {
        let sound = Signal.noise(4, rms: 0.01)
        #expect(masked(sound, step: 100) == sound)
        var mask = CueMask(cues: [.ding: Signal.bell()])
        mask.mark(.warning, at: 100)
        mask.mark(.ding, at: 32000)
        var count = 0
        mask.pass(Array(sound[..<30000])) { count += $0.count }
        #expect(count == 30000)
        mask.pass(Array(sound[30000..<40000])) { count += $0.count }
        #expect((30000..<32000).contains(count))
        mask.pass(Array(sound[40000...])) { count += $0.count }
        #expect(count == sound.count)
    }

    @Test func `A cue that started before the first sample is removed too`() {
        let bell = Signal.bell()
        let rest = Signal.mix(Signal.noise(2, rms: 0.0003), with: bell.dropFirst(1200).map { $0 * 0.3 }, at: 0)
        var mask = CueMask(cues: [.ding: bell], start: 0)
        mask.mark(.ding, at: -1600)
        var result: [Int16] = []
        mask.pass(rest, flush: true) { result += $0 }
        #expect(result.count == rest.count)
    }

    @Test func `Two consecutive cues are both removed`() {
        let bell = Signal.bell().map { $0 * 0.3 }
        var sound = Signal.mix(Signal.noise(4, rms: 0.0003), with: bell, at: 16400)
        sound = Signal.mix(sound, with: bell, at: 32400)
        var mask = CueMask(cues: [.ding: Signal.bell()])
        mask.mark(.ding, at: 32000)
        mask.mark(.ding, at: 16000)
        var result: [Int16] = []
        mask.pass(sound, flush: true) { result += $0 }
        #expect(result.count == sound.count && !hasSpeech(result))
    }

    @Test func `A cue is marked by its frame in the recording`() throws {
        let bell = Signal.bell(rate: 48000)
        let sound = Signal.mix(
            [Int16](repeating: 0, count: 4 * 48000),
            with: bell.map { $0 * 0.4 },
            at: 48000 + 2400
        )
        for isMarked in [false, true] {
            let cues = CueSounds(sampleRate: 48000, samples: [.ding: bell])
            let transcriber = Transcriber(sampleRate: 48000, cues: cues, startFrame: 960) { ToneRecognizer() }
            if isMarked { transcriber.markCue(.ding, at: 960 + 48000) }
            var results = try sound.withUnsafeBufferPointer { try transcriber.hear($0) }
            results += try transcriber.finish()
            #expect(results.isEmpty == isMarked)
        }
    }
}

@Suite struct FourierTransformTests {
    @Test(arguments: [2, 64, 1024])
    func `The transform finds a tone's frequency, and the inverse restores it`(size: Int) {
        let bin = size / 4
        let values = (0..<size).map { Float(cos(2 * Double.pi * Double(bin * $0) / Double(size))) }
        var spectrum = Spectrum(values, size: size)
        let transform = FourierTransform(size: size)
        transform.forward(&spectrum)
        let strongest = (0...size / 2).max { spectrum.power($0) < spectrum.power($1) }
        #expect(strongest == bin)
        transform.inverse(&spectrum)
        for (value, expected) in zip(spectrum.real, values) { #expect(abs(value - expected) < 1e-4) }
    }
}
