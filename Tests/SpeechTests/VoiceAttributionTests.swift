import MeetingModel
import Testing

@testable import StandupSpeech

@Suite struct VoiceAttributionTests {
    private static let ann = Attendee.ID(rawValue: "ann")
    private static let ben = Attendee.ID(rawValue: "ben")
    private static let cal = Attendee.ID(rawValue: "cal")

    /// A voice in the direction of one axis, with some of another.
    private func voice(_ axis: Int, _ share: Float = 1, with other: Int = 100) throws -> VoiceEmbedding {
        var values = [Float](repeating: 0, count: VoiceEmbedding.size)
        values[axis] = share
        values[other] += (1 - share * share).squareRoot()
        return try #require(VoiceEmbedding(values, model: "m"))
    }

    private func profile(_ voice: VoiceEmbedding, seconds: Float = 30) throws -> VoiceProfile {
        try #require(VoiceProfile(nil, hearing: [voice], seconds: seconds))
    }

    private func attribution(_ voices: [Attendee.ID: VoiceEmbedding]? = nil) throws -> VoiceAttribution {
        let voices = try voices ?? [Self.ann: voice(0), Self.ben: voice(1), Self.cal: voice(2)]
        return VoiceAttribution(try voices.mapValues { try profile($0) }, sampleRate: 16_000)
    }

    /// An utterance of words, with a voice for each window of 1 s, half a second apart, or one for all of it.
    ///
    /// A word is `length` frames long; the one before a pause is 0.2 s shorter.
    private func utterance(
        _ voices: [VoiceEmbedding], seconds: Double, length: Int64 = 8000, pauseAt pause: Int64 = 0
    ) throws -> RecognizedUtterance {
        let words = (0..<Int64(seconds * 16_000) / length).map { index in
            let start = index * length
            return RecognizedUtterance.Word(
                text: "w\(index)", start: start, end: start + length - (index + 1 == pause ? 3200 : 10), confidence: 1)
        }
        var utterance = try #require(RecognizedUtterance(words: words, recognizer: "r"))
        utterance.voices = voices.enumerated()
            .map { index, voice in
                let frames = Int64(seconds * 16_000)
                let start = Int64(index * 8000)
                return HeardVoice(frames: voices.count == 1 ? 0..<frames : start..<start + 16_000, voice: voice)
            }
        return utterance
    }

    private func speakers(
        _ attribution: VoiceAttribution, _ utterance: RecognizedUtterance, owner: Attendee.ID? = ann,
        others: [Attendee.ID] = [ben, cal]
    ) -> [Attendee.ID?] {
        attribution.parts(of: utterance, owner: owner, among: others).map(\.speaker)
    }

    @Test func `Words get the name of whose voice it clearly is`() throws {
        let attribution = try attribution()
        #expect(try speakers(attribution, utterance([voice(0)], seconds: 2)) == [nil])
        #expect(try speakers(attribution, utterance([voice(1)], seconds: 2)) == [Self.ben])
        #expect(try speakers(attribution, utterance([voice(2)], seconds: 2)) == [Self.cal])
    }

    @Test(arguments: [
        (0.9, 1, false), (1, 0.42, false), (1, 0.44, true), (2, 0.5, false), (2, 0.52, true), (4, 0.56, false),
        (4, 0.58, true),
    ])
    func `How similar a voice must be depends on the length`(seconds: Double, share: Float, isNamed: Bool) throws {
        let heard = try speakers(attribution(), utterance([voice(1, share)], seconds: seconds))
        #expect(heard == [isNamed ? Self.ben : nil])
    }

    @Test func `A voice between two people is nobody's`() throws {
        #expect(try speakers(attribution(), utterance([voice(1, 0.72, with: 0)], seconds: 2)) == [nil])
        #expect(try speakers(attribution(), utterance([voice(1, 0.72, with: 2)], seconds: 2)) == [nil])
        #expect(try speakers(attribution(), utterance([voice(1, 0.9, with: 2)], seconds: 2)) == [Self.ben])
    }

    @Test func `A guest gets nobody's name`() throws {
        #expect(try speakers(attribution(), utterance([voice(50)], seconds: 4)) == [nil])
    }

    @Test func `Nobody is named in the turn of somebody unknown, or with too little to go by`() throws {
        let known = try attribution([Self.ben: voice(1)])
        #expect(try speakers(known, utterance([voice(1)], seconds: 2)) == [nil])
        #expect(try speakers(known, utterance([], seconds: 2)) == [nil])
        let short = VoiceAttribution(
            [Self.ann: try profile(voice(0)), Self.ben: try profile(voice(1), seconds: 9)], sampleRate: 16_000)
        #expect(try speakers(short, utterance([voice(1)], seconds: 2)) == [nil])
    }

    @Test func `The other side of a call has no owner`() throws {
        let attribution = try attribution()
        #expect(try speakers(attribution, utterance([voice(1)], seconds: 2), owner: nil) == [Self.ben])
        #expect(try speakers(attribution, utterance([voice(0)], seconds: 2), owner: nil) == [nil])
    }

    @Test func `Between people who sound alike words stay with the turn`() throws {
        let ben = try voice(0, 0.9, with: 1)
        let attribution = try attribution([Self.ann: voice(0), Self.ben: ben, Self.cal: voice(2)])
        #expect(try profile(voice(0)).isAlike(profile(ben)))
        #expect(try speakers(attribution, utterance([ben], seconds: 2)) == [nil])
        #expect(try speakers(attribution, utterance([voice(2)], seconds: 2)) == [Self.cal])
    }

    @Test func `An utterance is split in the pause where the voice changes`() throws {
        let voices = try (0..<5).map { _ in try voice(0) } + (0..<6).map { _ in try voice(1) }
        let parts = try attribution()
            .parts(of: utterance(voices, seconds: 6, pauseAt: 5), owner: Self.ann, among: [Self.ben, Self.cal])
        #expect(parts.map(\.speaker) == [nil, Self.ben])
        #expect(parts.map { $0.utterance.words.count } == [5, 7])
        let middle =
            try (0..<4).map { _ in try voice(0) } + (0..<3).map { _ in try voice(2) }
            + (0..<4).map { _ in try voice(0) }
        #expect(try speakers(attribution(), utterance(middle, seconds: 6)) == [nil, Self.cal, nil])
    }

    @Test func `Without a pause an utterance is split between the windows whose voices differ`() throws {
        let voices = try [0, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0].map { try voice($0) }
        let parts = try attribution()
            .parts(of: utterance(voices, seconds: 6, length: 4000), owner: Self.ann, among: [Self.ben, Self.cal])
        #expect(parts.map(\.speaker) == [nil, Self.cal, nil])
        // The voices change at 2.25 and 3.75 s.
        #expect(parts.map { $0.utterance.words.count } == [9, 6, 9])
    }

    @Test func `One window says too little`() throws {
        let voices = try [0, 0, 0, 1, 0, 0, 0].map { try voice($0) }
        #expect(try speakers(attribution(), utterance(voices, seconds: 4)) == [nil])
    }
}

@Suite struct VoiceProfileTests {
    private static let ann = Attendee.ID(rawValue: "ann")
    private static let ben = Attendee.ID(rawValue: "ben")

    private func voice(_ axis: Int) throws -> VoiceEmbedding {
        var values = [Float](repeating: 0, count: VoiceEmbedding.size)
        values[axis] = 1
        return try #require(VoiceEmbedding(values, model: "m"))
    }

    /// Windows of 1 s, half a second apart.
    private func windows(_ axes: [Int], at start: Int64 = 0) throws -> [HeardVoice] {
        try axes.enumerated().map {
            HeardVoice(frames: start + Int64($0) * 8000..<start + Int64($0) * 8000 + 16_000, voice: try voice($1))
        }
    }

    private func lessons(
        _ turns: [(attendee: Attendee.ID, axes: [Int], isOwn: Bool)]
    ) throws -> [Attendee.ID: VoiceProfile] {
        var lessons = VoiceLessons(sampleRate: 16_000)
        for (number, turn) in turns.enumerated() {
            lessons.hear(
                try windows(turn.axes, at: Int64(number) * 1_000_000), in: number, of: turn.attendee, isOwn: turn.isOwn)
        }
        return lessons.profiles(after: [:])
    }

    @Test func `A profile is what it was read from`() throws {
        let profile = try #require(VoiceProfile(nil, hearing: [voice(3), voice(4)], seconds: 12))
        #expect(VoiceProfile(numbers: profile.numbers, model: "m") == profile)
        #expect(profile.isKnown && profile.meetings == 1)
        let direction = profile.voice.values
        let damaged: [[Float]] = [
            [], [1], direction + [12], direction.map { $0 * .nan } + [12, 1], direction + [12, 0],
            direction + [12, .infinity],
            direction + [-1, 1],
        ]
        for damaged in damaged {
            #expect(VoiceProfile(numbers: damaged, model: "m") == nil)
        }
    }

    @Test func `Later meetings count more and more`() throws {
        var profile: VoiceProfile? = nil
        for _ in 0..<10 { profile = VoiceProfile(profile, hearing: [try voice(0)], seconds: 100) }
        let old = try #require(profile)
        #expect(old.seconds == 180 && old.meetings == 10)
        for _ in 0..<3 { profile = VoiceProfile(profile, hearing: [try voice(1)], seconds: 60) }
        let new = try #require(profile)
        #expect(try #require(new.voice.similarity(to: voice(1))) > #require(new.voice.similarity(to: voice(0))))
    }

    @Test func `A turn teaches the voice of its attendee`() throws {
        let profiles = try lessons([
            (Self.ann, .init(repeating: 0, count: 20), true), (Self.ben, .init(repeating: 1, count: 8), true),
        ])
        #expect(profiles[Self.ann]?.seconds == 10.5 && profiles[Self.ann]?.isKnown == true)
        #expect(profiles[Self.ben]?.seconds == 4.5 && profiles[Self.ben]?.isKnown == false)
        #expect(try profiles[Self.ann]?.voice == voice(0))
    }

    @Test func `A turn in which somebody else spoke teaches nothing`() throws {
        let ann = [Int](repeating: 0, count: 20)
        let ben = [Int](repeating: 1, count: 20)
        let told = try lessons([(Self.ann, ann, true), (Self.ann, ann, false), (Self.ben, ben, false)])
        #expect(told[Self.ann]?.seconds == 10.5 && told[Self.ben] == nil)
        // Not told, since no profile was known yet: the voice itself shows it.
        let unknown = try lessons([
            (Self.ann, ann + [1, 1, 1] + ann, true), (Self.ann, ann, true), (Self.ben, ben, true),
        ])
        #expect(unknown[Self.ann]?.seconds == 10.5 && unknown[Self.ben]?.seconds == 10.5)
    }

    @Test func `Noises teach nothing`() throws {
        var axes = [Int](repeating: 0, count: 20)
        axes[5] = 70
        let profile = try #require(lessons([(Self.ann, axes, true)])[Self.ann])
        #expect(try #require(profile.voice.similarity(to: voice(70))) < 0.01)
    }
}
