import Foundation
import Glibc
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory

private let hasModel = FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us/mdef")
private let librivox = "/usr/share/pocketsphinx/test/data/librivox"
private let hasReadings = hasModel && FileManager.default.fileExists(atPath: "\(librivox)/transcription")
private let hasSox = FileManager.default.isExecutableFile(atPath: "/usr/bin/sox")

@Suite(.serialized, .timeLimit(.minutes(10)))
struct `Transcribing again` {
    let program: Program

    init() throws { program = try Program() }

    private func sox(_ arguments: String...) throws -> String {
        let path = program.folder + "/" + (arguments.first { $0.hasPrefix("to:") }?.dropFirst(3) ?? "x.wav")
        let result = try program.run(
            program: "/usr/bin/sox", arguments.map { $0.hasPrefix("to:") ? path : $0 })
        #expect(result.status == 0, "\(result.errors)")
        return path
    }

    private var reading: String {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: librivox).filter { $0.hasSuffix(".wav") }
            return "\(librivox)/\(names.min() ?? "")"
        }
    }

    /// A meeting of 24 s whose recording is silence but for a reading in Ann's first turn and in Ben's.
    private func seed() throws -> (Seed, Meeting) {
        let seed = try Seed(program)
        let meeting = Seed.meeting(1)
        try seed.hold(meeting)
        let path = try seed.folder.recordingPath(meeting.recordingName)
        let spoken = try sox(reading, "to:spoken.wav", "trim", "0", "6", "pad", "1", "5")
        unlink(path)
        let made = try program.run(program: "/usr/bin/sox", [spoken, spoken, "-r", "16000", path, "trim", "0", "24"])
        #expect(made.status == 0, "\(made.errors)")
        return (seed, meeting)
    }

    @Test(.enabled(if: hasReadings && hasSox)) func `a meeting gets a new transcript, the same with one core or two`()
        throws
    {
        let (seed, meeting) = try seed()
        let recording = try seed.folder.recordingPath(meeting.recordingName)
        let sound = FileManager.default.contents(atPath: recording)
        let first = try program.run("transcribe", "latest", "--jobs", "1")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.hasPrefix("Transcript 2 of Daily (pocketsphinx, "))
        #expect(try program.run("transcribe", "Daily/1", "--jobs", "2", "--json").status == 0)
        let texts = try (2...3).map { try seed.store.transcript(of: meeting.id, version: $0).map(\.utterance) }
        #expect(texts[0] == texts[1])
        #expect(Set(texts[0].map(\.attendee)) == [Seed.ann.id, Seed.ben.id])
        #expect(texts[0].flatMap(\.words).count > 10)
        #expect(FileManager.default.contents(atPath: recording) == sound)
        let list = try JSON(try program.run("transcripts", "latest", "--json").output)
        #expect(list["transcripts"]?.elements.map { $0["current"] } == [false, false, true])
    }

    @Test(.enabled(if: hasReadings && hasSox)) func `a meeting that was interrupted is posted once it is transcribed`()
        throws
    {
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        var meeting = Seed.meeting(1, state: .interrupted)
        meeting.startedAt = Timestamp.now + .seconds(-3600)
        meeting.transcribedUpTo = .seconds(8)
        try seed.hold(meeting)
        let path = try seed.folder.recordingPath(meeting.recordingName)
        unlink(path)
        let made = try program.run(
            program: "/usr/bin/sox", [try reading, "-r", "16000", path, "trim", "0", "6", "pad", "0", "18"])
        #expect(made.status == 0, "\(made.errors)")
        mkdir(program.folder + "/config/standup", 0o700)
        let configuration = "post: {Daily: {to: command, name: team, command: cat}}\n"
        try configuration.write(
            toFile: program.folder + "/config/standup/config.yaml", atomically: true, encoding: .utf8)
        #expect(try program.run("transcribe", "latest", "--jobs", "1").status == 0)
        let queued = try seed.store.posts(of: nil)
        #expect(queued.map(\.state) == [.waiting])
        #expect(try program.run("transcribe", "latest", "--jobs", "1").status == 0)
        #expect(try seed.store.posts(of: nil) == queued)
    }

    @Test(.enabled(if: hasReadings && hasSox)) func `an interruption keeps partial results, and the end is the same`()
        throws
    {
        let (seed, meeting) = try seed()
        let process = try program.start("transcribe", "latest", "--jobs", "1")
        // It is interrupted as soon as a segment is kept; should it be faster than that, there is nothing to try.
        var isInterrupted = false
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard try !seed.store.draft("pocketsphinx/en-us/1/en", of: meeting.id).isEmpty else { continue }
            kill(process, SIGINT)
            status = wait(for: process)
            isInterrupted = true
            break
        }
        #expect(!isInterrupted || status == 130)
        let resumed = try program.run("transcribe", "latest")
        #expect(resumed.status == 0, "\(resumed.errors)")
        #expect(try program.run("transcribe", "latest").status == 0)
        let versions = try seed.store.transcriptVersions(of: meeting.id).map(\.number)
        let texts = try versions.suffix(2).map {
            try seed.store.transcript(of: meeting.id, version: $0).map(\.utterance)
        }
        #expect(texts[0] == texts[1] && !texts[0].isEmpty)
        #expect(try seed.store.draft("pocketsphinx/en-us/1/en", of: meeting.id) == [])
    }

    /// A file of two channels: silence in the room, a reading in the call.
    private var callFile: String {
        get throws {
            let spoken = try sox(reading, "to:spoken.wav", "trim", "0", "6", "pad", "1", "5")
            let silent = try sox("-n", "-r", "16000", "to:silent.wav", "trim", "0", "12")
            return try sox("-M", silent, spoken, "-r", "16000", "to:both.wav")
        }
    }

    @Test(.enabled(if: hasReadings && hasSox)) func `one channel of a file gives its words only`() throws {
        let file = try callFile
        let call = try program.run("transcribe", file, "--channel", "call")
        #expect(call.status == 0 && call.output.split(separator: " ").count > 5, "\(call.errors)")
        let room = try program.run("transcribe", file, "--channel", "room")
        #expect(room.status == 0 && room.output.isEmpty && room.errors.contains("no words were recognized"))
        let mono = try program.run("transcribe", reading, "--channel", "room")
        #expect(
            mono.status == 66 && mono.errors.hasSuffix("has 1 channel, not a room and a call; leave out --channel\n"))
    }

    @Test(.enabled(if: hasReadings && hasSox)) func `one channel of a meeting gives a transcript beside the others`()
        throws
    {
        let (seed, meeting) = (try Seed(program), Seed.meeting(1))
        try seed.hold(meeting, call: 0.05)
        let path = try seed.folder.recordingPath(meeting.recordingName)
        unlink(path)
        let made = try program.run(program: "/usr/bin/sox", [callFile, path, "pad", "0", "12"])
        #expect(made.status == 0, "\(made.errors)")
        let room = try program.run("transcribe", "latest", "--channel", "room")
        #expect(room.status == 0 && room.errors.contains("No words were recognized in Daily."), "\(room.errors)")
        let call = try program.run("transcribe", "latest", "--channel", "call")
        #expect(call.status == 0 && call.output.hasPrefix("Transcript 2 of Daily"), "\(call.errors)")
        let words = try seed.store.transcript(of: meeting.id, version: 2).map(\.utterance)
        #expect(!words.isEmpty && words.allSatisfy { $0.channel == .call })
        let silent = Seed.meeting(2)
        try seed.hold(silent)
        let refused = try program.run("transcribe", silent.id.rawValue, "--channel", "call")
        #expect(refused.status == 66 && refused.errors.contains("was recorded without a call"), "\(refused.errors)")
    }

    @Test(.enabled(if: hasModel)) func `a recording that is gone, cut or never was is one clear line`() throws {
        let (seed, meeting) = (try Seed(program), Seed.meeting(1))
        try seed.hold(meeting)
        let path = try seed.folder.recordingPath(meeting.recordingName)
        let silent = Seed.meeting(2)
        try seed.hold(silent, recorded: false)
        let none = try program.run("transcribe", "latest")
        #expect(none.status == 66 && none.errors.hasPrefix("standup: Daily has no recording; "))
        truncate(path, 80 + 2 * 16_000 * 10)
        let cut = try program.run("transcribe", "Daily/2")
        #expect(cut.status == 66 && cut.errors.contains(" is incomplete ("), "\(cut.errors)")
        #expect(cut.errorLines.count == 1)
        unlink(path)
        let gone = try program.run("transcribe", "Daily/2")
        #expect(gone.status == 66 && gone.errors.contains(" of Daily is missing; "), "\(gone.errors)")
        #expect(try seed.store.transcriptVersions(of: meeting.id).count == 1)
        // The transcripts do not need it.
        for arguments in [
            ["transcripts", "Daily/2"], ["transcripts", "Daily/2", "--choose", "1"],
            ["meeting", "Daily/2", "--transcript", "1"],
        ] {
            #expect(try program.run(arguments).status == 0)
        }
    }

    @Test(
        .enabled(if: hasModel && hasSox),
        arguments: [
            ["-b", "8", "-e", "unsigned", "-r", "8000", "to:8bit.wav"], ["-r", "96000", "-b", "24", "to:96k.flac"],
            ["-c", "7", "-r", "48000", "to:7.wav"], ["-r", "44100", "-c", "2", "to:stereo.ogg"],
        ])
    func `sound of every kind is read`(_ format: [String]) throws {
        let path = program.folder + "/" + (format.last?.dropFirst(3) ?? "")
        let arguments = ["-n"] + format.dropLast() + [path, "synth", "2", "sine", "300", "vol", "0.2"]
        #expect(try program.run(program: "/usr/bin/sox", arguments).status == 0)
        let result = try program.run("transcribe", path, "--json")
        #expect(result.status == 0, "\(result.errors)")
        let document = try JSON(result.output)
        #expect(document["transcript"] == [] && document["file"] == .string(path))
        #expect(document["duration"] == .number(2))
    }

    @Test(.enabled(if: hasModel)) func `a file without sound is one clear line`() throws {
        for (name, contents) in [
            ("empty.wav", ""), ("text.wav", "not sound at all"), ("short.wav", "RIFF\u{4}\0\0\0WAVE"),
        ] {
            let path = program.folder + "/" + name
            try write(contents, to: path)
            let result = try program.run("transcribe", path)
            #expect(result.status == 66 && result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.hasPrefix("standup: cannot read the sound file \(path) ("))
            #expect(result.output == "")
        }
        for (path, message) in [
            (program.folder, "it is a folder"), ("./nowhere.wav", "No such file"),
            ("/dev/null", "not a regular file"),
        ] {
            let result = try program.run("transcribe", path)
            #expect(result.status == 66 && result.errors.contains(message), "\(result.errors)")
        }
        #expect(try program.run("transcribe", "nobody").errors.hasPrefix("standup: no meeting matches 'nobody'"))
        #expect(!FileManager.default.fileExists(atPath: program.data + "/recordings/x"))
    }

    @Test(.enabled(if: hasReadings)) func `a truncated file is read as far as it goes`() throws {
        let whole = FileManager.default.contents(atPath: try reading) ?? Data()
        let path = program.folder + "/cut.wav"
        #expect(FileManager.default.createFile(atPath: path, contents: whole.prefix(whole.count / 2 + 1)))
        let result = try program.run("transcribe", path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("   0:00  "))
        #expect(result.errors.hasPrefix("standup: note: \(path) is damaged from 0:0"))
    }

    @Test(.enabled(if: hasReadings && hasSox))
    func `a truncated compressed file is read as far as it goes, which is reported`() throws {
        let flac = try sox(reading, "to:whole.flac")
        let whole = FileManager.default.contents(atPath: flac) ?? Data()
        let path = program.folder + "/cut.flac"
        #expect(FileManager.default.createFile(atPath: path, contents: whole.prefix(whole.count / 2)))
        let result = try program.run("transcribe", path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("   0:00  "))
        #expect(result.errors.hasPrefix("standup: note: \(path) is damaged from 0:0"))
    }

    @Test(.enabled(if: hasReadings)) func `a file's transcript can be subtitles, without names`() throws {
        let lines = try program.run("transcribe", try reading).output.split(separator: "\n").map { $0.dropFirst(9) }
        let subRip = try program.run("transcribe", try reading, "--format", "srt")
        #expect(subRip.status == 0 && subRip.output.hasPrefix("1\r\n00:00:0"))
        let shown = subRip.output.split(separator: "\r\n").filter { $0.contains { $0.isLetter } }.joined(separator: " ")
        #expect(shown == lines.joined(separator: " "))
        let webVTT = try program.run("transcribe", try reading, "--format", "vtt")
        #expect(webVTT.output.hasPrefix("WEBVTT\n\n00:00:0") && !webVTT.output.contains("<v"))
    }

    @Test(.enabled(if: hasModel && hasSox)) func `two hours of silence have no words`() throws {
        let path = try sox("-n", "-r", "16000", "-b", "16", "to:silence.wav", "trim", "0", "7200")
        let result = try program.run("transcribe", path)
        #expect(result.status == 0 && result.output == "")
        #expect(result.errors == "standup: note: no words were recognized in \(path)\n")
    }

    @Test(arguments: [
        (["transcribe", "x", "--jobs", "0"], 64, "standup: --jobs must be 1 to 64"),
        (["transcribe", "./x.wav", "--recognizer", "none"], 64, "standup: none does not transcribe; "),
        (["transcribe", "./x.wav", "--language", "tlh"], 69, "standup: no speech model for tlh in "),
        (["transcribe", "./x.wav", "--language", "xx"], 64, "standup: the value 'xx' is invalid"),
        (
            ["transcribe", "./x.wav", "--format", "srt", "--json"], 64,
            "standup: --json and --format srt cannot be combined"
        ),
        (["transcribe", "nobody.wav"], 66, "standup: cannot read the sound file nobody.wav"),
        (["transcripts", "latest"], 66, "standup: no meetings yet"),
        (["transcripts", "x", "--compare", "1", "2", "3"], 64, "standup: --compare takes two numbers"),
        (["transcripts", "x", "--choose", "1", "--delete", "2"], 64, "standup: --choose, --compare and"),
    ])
    func `a wrong command line is one clear line`(_ arguments: [String], status: Int, message: String) throws {
        let result = try program.run(arguments)
        #expect(result.status == Int32(status) && result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
    }
}
