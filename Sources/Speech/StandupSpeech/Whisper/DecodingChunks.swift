/// Splits long sound into chunks that fit Whisper's context window of 30 s.
package enum DecodingChunks {
    private static let limit = 30 * 16_000
    /// The range before the maximum in which to cut: 10 s.
    private static let reach = 10 * 16_000
    /// The window for measuring the level: 200 ms.
    private static let window = 3200
    private static let step = 800

    /// Splits a sound, mono at 16 kHz, at its quietest points, into chunks in order and without gaps.
    package static func chunks(of samples: [Float]) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var start = 0
        while samples.count - start > limit {
            let cut = quietest(in: samples[start + limit - reach..<start + limit])
            chunks.append(start..<cut)
            start = cut
        }
        if start < samples.count { chunks.append(start..<samples.count) }
        return chunks
    }

    /// The middle of the quietest window.
    private static func quietest(in samples: ArraySlice<Float>) -> Int {
        let places = stride(from: samples.startIndex, through: samples.endIndex - window, by: step)
        let loudness = places.map { place in samples[place..<place + window].reduce(0) { $0 + $1 * $1 } }
        let quietest = zip(places, loudness).min { $0.1 < $1.1 }?.0 ?? samples.startIndex
        return quietest + window / 2
    }
}
