import Sound

/// Removes the program's own cues from the recognizer's input.
///
/// Samples are changed only where a cue was played *and* is present in the recording; other sound there is kept.
/// Samples are delayed until a possible cue is complete.
struct CueMask {
    /// Lengths in samples at 16 kHz.
    private enum Length {
        /// The delay of a mark behind the sound: up to 30 ms.
        static let lead: Int64 = 480
        /// The delay of loudspeaker, air and microphone: up to 250 ms.
        static let delay: Int64 = 4000
        /// The reverberation of the room: 250 ms.
        static let tail: Int64 = 4000
        /// More than one block of `CueEcho`.
        static let margin: Int64 = 640
    }

    private let echoes: [Cue: (detector: CueEcho, length: Int64)]
    private var marks: [(cue: Cue, position: Int64)] = []
    private var held: SampleWindow

    /// Creates a mask for cues at 16 kHz and a stream that starts at a position.
    init(cues: [Cue: [Float]], start: Int64 = 0) {
        echoes = cues.filter { !$0.value.isEmpty }.mapValues { (CueEcho(cue: $0), Int64($0.count)) }
        held = SampleWindow(start: start)
    }

    /// Call it before the samples from there on are passed.
    mutating func mark(_ cue: Cue, at position: Int64) {
        guard echoes[cue] != nil else { return }
        let index = marks.firstIndex { $0.position > position } ?? marks.count
        marks.insert((cue, position), at: index)
    }

    /// Takes samples and passes the completed ones to `sink`; with `flush` all of them.
    mutating func pass(_ samples: [Int16], flush: Bool = false, to sink: (UnsafeBufferPointer<Int16>) -> Void) {
        held.append(contentsOf: samples)
        while let mark = marks.first, flush || held.end >= end(of: mark) {
            takeOut(mark)
            marks.removeFirst()
        }
        let first = marks.first.map { $0.position - Length.lead - Length.margin } ?? held.end
        let free = held.start..<max(held.start, min(first, held.end))
        held.withSamples(free, sink)
        held.drop(before: free.upperBound)
    }

    private func end(of mark: (cue: Cue, position: Int64)) -> Int64 {
        mark.position + Length.delay + (echoes[mark.cue]?.length ?? 0) + Length.tail + Length.margin
    }

    private mutating func takeOut(_ mark: (cue: Cue, position: Int64)) {
        let segment = (mark.position - Length.lead - Length.margin..<end(of: mark)).clamped(to: held.start..<held.end)
        let sound = held.withSamples(segment) { $0.map { Float($0) / 32768 } }
        let delays = mark.position + Length.delay - segment.lowerBound
        guard delays > 0, let echo = echoes[mark.cue]?.detector.find(in: sound, delays: Int(delays)) else { return }
        held.withMutableSamples(segment) { samples in
            for index in samples.indices where echo[index] != 0 {
                samples[index] = Int16(((sound[index] - echo[index]) * 32768).rounded().clamped(to: -32768...32767))
            }
        }
    }
}

extension Float {
    fileprivate func clamped(to range: ClosedRange<Float>) -> Float {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
