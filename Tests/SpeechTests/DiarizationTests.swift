import MeetingModel
import Testing

@testable import StandupSpeech

struct `Who speaks when` {
    /// A made-up voice: mostly one direction, and some of others.
    private static func voice(_ direction: Int, noise: Float = 0, _ generator: inout SeededGenerator) -> VoiceEmbedding
    {
        var values = (0..<VoiceEmbedding.size).map { _ in Float.random(in: -1...1, using: &generator) * noise / 8 }
        values[direction] += 1
        return VoiceEmbedding(values, model: "made up")!
    }

    /// Windows of 0.75 s, one after the other; nil is a pause of that length.
    private static func windows(_ voices: [Int?]) -> [Diarization.Window] {
        var generator = SeededGenerator(seed: 4)
        return voices.enumerated()
            .compactMap { index, voice in
                voice.map { direction in
                    let start = Int64(index) * 12_000
                    return Diarization.Window(
                        range: start..<start + 12_000, voice: Self.voice(direction, noise: 0.5, &generator))
                }
            }
    }

    private static func summary(_ diarization: Diarization) -> [String] {
        diarization.turns.map { "\($0.voice): \($0.range.lowerBound / 12_000)-\($0.range.upperBound / 12_000)" }
    }

    /// Average linkage by its definition: the mean of all pairs.
    private static func plainGroups(_ voices: [VoiceEmbedding], atLeast limit: Float) -> Set<Set<Int>> {
        var groups = voices.indices.map { Set([$0]) }
        func similarity(_ first: Set<Int>, _ second: Set<Int>) -> Float {
            let pairs = first.flatMap { one in second.map { voices[one].similarity(to: voices[$0]) ?? -1 } }
            return pairs.reduce(0, +) / Float(pairs.count)
        }
        while groups.count > 1 {
            let pairs = groups.indices.flatMap { first in (0..<first).map { (first, $0) } }
            let (best, other) = pairs.max {
                similarity(groups[$0.0], groups[$0.1]) < similarity(groups[$1.0], groups[$1.1])
            }!
            guard similarity(groups[best], groups[other]) >= limit else { break }
            groups[other].formUnion(groups.remove(at: best))
        }
        return Set(groups)
    }

    @Test(arguments: [0.1, 0.3, 0.4, 0.5, 0.7, 0.9] as [Float])
    func `Groups are those of the plain method`(_ limit: Float) {
        var generator = SeededGenerator(seed: 8)
        let voices = (0..<40).map { Self.voice($0 % 3, noise: Float(1 + $0 % 4), &generator) }
        let groups = VoiceClustering(voices).groups(atLeast: limit)
        let sets = Set(Dictionary(grouping: groups.indices) { groups[$0] }.values.map { Set($0) })
        #expect(sets == Self.plainGroups(voices, atLeast: limit))
    }

    @Test func `Voices are numbered in order of appearance, and their windows joined`() {
        let diarization = Diarization(Self.windows([7, 7, 7, 7, 3, 3, 3, 3, nil, 3, 3, 7, 7, 7, 5, 5, 5]))
        #expect(Self.summary(diarization) == ["0: 0-4", "1: 4-8", "1: 9-11", "0: 11-14", "2: 14-17"])
        #expect(diarization.turns.map(\.start).prefix(2) == [.zero, .seconds(3)])
        #expect(diarization.turns[0].end == .seconds(3))
        let directions = diarization.voices.map { voice in
            voice.values.indices.max { voice.values[$0] < voice.values[$1] }
        }
        #expect(directions == [7, 3, 5])
    }

    @Test func `A voice that is heard for less than 2 s is taken for the next best`() {
        let diarization = Diarization(Self.windows([7, 7, 7, nil, nil, 5, 5, nil, nil, 3, 3, 3]))
        #expect(diarization.voices.count == 2)
        #expect(diarization.turns.count == 3)
        // Alone it is a voice.
        #expect(Self.summary(Diarization(Self.windows([5]))) == ["0: 0-1"])
    }

    @Test func `Unclear windows found no voice`() {
        let clear = Self.windows([7, 7, 7, 7, nil, nil, nil, nil])
        let unclear = Self.windows([nil, nil, nil, nil, 3, 3, 3, 3])
            .map { Diarization.Window(range: $0.range, voice: $0.voice, isClear: false) }
        #expect(Self.summary(Diarization(clear + unclear)) == ["0: 0-8"])
        #expect(Diarization(unclear).voices.count == 1)
    }

    @Test func `A window that is a little more like another voice makes no turn, after a pause it does`() {
        var generator = SeededGenerator(seed: 5)
        var windows = Self.windows([7, 7, 7, 7, 7, nil, nil, 3, 3, 3, 3, 3])
        var between = [Float](repeating: 0, count: VoiceEmbedding.size)
        (between[7], between[3]) = (0.45, 0.6)
        let doubtful = VoiceEmbedding(between, model: "made up")!
        windows[2] = Diarization.Window(range: windows[2].range, voice: doubtful)
        #expect(Self.summary(Diarization(windows)) == ["0: 0-5", "1: 7-12"])
        windows.append(Diarization.Window(range: 240_000..<252_000, voice: Self.voice(7, &generator)))
        windows.append(Diarization.Window(range: 276_000..<288_000, voice: doubtful))
        #expect(Self.summary(Diarization(windows)).suffix(2) == ["0: 20-21", "1: 23-24"])
    }

    @Test func `There are at most so many voices as wanted, or 32`() {
        let windows = Self.windows([7, 7, 7, 7, 3, 3, 3, 3, 5, 5, 5, 5])
        #expect((1...4).map { Diarization(windows, atMost: $0).voices.count } == [1, 2, 3, 3])
        let many = Diarization(Self.windows((0..<200).map { $0 / 4 }))
        #expect(many.voices.count == Diarization.mostVoices)
    }

    @Test func `A voice is that of an attendee with a clearly similar profile, each attendee's once`() throws {
        /// A direction between two others.
        func voice(_ first: Int, _ share: Float, _ second: Int) throws -> VoiceEmbedding {
            var values = [Float](repeating: 0, count: VoiceEmbedding.size)
            (values[first], values[second]) = (share, (1 - share * share).squareRoot())
            return try #require(VoiceEmbedding(values, model: "made up"))
        }
        func profile(_ voice: VoiceEmbedding, _ seconds: Float = 20) throws -> VoiceProfile {
            let distinctive = try #require(voice.distinctive)
            return try #require(VoiceProfile(nil, hearing: [distinctive], seconds: seconds))
        }
        let (ann, ben, cal) = (Attendee.ID(rawValue: "a"), Attendee.ID(rawValue: "b"), Attendee.ID(rawValue: "c"))
        func named(_ profiles: [Attendee.ID: VoiceProfile], _ voices: Int?...) -> [Int: Attendee.ID] {
            Diarization(Self.windows(voices.flatMap { [$0, $0, $0, $0, nil, nil] })).attendees(profiles)
        }
        let sure = [ann: try profile(voice(7, 0.9, 90)), ben: try profile(voice(3, 0.9, 90))]
        #expect(named(sure, 3, 5, 7) == [0: ben, 2: ann])
        #expect(named([ann: try profile(voice(7, 0.4, 90))], 7) == [:])
        // With little speech a profile is not used, and one of another model never.
        #expect(named([ann: try profile(voice(7, 0.9, 90), 5)], 7) == [:])
        let other = try #require(VoiceEmbedding(voice(7, 0.9, 90).values, model: "other"))
        #expect(named([ann: try profile(other)], 7) == [:])
        // Two people with similar voices.
        #expect(named([ann: try profile(voice(7, 0.9, 90)), cal: try profile(voice(7, 0.85, 91))], 7) == [:])
        // Two voices like one person's: the more similar one.
        #expect(named([ann: try profile(voice(7, 0.6, 3))], 7, 3) == [1: ann])
    }

    @Test func `Without speech there are no turns`() {
        #expect(Diarization([]) == Diarization([], atMost: 3))
        #expect(Diarization([]).turns.isEmpty && Diarization([]).voices.isEmpty)
    }

    @Test(arguments: [1, 23_999, 24_000, 24_001, 36_000, 36_001, 100_003] as [Int64])
    func `Pieces cover the speech, each within its window`(_ length: Int64) {
        let speech = 500..<500 + length
        let pieces = Diarization.pieces(of: speech)
        #expect(pieces.first?.range.lowerBound == 500 && pieces.last?.range.upperBound == speech.upperBound)
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            #expect(piece.range.upperBound == next.range.lowerBound)
            #expect(next.window.lowerBound - piece.window.lowerBound <= 12_000)
        }
        for piece in pieces {
            #expect(!piece.range.isEmpty && piece.range.clamped(to: piece.window) == piece.range)
            #expect(piece.window.clamped(to: speech) == piece.window && piece.window.count == min(length, 24_000))
        }
    }
}
