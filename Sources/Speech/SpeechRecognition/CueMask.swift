import AudioDevices

/// Keeps the sound of the program's own cues from the recogniser.
///
/// Samples pass through unchanged but for where a cue was played *and* is heard in them: there the cue is taken out and
/// other sound is left. While a cue may be sounding, samples are held back until all of it has come.
struct CueMask {
    /// Lengths in samples at 16 kHz.
    private enum Length {
        /// A mark may be this much later than the sound: 30 ms.
        static let lead: Int64 = 480
        /// The loudspeaker, the air and the microphone take up to 250 ms.
        static let delay: Int64 = 4000
        /// The room goes on sounding for 250 ms.
        static let tail: Int64 = 4000
        /// More than a block of the echo's.
        static let margin: Int64 = 640
    }

    private let echoes: [Cue: (echo: CueEcho, length: Int64)]
    private var marks: [(cue: Cue, position: Int64)] = []
    private var held: SampleWindow

    /// A mask for cues at 16 kHz, for a stream whose first sample has this position.
    init(cues: [Cue: [Float]], start: Int64 = 0) {
        echoes = cues.filter { !$0.value.isEmpty }.mapValues { (CueEcho(cue: $0), Int64($0.count)) }
        held = SampleWindow(start: start)
    }

    /// A cue's first sample was played at a position.
    ///
    /// It is to be told before the samples from there on have passed.
    mutating func mark(_ cue: Cue, at position: Int64) {
        guard echoes[cue] != nil else { return }
        let index = marks.firstIndex { $0.position > position } ?? marks.count
        marks.insert((cue, position), at: index)
    }

    /// Takes in the next samples and hands those to `sink` that may go on; with `flush` all of them.
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
        let stretch = (mark.position - Length.lead - Length.margin..<end(of: mark)).clamped(to: held.start..<held.end)
        let sound = held.withSamples(stretch) { $0.map { Float($0) / 32768 } }
        let delays = mark.position + Length.delay - stretch.lowerBound
        guard delays > 0, let echo = echoes[mark.cue]?.echo.echo(in: sound, delays: Int(delays)) else { return }
        held.withMutableSamples(stretch) { samples in
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
