import Glibc
import Testing
import TestSupport

/// What the points are for: who said yesterday what they plan, and what blocks them, is shown it today.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `The minutes of two days, by rules alone` {
    private static let names = ["Ann", "Ben", "Cal"]
    /// What Ben says on the first day, and Ann and he on the second; PocketSphinx understands these sentences whole.
    private static let first = [
        "Ben": (
            "rms",
            ["Today I will write the tests and send them to you.", "I am waiting for the answer from the customer."]
        )
    ]
    private static let second = [
        "Ann": ("slt", ["Yesterday I finished the work on the database.", "Today I want to finish the new design."]),
        "Ben": ("rms", ["Yesterday I finished the new tests.", "I am waiting for the new computer."]),
    ]
    /// What Cal, who is absent then, has written.
    private static let written = [
        "Yesterday I fixed the printer.", "Today I will review the design.", "I am blocked by the missing password.",
    ]

    private let program: Program
    private let server: SpeechServerDouble

    init() throws {
        program = try Program()
        server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "42s").status == 0)
        let address = program.folder + "/webhook"
        try write(server.base + "/minutes\n", to: address)
        #expect(chmod(address, 0o600) == 0)
        mkdir(program.folder + "/config/standup", 0o700)
        try write(
            "post:\n  Daily: {to: json, name: team, address-file: \(address)}\n",
            to: program.folder + "/config/standup/config.yaml")
    }

    /// A point as the minutes, the events and the webhook have it.
    private struct Point: Hashable {
        var name: String?
        var kind: String?
        var text: String?

        init(_ document: JSON, of name: String? = nil) {
            self.name = name ?? document["name"]?.text
            (kind, text) = (document["kind"]?.text, document["text"]?.text)
        }
    }

    @Test func `have done, plan and blockers under the right names, show them on the next day, and reach the webhook`()
        async throws
    {
        let sound = try await SoundServer()
        let voices = try await recordedClips().merging(spokenClips(Self.first)) { $1 }
        let first = try await hold(voices, on: sound)
        #expect(first.events("points.open").isEmpty && first.events("update.shown").isEmpty)
        let before = try await check(
            first,
            [
                "Ann": ["done", "plan"], "Ben": ["plan", "blocker"], "Cal": ["done", "plan", "blocker"],
            ])
        try await moveToEarlierDay()

        #expect(try program.run(["update", "Daily", "--as", "Cal", "-"], input: written).status == 0)
        let clips = try await spokenClips(Self.second)
        let second = try await hold(clips, on: sound) { $0.send("absent Cal") }
        try checkOpenPoints(second, before)
        let shown = try #require(second.events("update.shown").first)
        #expect(second.events("update.shown").count == 1 && shown.document["text"]?.text == written)
        #expect(second.story.suffix(2) == ["update.shown", "meeting.ended"], "Cal's turn would have been the last")
        _ = try await check(
            second,
            [
                "Ann": ["done", "plan"], "Ben": ["done", "blocker"], "Cal": ["done", "plan", "blocker"],
            ])

        let sent = try JSON(program.run("post", "--list", "--json").output).elements
        #expect(sent.map { $0["state"] } == ["sent", "sent"] && sent.map { $0["attempts"] } == [1, 1])
    }

    private var written: String { Self.written.joined(separator: "\n") }

    /// Holds a meeting in which everybody whose turn starts says what is in their clip.
    private func hold(
        _ clips: [String: String], on sound: SoundServer, onceStarted: (HeardMeeting) -> Void = { _ in }
    ) async throws -> HeardMeeting {
        let meeting = try HeardMeeting(
            of: "Daily", "--warning", "none", "--output", "none", program: program, on: sound
        ) { event in
            guard event.name == "turn.started", let clip = event.document["name"]?.text.flatMap({ clips[$0] }) else {
                return
            }
            try? sound.speak(clip)
        }
        try await meeting.event("meeting.started")
        onceStarted(meeting)
        #expect(try await meeting.end() == 0, "\(meeting.errors)")
        #expect(meeting.errors.contains("minutes sent to team"), "\(meeting.errors)")
        return meeting
    }

    /// The points of the latest meeting, after a look at their people, their kinds, their words and what was sent.
    private func check(_ meeting: HeardMeeting, _ expected: [String: Set<String>]) async throws -> [JSON] {
        let document = try JSON(program.run("meeting", "latest", "--json").output)
        let updates = document["updates"]?.elements ?? []
        let minutes = try JSON(program.run("minutes", "latest", "--format", "json").output)
        let points = minutes["points"]?.elements ?? []
        #expect(minutes["updates"]?.elements == updates)
        for name in Self.names {
            let own = points.filter { $0["name"]?.text == name }
            let kinds = Set(own.compactMap { $0["kind"]?.text })
            let said = document["transcript"]?.elements.filter { $0["name"]?.text == name } ?? []
            #expect(
                kinds.isSuperset(of: expected[name] ?? []),
                "\(name): \(own), of \(said.compactMap { $0["text"]?.text })")
            let words = ((document["transcript"]?.elements ?? []) + updates)
                .filter { $0["name"]?.text == name }.map { Words.of($0["text"]?.text ?? "") }
            for point in own {
                let text = Words.of(point["text"]?.text ?? "")
                #expect(!text.isEmpty && words.contains { $0.contains(text) }, "\(text) is not in \(words)")
            }
        }
        #expect(points.allSatisfy { Self.names.contains($0["name"]?.text ?? "") })

        let request = try #require(server.requests.last)
        let sent = try JSON(String(decoding: request.body, as: UTF8.self))
        #expect(sent["meeting"] == document["id"] && sent["title"] == "Daily" && sent["omitted"] == 0)
        let people = sent["people"]?.elements ?? []
        let sentPoints: [[Point]] = people.map { person in
            (person["points"]?.elements ?? []).map { Point($0, of: person["name"]?.text) }
        }
        #expect(sentPoints.joined().count == points.count && Set(sentPoints.joined()) == Set(points.map { Point($0) }))
        for person in people {
            let own = updates.first { $0["name"] == person["name"] }?["text"]?.text ?? ""
            #expect(person["update"]?.elements.compactMap(\.text) == own.split(separator: "\n").map(String.init))
        }
        #expect(updates.allSatisfy { update in people.contains { $0["name"] == update["name"] } })
        return points
    }

    /// Checks that those who spoke were shown what they had left open on the day before, as their turn started.
    private func checkOpenPoints(_ meeting: HeardMeeting, _ before: [JSON]) throws {
        let shown = meeting.events("points.open")
        #expect(shown.count == 2)
        let today = try #require(
            JSON(program.run("meeting", "latest", "--json").output)["startedAt"]?.text?.prefix(10))
        for (event, (name, kind)) in zip(shown, [("Ann", "plan"), ("Ben", "blocker")]) {
            let turn = meeting.events.last { $0.name == "turn.started" && $0.arrival <= event.arrival }
            #expect(turn?.document["name"]?.text == name && turn?.at == event.at)
            #expect(turn?.document["attendee"] == event.document["attendee"])
            let points = event.document["points"]?.elements ?? []
            let open = before.filter { $0["name"]?.text == name && $0["state"] == "open" }
            #expect(points.map { $0["id"] } == open.map { $0["id"] })
            #expect(points.map { Point($0, of: name) } == open.map { Point($0) })
            #expect(points.contains { $0["kind"]?.text == kind }, "\(points)")
            #expect(points.allSatisfy { $0["startedAt"]?.text.map { $0.prefix(10) < today } == true })
        }
    }

    /// Moves the meeting that was held to an earlier day; no program runs that could remember its date.
    ///
    /// By 25 hours, because a day on which the clocks change has as many.
    private func moveToEarlierDay() async throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as history:
                history.execute("UPDATE meeting SET started_at = started_at - 25 * 3600 * 1000000000")
            """
        let (status, output) = try await ChildProcess.run(
            installed("python3"), ["-c", script, program.data + "/standup.db"], environment: program.variables())
        #expect(status == 0, "\(output)")
    }

    // MARK: Voices

    /// The recorded voices, each after a second of silence.
    private func recordedClips() async throws -> [String: String] {
        var clips: [String: String] = [:]
        for voice in try Voice.all() { clips[voice.name] = try await clip(voice.name, of: [voice.path]) }
        return clips
    }

    /// Sentences of a day, by the voices of flite that the recorded ones have.
    private func spokenClips(_ day: [String: (voice: String, sentences: [String])]) async throws -> [String: String] {
        var clips: [String: String] = [:]
        for (name, (voice, sentences)) in day {
            var files: [String] = []
            for (index, sentence) in sentences.enumerated() {
                let file = "\(program.folder)/\(name)-\(index).wav"
                try await run(installed("flite"), "-voice", voice, "-t", sentence, "-o", file)
                files.append(file)
            }
            clips[name] = try await clip(name, of: files)
        }
        return clips
    }

    /// Sounds one after the other, each after a second of silence, in one file.
    private func clip(_ name: String, of files: [String]) async throws -> String {
        var padded: [String] = []
        for (index, file) in files.enumerated() {
            padded.append("\(program.folder)/\(name)-padded-\(index).wav")
            try await run(installed("sox"), file, padded[index], "pad", "1")
        }
        let clip = "\(program.folder)/\(name).wav"
        try await run(installed("sox"), padded + [clip])
        return clip
    }

    private func run(_ path: String, _ arguments: String...) async throws { try await run(path, arguments) }

    private func run(_ path: String, _ arguments: [String]) async throws {
        let (status, output) = try await ChildProcess.run(path, arguments, environment: program.variables())
        #expect(status == 0, "\(output)")
    }
}
