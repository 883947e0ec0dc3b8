import Foundation

@testable import StandupAudio

/// Reads a capture state whose device numbers its frames 0, 1, 2 …, and checks their positions.
struct CaptureReader {
    /// The number of frames passed, lost ones included, which is the number of the next frame.
    private(set) var position: Int64 = 0
    /// The number of frames read.
    private(set) var framesRead: Int64 = 0
    /// The first frame at a wrong position, or nil.
    private(set) var misplaced: (expected: Int64, got: Float)?

    private var lost: Int64 = 0

    /// Reads at most `limit` frames once, and returns their number.
    mutating func read(_ state: borrowing CaptureState, atMost limit: Int) -> Int {
        var buffer = [Float](repeating: -1, count: limit)
        let count = buffer.withUnsafeMutableBufferPointer { state.read(into: $0) }
        position += state.lostFrames - lost
        lost = state.lostFrames
        for sample in buffer.prefix(count) {
            if sample != Float(position % CaptureReader.modulus), misplaced == nil { misplaced = (position, sample) }
            position += 1
        }
        framesRead += Int64(count)
        return count
    }

    /// The modulus of frame numbers, so that a float stores them exactly.
    static let modulus: Int64 = 1 << 20
}

/// A device that numbers its frames.
struct NumberingDevice {
    /// The number of frames delivered.
    private(set) var delivered: Int64 = 0

    /// Delivers the next frames, the same in each channel.
    mutating func deliver(_ count: Int, to state: borrowing CaptureState, channels: Int = 1) {
        let frames = (0..<count)
            .flatMap { offset in
                repeatElement(Float((delivered + Int64(offset)) % CaptureReader.modulus), count: channels)
            }
        delivered += Int64(count)
        frames.withUnsafeBufferPointer { state.deliver($0.baseAddress, frames: count, instant: delivered * 1000) }
    }
}

/// The sine of an angle in turns.
func sine(_ turns: Double) -> Double { sin(2 * .pi * turns) }
