import CRealtimeAudio
import RealtimeAudio
import Testing

/// A ring of a frame a millisecond, which may be 10 frames ahead.
@Suite struct `A ring of sound` {
    private let memory = Preallocated(SoundRing(channels: 2, sampleRate: 1000, ahead: 10))

    private func write(_ frames: [Float]) -> Int {
        frames.withUnsafeBufferPointer { frames in memory.withState { $0.write(frames) } }
    }

    /// What a callback for so many frames renders, the left channel only, after checking that the right is the same.
    private func render(_ frames: Int, at instant: Int64 = 0) -> [Float] {
        var output = [Float](repeating: 9, count: 2 * frames)
        output.withUnsafeMutableBufferPointer { output in
            guard let start = output.baseAddress else { return }
            memory.withState { $0.render(into: start, frames: frames, instant: instant) }
        }
        for frame in 0..<frames { #expect(output[2 * frame] == output[2 * frame + 1]) }
        return (0..<frames).map { output[2 * $0] }
    }

    private func heard(at instant: Int64) -> Int64 { memory.withState { $0.heardFrames(at: instant) } }

    @Test func `plays what was written and then silence`() {
        #expect(write([1, 2, 3]) == 3)
        #expect(render(5) == [1, 2, 3, 0, 0])
        #expect(write([4]) == 1)
        #expect(render(2) == [4, 0])
        #expect(memory.withState { $0.renderedFrames } == 7)
    }

    @Test func `takes no more than may be ahead`() {
        #expect(write([Float](repeating: 1, count: 25)) == 10)
        #expect(write([1]) == 0)
        _ = render(4)
        #expect(write([Float](repeating: 1, count: 25)) == 4)
    }

    @Test func `goes round and round without a seam`() {
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

    @Test func `drops what was not played, and takes a new beginning at once`() {
        #expect(write([Float](repeating: 1, count: 10)) == 10)
        _ = render(2)
        memory.withState { $0.drop() }
        #expect(heard(at: 0) == 10)
        #expect(write([5, 6]) == 2)
        #expect(render(4) == [5, 6, 0, 0])
    }

    @Test func `paused it is silent and keeps its place`() {
        #expect(write([1, 2]) == 2)
        memory.withState { $0.setPaused(true) }
        #expect(render(3) == [0, 0, 0])
        memory.withState { $0.setPaused(false) }
        #expect(render(3) == [1, 2, 0])
    }

    @Test func `counts as heard what has left the loudspeaker, not what was rendered`() {
        #expect(write([1, 2, 3, 4]) == 4)
        // Its first frame is heard 100 ms from now.
        _ = render(4, at: 100_000_000)
        #expect(heard(at: 0) == 0)
        #expect(heard(at: 100_000_000) == 0)
        #expect(heard(at: 102_000_000) == 2)
        #expect(heard(at: 104_000_000) == 4)
        #expect(heard(at: 900_000_000) == 4)
    }

    @Test func `plays through the callback that the driver calls`() {
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
