import Foundation
import MeetingModel
import Synchronization
import Testing

@testable import Sound
@testable import StandupAudio

struct CaptureStateTests {
    @Test func `Frames are read as they were written, across the ring's end`() {
        let state = CaptureState(channels: 1, sampleRate: 48_000, minimumCapacity: 16)
        var device = NumberingDevice()
        var reader = CaptureReader()
        for _ in 0..<1000 {
            device.deliver(11, to: state)
            #expect(reader.read(state, atMost: 7) == 7)
            #expect(reader.read(state, atMost: 100) == 4)
            #expect(reader.read(state, atMost: 100) == 0)
        }
        #expect(reader.misplaced == nil)
        #expect(reader.position == 11_000)
        #expect(state.lostFrames == 0)
    }

    @Test func `The newest anchor holds the frame count and the instant of the last buffer`() {
        let state = CaptureState(channels: 1, sampleRate: 48_000, minimumCapacity: 16)
        #expect(state.anchor == nil)
        var device = NumberingDevice()
        device.deliver(10, to: state)
        #expect(state.anchor == CaptureAnchor(frames: 10, instant: .microseconds(10)))
        device.deliver(5, to: state)
        #expect(state.anchor == CaptureAnchor(frames: 15, instant: .microseconds(15)))
        // Lost frames count too.
        device.deliver(100, to: state)
        #expect(state.anchor == CaptureAnchor(frames: 115, instant: .microseconds(115)))
    }

    @Test func `The promptest anchor is that of the buffer with the least delay since it was last taken`() {
        let state = CaptureState(channels: 1, sampleRate: 1000, minimumCapacity: 1024)
        #expect(state.takePromptestAnchor() == nil)
        let frames = [Float](repeating: 0, count: 20)
        func deliver(at milliseconds: Int64) {
            frames.withUnsafeBufferPointer {
                state.deliver($0.baseAddress, frames: 20, instant: milliseconds * 1_000_000)
            }
        }
        // 20 ms of sound each, 9, 3 and 6 ms late.
        for instant in [29, 43, 66] as [Int64] { deliver(at: instant) }
        #expect(state.takePromptestAnchor() == CaptureAnchor(frames: 40, instant: .milliseconds(43)))
        deliver(at: 90)
        #expect(state.takePromptestAnchor() == CaptureAnchor(frames: 80, instant: .milliseconds(90)))
        #expect(state.anchor == CaptureAnchor(frames: 80, instant: .milliseconds(90)))
    }

    @Test func `Frames that do not fit are lost, and the reader learns how many and where`() {
        let state = CaptureState(channels: 1, sampleRate: 48_000, minimumCapacity: 16)
        var device = NumberingDevice()
        var reader = CaptureReader()
        device.deliver(20, to: state)
        device.deliver(3, to: state)
        // The loss is not reported until the frames before it are read.
        #expect(reader.read(state, atMost: 10) == 10)
        #expect(state.lostFrames == 0)
        device.deliver(5, to: state)
        #expect(reader.read(state, atMost: 100) == 6)
        #expect(state.lostFrames == 0)
        #expect(reader.read(state, atMost: 100) == 5)
        #expect(state.lostFrames == 7)
        #expect(reader.position == 28)
        #expect(reader.misplaced == nil)
    }

    @Test func `A second loss is marked after the first has been read, and both are correct`() {
        let state = CaptureState(channels: 1, sampleRate: 48_000, minimumCapacity: 8)
        var device = NumberingDevice()
        var reader = CaptureReader()
        device.deliver(10, to: state)  // 8 kept, 2 lost
        #expect(reader.read(state, atMost: 4) == 4)
        device.deliver(6, to: state)  // 4 kept behind the first loss, 2 lost
        #expect(reader.read(state, atMost: 2) == 2)
        device.deliver(2, to: state)  // room, but no place for a second mark
        while reader.read(state, atMost: 3) > 0 {}
        device.deliver(1, to: state)
        while reader.read(state, atMost: 3) > 0 {}
        #expect(reader.misplaced == nil)
        #expect(reader.position == 19)
        #expect(state.lostFrames == 6)
    }

    @Test func `A buffer that the device lost is a loss at its position`() {
        let state = CaptureState(channels: 1, sampleRate: 48_000, minimumCapacity: 64)
        var reader = CaptureReader()
        let samples = (0..<30).map(Float.init)
        samples.withUnsafeBufferPointer { buffer in
            state.deliver(buffer.baseAddress, frames: 10, instant: 1)
            state.deliver(nil, frames: 10, instant: 2, overflowed: true)
            state.deliver(buffer.baseAddress.map { $0 + 20 }, frames: 10, instant: 3)
        }
        while reader.read(state, atMost: 64) > 0 {}
        #expect(reader.misplaced == nil)
        #expect(reader.position == 30)
        #expect(state.lostFrames == 10)
        #expect(state.overruns == 1)
        #expect(state.anchor?.frames == 30)
    }

    @Test func `An overrun is reported between its neighboring frames, with an anchor after it`() {
        let state = CaptureState(channels: 1, sampleRate: 48_000, minimumCapacity: 64)
        let samples = (0..<40).map(Float.init)
        var buffer = [Float](repeating: 0, count: 64)
        samples.withUnsafeBufferPointer { input in
            func deliver(_ start: Int, _ count: Int, overflowed: Bool = false) {
                let instant = Int64(start + count)
                state.deliver(
                    input.baseAddress.map { $0 + start }, frames: count, instant: instant, overflowed: overflowed)
            }
            deliver(0, 10)
            deliver(10, 5, overflowed: true)
            // Only one loss can be marked at a time; this one is marked a buffer late, and no frame is lost for it.
            deliver(15, 5, overflowed: true)
            #expect(buffer.withUnsafeMutableBufferPointer { state.read(into: $0) } == 10)
            #expect(state.overruns == 0)
            #expect(buffer.withUnsafeMutableBufferPointer { state.read(into: $0) } == 10)
            #expect(state.overruns == 1 && buffer[0] == 10)
            #expect(state.anchor == CaptureAnchor(frames: 20, instant: .nanoseconds(20)))
            deliver(20, 5)
            #expect(buffer.withUnsafeMutableBufferPointer { state.read(into: $0) } == 5)
            #expect(state.overruns == 2 && state.lostFrames == 0 && buffer[0] == 20)
        }
    }

    @Test(arguments: [2, 3, 8]) func `Channels are averaged, also across the ring's end`(channels: Int) {
        let state = CaptureState(channels: channels, sampleRate: 48_000, minimumCapacity: 8)
        for round in 0..<5 {
            let frames = (0..<6).map { Float(round * 6 + $0) }
            let input = frames.flatMap { frame in (0..<channels).map { frame + Float($0) - Float(channels - 1) / 2 } }
            input.withUnsafeBufferPointer { state.deliver($0.baseAddress, frames: 6, instant: 0) }
            var output = [Float](repeating: 0, count: 6)
            let count = output.withUnsafeMutableBufferPointer { state.read(into: $0) }
            #expect(count == 6)
            for (got, expected) in zip(output, frames) { #expect(abs(got - expected) < 1e-4) }
        }
    }

    @Test func `For all sizes, every frame is at its position and none is counted twice`() {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0...UInt64.max, using: &random)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let state = CaptureState(
                channels: 1, sampleRate: 48_000, minimumCapacity: Int.random(in: 1...64, using: &generator))
            var device = NumberingDevice()
            var reader = CaptureReader()
            for _ in 0..<200 {
                if Bool.random(using: &generator) {
                    device.deliver(Int.random(in: 0...40, using: &generator), to: state)
                } else {
                    _ = reader.read(state, atMost: Int.random(in: 1...50, using: &generator))
                }
            }
            while reader.read(state, atMost: 64) > 0 {}
            device.deliver(1, to: state)
            while reader.read(state, atMost: 64) > 0 {}
            #expect(reader.misplaced == nil, "seed \(seed)")
            #expect(reader.position == device.delivered, "seed \(seed)")
            #expect(reader.framesRead + state.lostFrames == device.delivered, "seed \(seed)")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [64, 4096])
    func `A writing and a reading thread agree on every frame and anchor`(capacity: Int) {
        let memory = Preallocated(CaptureState(channels: 1, sampleRate: 48_000, minimumCapacity: capacity))
        let finished = Atomic<Bool>(false)
        let thread = Thread {
            var device = NumberingDevice()
            memory.withState { state in
                for round in 0..<20_000 { device.deliver(1 + round % 32, to: state) }
            }
            finished.store(true, ordering: .releasing)
        }
        thread.start()
        var reader = CaptureReader()
        var anchorsTorn = 0
        memory.withState { state in
            while !finished.load(ordering: .acquiring) {
                _ = reader.read(state, atMost: 48)
                if let anchor = state.anchor, anchor.instant != .microseconds(anchor.frames) { anchorsTorn += 1 }
            }
            while reader.read(state, atMost: 48) > 0 {}
            #expect(reader.misplaced == nil)
            #expect(reader.framesRead > 0)
            #expect(anchorsTorn == 0)
            // A loss at the end is visible only in the anchor.
            #expect(reader.position <= state.anchor?.frames ?? 0)
        }
    }
}
