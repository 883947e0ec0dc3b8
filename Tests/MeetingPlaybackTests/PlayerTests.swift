import MeetingModel
import Testing

@testable import Sound

/// A frame a millisecond, so that offsets are milliseconds.
private func player(
    _ meeting: Meeting = meeting(), frames: Int64 = 24_000, speaker: Attendee.ID? = nil, from start: Duration = .zero,
    speed: PlaybackSpeed = .normal
) throws(PlayerError) -> Player {
    try Player(meeting, frames: frames, sampleRate: 1000, speaker: speaker, from: start, speed: speed)
}

@Suite struct `A player` {
    @Test func `begins at a given position, and knows whose turn it is`() throws {
        let player = try player(from: .milliseconds(9500))
        #expect(player.position == .milliseconds(9500))
        #expect(player.turnIndex == 1)
        #expect(player.turns[1].attendee == ben.id)
        #expect(!player.hasEnded)
    }

    @Test(arguments: [(3, 5, 8), (3, -5, 0), (22, 5, 24), (0, -5, 0), (10, -5, 5)])
    func `seeks, and stops at the ends`(start: Int, by: Int, position: Int) throws {
        var player = try player(from: .seconds(start))
        #expect(player.perform(.seek(.seconds(by))) == .position)
        #expect(player.position == .seconds(position))
        #expect(player.hasEnded == (position == 24))
    }

    @Test func `moves to the next turn, and stays on the last one`() throws {
        var player = try player(from: .seconds(3))
        #expect(player.perform(.nextTurn) == .position)
        #expect(player.position == .seconds(8))
        #expect(player.perform(.nextTurn) == .position)
        #expect(player.position == .seconds(20))
        #expect(player.perform(.nextTurn) == .nothing)
        #expect(player.position == .seconds(20))
    }

    @Test(arguments: [(21, 8), (22, 8), (23, 20), (9, 0), (15, 8), (1, 0)])
    func `goes back to the start of the turn, and from there to the previous one`(from: Int, position: Int) throws {
        var player = try player(from: .seconds(from))
        #expect(player.perform(.previousTurn) == .position)
        #expect(player.position == .seconds(position))
    }

    @Test func `steps through the speeds from three quarters to double`() throws {
        var player = try player()
        var speeds: [String] = []
        while player.perform(.faster) == .speed { speeds.append("\(player.speed)") }
        #expect(speeds == ["1.25×", "1.5×", "1.75×", "2×"])
        while player.perform(.slower) == .speed {}
        #expect(player.speed.factor == 0.75)
        #expect(PlaybackSpeed(9).factor == 2)
        #expect(PlaybackSpeed(1.1).faster.factor == 1.25)
        #expect(PlaybackSpeed(1.1).slower.factor == 1)
    }

    @Test func `of one speaker plays their turns as one`() throws {
        var player = try player(speaker: ann.id)
        #expect(player.spans.length == 12_000)
        player.advance(upTo: 7_999)
        #expect(player.position == .milliseconds(7999))
        player.advance(upTo: 8_000)
        #expect(player.position == .seconds(20))
        #expect(player.perform(.seek(.seconds(-5))) == .position)
        #expect(player.position == .seconds(3))
        #expect(player.perform(.seek(.seconds(6))) == .position)
        #expect(player.position == .seconds(21))
        #expect(player.turns.map(\.attendee) == [ann.id, ann.id])
    }

    @Test func `of one speaker begins with the turn behind the offset`() throws {
        #expect(try player(speaker: ann.id, from: .seconds(10)).position == .seconds(20))
        #expect(try player(speaker: ben.id, from: .seconds(10)).position == .seconds(10))
    }

    @Test func `ends when all is heard, and not before`() throws {
        var player = try player()
        player.advance(upTo: 23_999)
        #expect(!player.hasEnded)
        player.advance(upTo: 99_999)
        #expect(player.hasEnded)
        #expect(player.position == .seconds(24))
    }

    @Test func `refuses recordings it cannot play`() {
        #expect(throws: PlayerError.noSound) { try player(frames: 0) }
        #expect(throws: PlayerError.noTurns) { try player(speaker: cleo.id) }
        #expect(throws: PlayerError.pastEnd(.seconds(24), length: .seconds(24))) { try player(from: .seconds(24)) }
        #expect(throws: PlayerError.pastLastTurn(.seconds(21), end: .seconds(20))) {
            try player(speaker: ben.id, from: .seconds(21))
        }
    }

    @Test func `of a truncated recording plays the rest`() throws {
        let player = try player(frames: 10_000)
        #expect(player.turns.map(\.frames) == [0..<8_000, 8_000..<10_000])
        #expect(player.duration == .seconds(10))
        #expect(throws: PlayerError.pastEnd(.seconds(11), length: .seconds(10))) {
            try Player(meeting(), frames: 10_000, sampleRate: 1000, from: .seconds(11))
        }
    }
}

@Suite struct `Played segments` {
    @Test func `are joined where they touch, and lie in order`() {
        let spans = PlayedSpans([50..<60, 0..<10, 5..<20, 20..<20, 20..<30])
        #expect(spans.ranges == [0..<30, 50..<60])
        #expect(spans.length == 40)
    }

    @Test func `lead from offsets to frames and back`() {
        let spans = PlayedSpans([10..<20, 50..<60, 90..<100])
        for offset in Int64(0)..<30 { #expect(spans.offset(of: spans.frame(at: offset)) == offset) }
        #expect([0, 10, 11, 29, 30, 99].map(spans.frame) == [10, 50, 51, 99, 100, 100])
        #expect([0, 20, 49, 100].map(spans.offset) == [0, 10, 10, 30])
        #expect(spans.segment(from: 12) == 52..<60)
        #expect(spans.segment(from: 30) == nil)
    }
}

@Suite struct `Highlighted words` {
    private let words = PlaybackTranscript([
        Utterance(
            attendee: ben.id, start: .seconds(9), end: .seconds(11), text: "no words", recognizer: "import", words: []),
        Utterance(
            attendee: ann.id, start: .seconds(1), end: .seconds(4), text: "the login page", recognizer: "x",
            words: [("the", 1000, 1200), ("login", 1200, 2000), ("page", 2500, 3000)]
                .map { Word(text: $0, start: .milliseconds($1), end: .milliseconds($2), confidence: 1) }),
    ])

    @Test(
        arguments: [
            (999, nil), (1000, 0), (1199, 0), (1200, 1), (2499, 1), (2500, 2), (3999, 2), (4000, nil), (8000, nil),
        ] as [(Int, Int?)])
    func `are each lit from its start to the next one's`(time: Int, word: Int?) {
        #expect(words.lit(at: .milliseconds(time)) == word.map { PlaybackTranscript.Place(utterance: 0, word: $0) })
    }

    @Test func `without times light their utterance`() {
        #expect(words.lit(at: .seconds(10)) == PlaybackTranscript.Place(utterance: 1, word: nil))
        #expect(words.latest(at: .zero) == nil)
        #expect(words.latest(at: .seconds(8)) == 0)
    }
}
