import FoundationEssentials
import Glibc
import Testing
import TestSupport

/// Whisper's model base.
private let whisper = getenv("STANDUP_WHISPER_MODELS").map { String(cString: $0) + "/ggml-base.bin" }

/// The main job: three people hold a standup at a microphone, and hear when their time is up.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `A standup of three voices` {
    private static let names = ["Ann", "Ben", "Cal"]
    /// How many sentences each one says; they fit into a slot.
    private static let sentences = 2
    private static let slot = 10.0

    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "30s").status == 0)
    }

    /// The voices' first sentences as sound files, each after a second of silence.
    private func clips(of voices: [Voice]) async throws -> [String: String] {
        var clips: [String: String] = [:]
        for voice in voices {
            let clip = program.folder + "/\(voice.name).wav"
            let end = voice.sentences[Self.sentences - 1].end + 0.2
            let (status, _) = try await ChildProcess.run(
                installed("sox"), [voice.path, clip, "trim", "0", "\(end)", "pad", "1"],
                environment: program.variables())
            #expect(status == 0)
            clips[voice.name] = clip
        }
        return clips
    }

    @Test func `gives two dings at their times, a whole recording, and each one's words under the right name`()
        async throws
    {
        let voices = try Voice.all()
        let clips = try await clips(of: voices)
        let server = try await SoundServer()
        let listener = try await Listener(to: server)
        let meeting = try HeardMeeting(
            of: "Daily", "--warning", "none", "--recognizer", "pocketsphinx", program: program, on: server
        ) { event in
            guard event.name == "turn.started", let clip = event.document["name"]?.text.flatMap({ clips[$0] }) else {
                return
            }
            try? server.speak(clip)
        }
        #expect(try await meeting.end() == 0, "\(meeting.errors)")

        // The countdown.
        #expect(
            meeting.story == [
                "meeting.started", "turn.started", "queue.changed", "turn.ended", "ding", "turn.started",
                "queue.changed", "turn.ended", "ding", "turn.started", "queue.changed", "turn.ended", "meeting.ended",
            ])
        #expect(meeting.events("ding").map(\.at) == [Self.slot, 2 * Self.slot])
        #expect(meeting.events("turn.started").map { $0.document["name"]?.text } == Self.names)
        let end = try #require(meeting.events.last)
        #expect(end.document["reason"] == "finished")
        #expect(end.document["duration"] == 30)

        // What the room heard.
        let heard = try listener.dings().map { ($0 - meeting.origin).inSeconds }
        #expect(heard.count == 2)
        for (heard, due) in zip(heard, meeting.events("ding").map(\.at)) {
            #expect(abs(heard - due) < 0.25, "heard at \(heard) s, due at \(due) s")
        }

        let document = try JSON(program.run("meeting", "latest", "--json").output)
        #expect(document["state"] == "finished")
        #expect(document["duration"] == 30)
        #expect(document["turns"]?.elements.compactMap { $0["name"]?.text } == Self.names)
        #expect(document["turns"]?.elements.compactMap { $0["start"]?.number } == [0, Self.slot, 2 * Self.slot])
        #expect(document["attendees"]?.elements.compactMap { $0["state"] } == ["spoke", "spoke", "spoke"])
        try checkTranscript(document, meeting, voices)
        try await checkRecording(document)
    }

    @Test(.enabled(if: whisper.map(exists) == true, "needs tools/speech --debug and STANDUP_WHISPER_MODELS"))
    func `has every point under the right kind in a room that hums louder than they speak`() async throws {
        #expect(try program.run("create", "Workshop", "Ann", "Ben", "Cal", "--length", "42s").status == 0)
        func sox(_ arguments: String) async throws {
            let (status, output) = try await ChildProcess.run(
                installed("sox"), arguments.split(separator: " ").map(String.init), environment: program.variables())
            #expect(status == 0, "\(output)")
        }
        var clips: [String: String] = [:]
        for voice in try Voice.all() {
            clips[voice.name] = "\(program.folder)/\(voice.name).wav"
            // About -24 dBFS while they speak.
            try await sox("\(voice.path) \(program.folder)/\(voice.name).wav gain -n -8 pad 1")
        }
        let hum = "\(program.folder)/hum.wav"
        // The mains and its harmonics at -20 dBFS.
        try await sox(
            "-n -r 48000 -b 16 \(hum) synth 60 sine 50 synth 60 sine mix 100 synth 60 sine mix 150 synth 60 sine mix 250 "
                + "gain -n -14")
        let server = try await SoundServer()
        try server.speak(hum)
        let meeting = try HeardMeeting(
            of: "Workshop", "--warning", "none", "--recognizer", "whisper:\(whisper ?? "")", program: program,
            on: server
        ) { [clips] event in
            guard event.name == "turn.started", let clip = event.document["name"]?.text.flatMap({ clips[$0] }) else {
                return
            }
            try? server.speak(clip)
        }
        #expect(try await meeting.end() == 0, "\(meeting.errors)")
        let minutes = try JSON(program.run("minutes", "latest", "--format", "json").output)
        let heard = meeting.events("transcript.final").compactMap { $0.document["text"]?.text }
        for (name, expected) in [
            "Ann": ["done", "plan"], "Ben": ["done", "plan", "blocker"], "Cal": ["done", "plan", "blocker"],
        ] {
            let kinds = minutes["points"]?.elements.filter { $0["name"]?.text == name }.compactMap { $0["kind"]?.text }
            #expect(kinds == expected, "\(name), of \(heard)")
        }
    }

    private func checkTranscript(_ document: JSON, _ meeting: HeardMeeting, _ voices: [Voice]) throws {
        let utterances = document["transcript"]?.elements ?? []
        #expect(
            utterances.compactMap { $0["text"]?.text }
                == meeting.events("transcript.final").compactMap {
                    $0.document["text"]?.text
                })
        for (index, voice) in voices.enumerated() {
            let own = utterances.filter { $0["name"]?.text == voice.name }
            let heard = own.flatMap { Words.of($0["text"]?.text ?? "") }
            let spoken = voice.words(ofFirst: Self.sentences)
            let rate = Words.errorRate(heard: heard, spoken: spoken)
            #expect(rate <= 0.25, "of \(voice.name) was heard: \(heard.joined(separator: " "))")
            let foreign = heard.filter { word in
                word.count > 4 && !spoken.contains(word) && voices.contains { $0.words().contains(word) }
            }
            #expect(foreign == [], "under \(voice.name) stands what others said")
            let slot = Self.slot * Double(index)...Self.slot * Double(index + 1)
            for word in own.flatMap({ $0["words"]?.elements ?? [] }) {
                let (start, end) = (word["start"]?.number ?? -1, word["end"]?.number ?? -1)
                #expect(slot.contains(start) && slot.contains(end), "\(word)")
            }
        }
        let attendees = document["attendees"]?.elements ?? []
        #expect(attendees.allSatisfy { $0["speech"]?.number ?? 0 > 3 })
    }

    private func checkRecording(_ document: JSON) async throws {
        let recording = try #require(document["recording"])
        let path = try #require(recording["file"]?.text)
        let frames = try #require(recording["frames"]?.number)
        #expect(recording["sampleRate"] == 48_000)
        #expect(recording["channels"] == 1)
        #expect(abs(frames / 48_000 - 30) < 0.1)
        let readers = try [
            (installed("soxi"), ["-s", path]),
            (installed("python3"), ["-c", "import sys, wave; print(wave.open(sys.argv[1]).getnframes())", path]),
        ]
        for (reader, arguments) in readers {
            let (status, output) = try await ChildProcess.run(reader, arguments, environment: program.variables())
            #expect(status == 0)
            #expect(Double(output.split(separator: "\n").first ?? "") == frames, "\(reader)")
        }

        let sound = program.folder + "/kept.wav"
        #expect(try program.run("export", "latest", "--to", sound).status == 0)
        #expect(try Dings.load(sound) == Dings.load(path))
        let text = program.folder + "/kept.txt"
        #expect(try program.run("export", "latest", "--to", text).status == 0)
        let lines = try read(text).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        #expect(lines.filter { Self.names.contains(String($0)) }.map(String.init) == Self.names)
        for utterance in document["transcript"]?.elements ?? [] {
            let said = try #require(utterance["text"]?.text)
            #expect(lines.contains { $0.hasSuffix(said) }, "\(said)")
        }
    }

    @Test func `a microphone that hears the dings records them and takes none for a word`() async throws {
        #expect(try program.run("create", "Silent", "Ann", "Ben", "Cal", "--length", "12s").status == 0)
        let server = try await SoundServer()
        let isReliable = try await server.hasRealTimePriority()
        let meeting = try HeardMeeting(
            of: "Silent", "--warning", "none", "--input", "speaker.monitor", program: program, on: server)
        #expect(try await meeting.end() == 0, "\(meeting.errors)")
        #expect(meeting.events("ding").map(\.at) == [4, 8])
        #expect(meeting.events("recognizer.failed").isEmpty)

        let document = try JSON(program.run("meeting", "latest", "--json").output)
        let sound = try Dings.load(#require(document["recording"]?["file"]?.text))
        let missing = Dings.missingFrames(in: sound)
        print("the sound server has real-time priority: \(isReliable); it left out \(missing) frames of the dings")
        // A damaged ding is not recognized as one, and cannot be removed from the recognizer's input. Measured on two
        // cores with a load of 11: without real-time priority PipeWire dropped blocks of 1024 frames in 3 of 30
        // meetings, with it in none of 33.
        try withKnownIssue("the sound server left out \(missing) frames", isIntermittent: true) {
            let times = try Dings.find(in: sound).map { Double($0) / 48_000 }
            print("recorded at \(times) s")
            #expect(times.count == 2)
            #expect(zip(times, [4, 8]).allSatisfy { abs($0 - $1) < 0.25 }, "recorded at \(times) s")
            #expect(meeting.events.filter { $0.name.hasPrefix("transcript.") }.map(\.document) == [])
            #expect(document["transcript"] == [])
        } when: {
            !isReliable && missing > 0
        }
    }
}
