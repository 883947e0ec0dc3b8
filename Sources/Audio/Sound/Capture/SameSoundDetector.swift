/// Detects that two channels carry the same sound, because both are the same device.
///
/// Two streams of one device deliver equal samples, some milliseconds apart. What a microphone hears of a loudspeaker is
/// never equal: the room changes it.
struct SameSoundDetector {
    /// The number of samples compared: 20 ms at 48 kHz.
    private static let length = 960
    /// The greatest distance of the streams, in frames: 60 ms at 48 kHz.
    private static let distance = 2880
    /// The greatest difference that counts as equal, as a share of the sound.
    private static let tolerance: Float = 0.02
    /// The least mean amplitude to compare: -46 dBFS.
    private static let audible: Float = 0.005

    private var room: [Float] = []
    private var call: [Float] = []

    /// Adds frames of both channels, which alternate; returns true if the sound of the last tenths of a second is the
    /// same.
    mutating func add(_ frames: UnsafeBufferPointer<Float>) -> Bool {
        for index in stride(from: 0, to: frames.count - 1, by: 2) {
            room.append(frames[index])
            call.append(frames[index + 1])
        }
        let needed = 2 * Self.distance + Self.length
        guard room.count >= 4 * needed else { return false }
        defer {
            room.removeAll(keepingCapacity: true)
            call.removeAll(keepingCapacity: true)
        }
        return (0..<3).contains { isSame(around: $0 * needed) }
    }

    /// Compares a part of the room with each place of the call near it.
    private func isSame(around start: Int) -> Bool {
        let part = room[(start + Self.distance)..<(start + Self.distance + Self.length)]
        let energy = part.reduce(0) { $0 + abs($1) }
        guard energy > Self.audible * Float(Self.length) else { return false }
        let limit = energy * Self.tolerance
        return (start...(start + 2 * Self.distance)).contains { place in
            var difference: Float = 0
            for offset in 0..<Self.length {
                difference += abs(part[part.startIndex + offset] - call[place + offset])
                if difference > limit { return false }
            }
            return true
        }
    }
}
