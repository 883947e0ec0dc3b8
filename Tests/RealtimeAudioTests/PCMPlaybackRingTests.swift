import CRealtimeAudio
import Testing

@testable import StandupAudio

/// A ring at one frame per millisecond, which buffers 10 frames.
@Suite struct `A PCM playback ring` {
    private let memory = Preallocated(PCMPlaybackRing(channels: 2, sampleRate: 1000, ahead: 10))

    private func write(_ frames: [Float]) -> Int {
        frames.withUnsafeBufferPointer { frames in memory.withState { $0.write(frames) } }
    }

    /// Renders frames and returns the left channel, after checking that the right is equal.
    private func render(_ frames: Int, at instant: Int64 = 0) -> [Float] {
        var output = [Float](repeating: 9, count: 2 * frames)
        output.withUnsafeMutableBufferPointer { output in
            guard let start = output.baseAddress else { return }
            memory.withState { $0.render(into: start, frames: frames, instant: instant) }
        }
        for frame in 0..<frames { #expect(output[2 * frame] == output[2 * frame + 1]) }
        return (0..<frames).map { output[2 * $0] }
    }

    private func heard(at instant: Int64) -> Int64 { memory.withState { $0.playedFrames(at: instant) } }

    @Test func `plays the written frames and then silence`() {
        #expect(write([1, 2, 3]) == 3)
        #expect(render(5) == [1, 2, 3, 0, 0])
        #expect(write([4]) == 1)
        #expect(render(2) == [4, 0])
        #expect(memory.withState { $0.renderedFrames } == 7)
    }

    @Test func `accepts no more than its limit`() {
        #expect(write([Float](repeating: 1, count: 25)) == 10)
        #expect(write([1]) == 0)
        _ = render(4)
        #expect(write([Float](repeating: 1, count: 25)) == 4)
    }

    @Test func `wraps around without a gap`() {
        var written: [Float] = []
        var played: [Float] = []
        for round in 0..<100 {
            let frames = (0..<7).map { Float(round * 7 + $0 + 1) }
            written += frames.prefix(write(frames))
            played += render(7)
        }
        #expect(played == written)
        #expect(played.count == 700)
    }

    @Test func `drops unplayed frames, and accepts new ones at once`() {
        #expect(write([Float](repeating: 1, count: 10)) == 10)
        _ = render(2)
        memory.withState { $0.drop() }
        #expect(heard(at: 0) == 10)
        #expect(write([5, 6]) == 2)
        #expect(render(4) == [5, 6, 0, 0])
    }

    @Test func `is silent while paused, and keeps its position`() {
        #expect(write([1, 2]) == 2)
        memory.withState { $0.setPaused(true) }
        #expect(render(3) == [0, 0, 0])
        memory.withState { $0.setPaused(false) }
        #expect(render(3) == [1, 2, 0])
    }

    @Test func `counts frames as played when they leave the loudspeaker, not when they are rendered`() {
        #expect(write([1, 2, 3, 4]) == 4)
        // Its first frame is played in 100 ms.
        _ = render(4, at: 100_000_000)
        #expect(heard(at: 0) == 0)
        #expect(heard(at: 100_000_000) == 0)
        #expect(heard(at: 102_000_000) == 2)
        #expect(heard(at: 104_000_000) == 4)
        #expect(heard(at: 900_000_000) == 4)
    }

    @Test func `plays through the driver's callback`() {
        #expect(write([1, 2, 3]) == 3)
        var context = memory.callbackContext
        var output = [Float](repeating: 9, count: 8)
        #expect(standup_playback_callback(nil, &output, 4, nil, 0, &context) == 0)
        #expect(output == [1, 1, 2, 2, 3, 3, 0, 0])
        memory.withState { $0.drop() }
        #expect(write([4]) == 1)
        #expect(standup_playback_callback(nil, &output, 4, nil, 0, &context) == 0)
        #expect(output == [4, 4, 0, 0, 0, 0, 0, 0])
    }
}
