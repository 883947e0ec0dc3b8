import Foundation
import RealtimeAudio

/// Reads a capture state whose device numbers its frames 0, 1, 2 …, and checks that each stands where it was captured.
struct CaptureReader {
    /// How many frames have been passed, lost ones included: the number that the next frame must have.
    private(set) var position: Int64 = 0
    /// How many of them were read.
    private(set) var framesRead: Int64 = 0
    /// The first frame that was not in its place, or nil.
    private(set) var misplaced: (expected: Int64, got: Float)?

    private var lost: Int64 = 0

    /// Reads at most so many frames once, and returns how many came.
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

    /// Frame numbers are taken modulo this, so that a float holds them exactly.
    static let modulus: Int64 = 1 << 20
}

/// A device that numbers its frames.
struct NumberingDevice {
    /// How many frames it has delivered.
    private(set) var delivered: Int64 = 0

    /// Delivers the next frames to a capture state, in each of so many channels.
    mutating func deliver(_ count: Int, to state: borrowing CaptureState, channels: Int = 1) {
        let frames = (0..<count)
            .flatMap { offset in
                repeatElement(Float((delivered + Int64(offset)) % CaptureReader.modulus), count: channels)
            }
        delivered += Int64(count)
        frames.withUnsafeBufferPointer { state.deliver($0.baseAddress, frames: count, instant: delivered * 1000) }
    }
}

/// The sine of so many turns.
func sine(_ turns: Double) -> Double { sin(2 * .pi * turns) }
