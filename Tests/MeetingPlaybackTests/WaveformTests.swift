import Foundation
import Testing

@testable import Sound

@Suite(.timeLimit(.minutes(10))) struct `A waveform` {
    @Test func `shows where a recording is loud`() throws {
        let samples = (0..<8000).map { $0 < 2000 ? Float(0) : $0 < 4000 ? 1 : $0 < 6000 ? 0.1 : -0.5 }
        let file = try SoundFile(samples, sampleRate: 8000)
        let waveform = try Waveform(of: AudioFileReader(path: file.path))
        #expect(waveform.levels.count == Waveform.length)
        #expect(waveform.level(from: 0, to: 0.24) == 0)
        #expect(waveform.level(from: 0.26, to: 0.49) == Waveform.loudest)
        let (quiet, middle) = (waveform.level(from: 0.51, to: 0.74), waveform.level(from: 0.76, to: 1))
        #expect(0 < quiet && quiet < middle && middle < Waveform.loudest)
        let data = try JSONEncoder().encode(waveform)
        #expect(try JSONDecoder().decode(Waveform.self, from: data) == waveform)
    }

    @Test func `of a recording shorter than it is wide has a level for each frame`() throws {
        let file = try SoundFile([0, 1, 0, 1], sampleRate: 8000)
        #expect(try Waveform(of: AudioFileReader(path: file.path)).levels == [0, 35, 0, 35])
    }
}
