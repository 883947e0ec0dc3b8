import FoundationEssentials
import Testing
import TestSupport

/// The main job with somebody on a call: what other programs play on the loudspeaker is the far side.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `A standup with a call` {
    private static let slot = 12.0

    private let program: Program
    private let voices: [Voice]

    init() throws {
        program = try Program()
        voices = try Voice.all()
        #expect(
            try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "36s", "--remote", "Ben").status == 0)
    }

    /// Some of a voice's sentences as a sound file, after a silence in seconds.
    private func clip(_ voice: Voice, _ sentences: Range<Int>, after silence: Double) async throws -> String {
        let path = program.folder + "/\(voice.name)-\(sentences.lowerBound)-\(silence).wav"
        // Between two sentences it is silent for more than half a second.
        let start = sentences.lowerBound == 0 ? 0 : voice.sentences[sentences.lowerBound - 1].end + 0.3
        let end = voice.sentences[sentences.upperBound - 1].end + 0.2
        let (status, _) = try await ChildProcess.run(
            installed("sox"), [voice.path, path, "trim", "\(start)", "=\(end)", "pad", "\(silence)"],
            environment: program.variables())
        #expect(status == 0)
        return path
    }

    /// The samples of one channel of a recording.
    private func channel(_ number: Int, of recording: String) async throws -> [Float] {
        let path = program.folder + "/channel-\(number).wav"
        let (status, _) = try await ChildProcess.run(
            installed("sox"), [recording, path, "remix", "\(number)"], environment: program.variables())
        #expect(status == 0)
        return try Dings.load(path)
    }

    /// Whether the recording, transcribed again, has these words of somebody.
    private func isUnderstood(_ words: [String], of name: String) -> Bool {
        guard let status = try? program.run("transcribe", "latest").status, status == 0,
            let document = try? JSON(program.run("meeting", "latest", "--json").output)
        else { return true }
        let heard = Self.words(of: name, in: document)
        print("transcribed again, \(name): \(heard.joined(separator: " "))")
        return Words.errorRate(heard: heard, spoken: words) <= 0.35
    }

    private static func words(of name: String, in document: JSON) -> [String] {
        (document["transcript"]?.elements ?? []).filter { $0["name"]?.text == name }
            .flatMap { Words.of($0["text"]?.text ?? "") }
    }

    @Test func `has each side in its channel, and each word once: under its speaker's name, or as an interjection`()
        async throws
    {
        let (ann, ben, cal) = (voices[0], voices[1], voices[2])
        let clips = (
            ann: try await clip(ann, 0..<2, after: 1), ben: try await clip(ben, 0..<2, after: 1),
            cal: try await clip(cal, 0..<2, after: 1), interjection: try await clip(ben, 2..<3, after: 8)
        )
        let server = try await SoundServer()
        let isReliable = try await server.hasRealTimePriority()
        let meeting = try HeardMeeting(
            of: "Daily", "--call", "--warning", "none", program: program, on: server
        ) { event in
            guard event.name == "turn.started" else { return }
            switch event.document["name"]?.text {
            case "Ann": try? server.speak(clips.ann)
            case "Ben": try? server.play(clips.ben)
            default:
                try? server.speak(clips.cal)
                try? server.play(clips.interjection)
            }
        }
        #expect(try await meeting.end() == 0, "\(meeting.errors)")
        #expect(meeting.events("ding").map(\.at) == [Self.slot, 2 * Self.slot])

        let document = try JSON(program.run("meeting", "latest", "--json").output)
        expectWords(in: document, isReliable: isReliable)

        let recording = try #require(document["recording"])
        let path = try #require(recording["file"]?.text)
        #expect(recording["channels"] == 2)
        let frames = Int(try #require(recording["frames"]?.number))
        #expect(abs(Double(frames) / 48_000 - 36) < 0.1)
        let (room, call) = (try await channel(1, of: path), try await channel(2, of: path))
        #expect(room.count == frames && call.count == frames)
        /// Whether a side is heard in a turn, after the ding.
        func isHeard(_ samples: [Float], in turn: Int) -> Bool {
            let start = Int((Self.slot * Double(turn) + 0.9) * 48_000)
            return samples.dropFirst(start).prefix(480_000).contains { abs($0) > 0.05 }
        }
        #expect([0, 1, 2].map { isHeard(room, in: $0) } == [true, false, true])
        #expect([0, 1, 2].map { isHeard(call, in: $0) } == [false, true, true])
    }

    /// From files, because a busy sound server's own loopback leaves out pieces, which no canceller foresees.
    @Test func `has each word once if the room hears the call from its loudspeaker`() async throws {
        let (ann, ben, cal) = (voices[0], voices[1], voices[2])
        let said = [
            try await clip(ann, 0..<2, after: 1), try await clip(cal, 0..<2, after: 2 * Self.slot + 1),
        ]
        let far = [
            try await clip(ben, 0..<2, after: Self.slot + 1), try await clip(ben, 2..<3, after: 2 * Self.slot + 8),
        ]
        let echoes = [
            try await clip(ben, 0..<2, after: Self.slot + 1.06),
            try await clip(ben, 2..<3, after: 2 * Self.slot + 8.06),
        ]
        let (room, call) = (try await mixed(said + echoes), try await mixed(far))
        let result = try program.run(
            "start", "Daily", "--headless", "--clock", "virtual", "--warning", "none", "--input", "file:" + room,
            "--call", "file:" + call, "--output", "none")
        #expect(result.status == 0, "\(result.errors)")
        expectWords(in: try JSON(program.run("meeting", "latest", "--json").output), rest: 4, isReliable: true)
    }

    /// A file in which these clips are heard at once.
    private func mixed(_ clips: [String]) async throws -> String {
        let path = program.folder + "/mixed-\(clips.count).wav"
        let (status, _) = try await ChildProcess.run(
            installed("sox"), ["-m"] + clips + [path, "pad", "0", "36", "trim", "0", "36"],
            environment: program.variables())
        #expect(status == 0)
        return path
    }

    /// Checks that each word is there once, under its speaker's name or as an interjection.
    ///
    /// - Parameters:
    ///   - document: The meeting.
    ///   - rest: How many words may be made of what is left of an echo: PocketSphinx makes some of the faintest rest in a
    ///     room without any noise.
    ///   - isReliable: Whether the sound server has real-time priority. A busy one without it leaves out pieces, and then
    ///     the recording lacks them too.
    private func expectWords(in document: JSON, rest: Int = 0, isReliable: Bool) {
        let utterances = document["transcript"]?.elements ?? []
        let (ann, ben, cal) = (voices[0], voices[1], voices[2])
        let expected: [(name: String, channel: String, turn: Double, words: [String])] = [
            ("Ann", "room", 0, ann.words(ofFirst: 2)), ("Ben", "call", 1, ben.words(ofFirst: 2)),
            ("Cal", "room", 2, cal.words(ofFirst: 2)),
            ("from the call", "call", 2, Array(ben.words().dropFirst(ben.words(ofFirst: 2).count))),
        ]
        let left = Self.words(of: "from the room", in: document)
        #expect(left.count <= rest, "\(left)")
        let names = Set(utterances.compactMap { $0["name"]?.text })
        #expect(names.subtracting(["from the room"]) == Set(expected.map(\.name)), "\(utterances)")
        for (name, channel, turn, words) in expected {
            let own = utterances.filter { $0["name"]?.text == name }
            let heard = Self.words(of: name, in: document)
            let rate = Words.errorRate(heard: heard, spoken: words)
            let text = heard.joined(separator: " ")
            print("\(name): \(text), \(Int(rate * 100)) % wrong")
            withKnownIssue("the sound server left out pieces of what \(name) said", isIntermittent: true) {
                #expect(rate <= 0.35, "of \(name) was heard: \(text); gaps: \(document["gaps"] ?? .null)")
            } when: {
                !isReliable && rate > 0.35 && !isUnderstood(words, of: name)
            }
            #expect(own.allSatisfy { $0["channel"]?.text == channel })
            #expect(own.allSatisfy { ($0["interjection"] == true) == (name == "from the call") })
            let slot = Self.slot * turn...Self.slot * (turn + 1)
            #expect(own.allSatisfy { slot.contains($0["start"]?.number ?? -1) })
        }
    }
}
