@testable import StandupSpeech
import Testing

struct `Detected speech` {
    private func ranges(_ probabilities: [Float], samples: Int = 100 * 512) -> [Range<Int>] {
        SpokenSegments(probabilities: probabilities, samples: samples).ranges.map {
            $0.lowerBound / 512..<$0.upperBound / 512
        }
    }

    @Test func `starts at a probability, and continues above a lower one`() {
        #expect(ranges([0, 0, 0.9, 0.4, 0.36, 0.9, 0, 0, 0, 0]) == [2..<6])
        #expect(ranges([0.9, 0.9, 0.9, 0.9]) == [0..<4])
        #expect(ranges([0.4, 0.4, 0.4, 0.4]) == [])
        #expect(ranges([]) == [])
    }

    @Test func `spans short pauses, and excludes clicks`() {
        #expect(ranges([1, 1, 1, 0, 0, 1, 1, 1]) == [0..<8])
        #expect(ranges([1, 1, 1, 0, 0, 0, 1, 1, 1]) == [0..<3, 6..<9])
        #expect(ranges([0, 1, 1, 0, 0, 0, 0]) == [])
    }

    @Test func `is sought in a sound that is loud enough`() {
        #expect(SpokenSegments.audible([0.01, -0.02]) == [0.25, -0.5])
        #expect(SpokenSegments.audible([0.01, -0.75]) == [0.01, -0.75])
        #expect(SpokenSegments.audible([0, 0]) == [0, 0] && SpokenSegments.audible([]) == [])
        // Each part by itself.
        let loud = [Float](repeating: 0.75, count: 16_000)
        let quiet = [Float](repeating: 0.01, count: 32_000)
        let heard = SpokenSegments.audible(loud + quiet)
        #expect(heard.prefix(16_000) == loud[...] && heard.suffix(8000).allSatisfy { abs($0 - 0.5) < 0.001 })
    }

    @Test func `ends with the sound`() {
        #expect(SpokenSegments(probabilities: [1, 1, 1, 1], samples: 2000).ranges == [0..<2000])
    }
}

struct `A sound for Whisper` {
    @Test func `is cut at its quietest points without gaps if it is long`() {
        var samples = [Float](repeating: 0.5, count: 70 * 16_000)
        for index in 25 * 16_000..<26 * 16_000 { samples[index] = 0.01 }
        let pieces = DecodingChunks.chunks(of: samples)
        #expect(pieces.count == 3)
        #expect((25 * 16_000..<26 * 16_000).contains(pieces[0].upperBound))
        #expect(pieces.first?.lowerBound == 0 && pieces.last?.upperBound == samples.count)
        #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(pieces.allSatisfy { $0.count <= 30 * 16_000 })
    }

    @Test(arguments: [0, 1, 16_000, 30 * 16_000])
    func `is one piece if it is short`(count: Int) {
        #expect(DecodingChunks.chunks(of: Array(repeating: 0, count: count)) == (count == 0 ? [] : [0..<count]))
    }
}

struct `Whisper's prompt` {
    @Test func `lists the terms as written, then the names`() {
        let vocabulary = Vocabulary(
            names: ["Siobhán Li", "Łukasz"], terms: ["Kubernetes", "pull request"], language: "de")
        #expect(SpeechPrompt(vocabulary.pronouncedTerms).text == "Kubernetes, pull request. Siobhán, Łukasz.")
        #expect(SpeechPrompt([]).text == "")
    }
}
