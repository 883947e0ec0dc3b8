import MeetingModel
@testable import Sound
import Testing

/// Sound that waits in memory.
@Suite struct `The sound backlog` {
    @Test func `returns the samples in order, taken from either end`() {
        var generator = SeededGenerator(seed: 7)
        var backlog = SampleBacklog<Int16>()
        var expected: [Int16] = []
        var next: Int16 = 0
        for _ in 0..<2000 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                let count = Int.random(in: 0...20_000, using: &generator)
                let added = (0..<count).map { next &+ Int16(truncatingIfNeeded: $0) }
                next &+= Int16(truncatingIfNeeded: count)
                backlog.append(added)
                expected += added
            case 2, 3:
                let count = Int.random(in: 0...30_000, using: &generator)
                backlog.removeFirst(count)
                expected.removeFirst(min(count, expected.count))
            default:
                let count = Int.random(in: 0...20_000, using: &generator)
                backlog.removeLast(count)
                expected.removeLast(min(count, expected.count))
            }
            var buffer = [Int16](repeating: -1, count: Int.random(in: 1...40_000, using: &generator))
            let count = buffer.withUnsafeMutableBufferPointer { backlog.copyFirst(into: $0) }
            #expect(backlog.count == expected.count)
            #expect(buffer.prefix(count).elementsEqual(expected.prefix(buffer.count)))
            var first: [Int16] = []
            backlog.forEach(first: 20_000) { first.append($0) }
            #expect(first.elementsEqual(expected.prefix(20_000)))
        }
    }

    @Test func `for a recognizer is bounded: the oldest of it reads as silence, and the rest stays in its place`() {
        let recording = TransientRecording(sampleRate: 48_000, isRead: true, firstFrame: 100)
        let second = [Float](repeating: 0.5, count: 48_000)
        let most = TransientRecording.limit / 2
        while recording.frames < Int64(most) + 200_000 { second.withUnsafeBufferPointer { recording.append($0) } }
        let first = recording.frames - Int64(most)
        var buffer = [Int16](repeating: -1, count: 1000)
        #expect(buffer.withUnsafeMutableBufferPointer { recording.read(from: 100, into: $0) } == 1000)
        #expect(buffer.allSatisfy { $0 == 0 })
        #expect(buffer.withUnsafeMutableBufferPointer { recording.read(from: first - 10, into: $0) } == 10)
        #expect(buffer.withUnsafeMutableBufferPointer { recording.read(from: first, into: $0) } == 1000)
        #expect(buffer.allSatisfy { $0 > 16_000 })
        let frames = recording.frames
        #expect(buffer.withUnsafeMutableBufferPointer { recording.read(from: frames - 10, into: $0) } == 10)
        recording.truncate(to: frames - 5)
        #expect(recording.frames == frames - 5)
    }

    @Test func `for a recognizer takes the late sound of one side in its place, and ignores what was read`() {
        let recording = TransientRecording(sampleRate: 48_000, channels: 2, isRead: true, firstFrame: 100)
        let loud = [Float](repeating: 0.5, count: 40_000)
        [Float](repeating: 0, count: 80_000).withUnsafeBufferPointer { recording.append($0) }
        var buffer = [Int16](repeating: -1, count: 20_000)
        func read(_ channel: AudioChannel, from frame: Int64) -> ArraySlice<Int16> {
            buffer[..<buffer.withUnsafeMutableBufferPointer { recording.read(channel, from: frame, into: $0) }]
        }
        #expect(read(.call, from: 5100).allSatisfy { $0 == 0 })
        loud.prefix(20_000).withUnsafeBufferPointer { recording.replace($0, of: .call, from: 100) }
        loud.prefix(10).withUnsafeBufferPointer { recording.replace($0, of: .call, from: 40_095) }
        let call = read(.call, from: 5100)
        #expect(call.prefix(15_000).allSatisfy { $0 == 16_384 } && call.dropFirst(15_000).allSatisfy { $0 == 0 })
        #expect(read(.call, from: 40_090).elementsEqual([0, 0, 0, 0, 0] + [16_384, 16_384, 16_384, 16_384, 16_384]))
        #expect(read(.room, from: 100).allSatisfy { $0 == 0 })
    }
}
