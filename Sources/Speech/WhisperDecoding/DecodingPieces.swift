/// Cuts a sound for Whisper, which decodes 30 s at most.
package enum DecodingPieces {
    private static let limit = 30 * 16_000
    /// How far before the limit the search for a place to cut begins: 10 s.
    private static let reach = 10 * 16_000
    /// The length over which loudness is measured: 200 ms.
    private static let window = 3200
    private static let step = 800

    /// The pieces of a sound, mono at 16 kHz, in order; together they are all of it.
    ///
    /// It is cut where it is quietest.
    package static func pieces(of samples: [Float]) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = 0
        while samples.count - start > limit {
            let cut = quietest(in: samples[start + limit - reach..<start + limit])
            pieces.append(start..<cut)
            start = cut
        }
        if start < samples.count { pieces.append(start..<samples.count) }
        return pieces
    }

    /// The middle of the quietest window.
    private static func quietest(in samples: ArraySlice<Float>) -> Int {
        let places = stride(from: samples.startIndex, through: samples.endIndex - window, by: step)
        let loudness = places.map { place in samples[place..<place + window].reduce(0) { $0 + $1 * $1 } }
        let quietest = zip(places, loudness).min { $0.1 < $1.1 }?.0 ?? samples.startIndex
        return quietest + window / 2
    }
}
