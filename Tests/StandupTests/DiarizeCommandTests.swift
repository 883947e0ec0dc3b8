import Foundation
import Glibc
import Testing
import TestSupport

@testable import standup

private let root = String(#filePath.dropLast("Tests/StandupTests/DiarizeCommandTests.swift".count))
private let demo = root + "Assets/Voices/demo.wav"

/// The folder with the model of voices.
private let modelFolder = getenv("STANDUP_WHISPER_MODELS").map { String(cString: $0) }
private let hasVoices =
    access(Program.path.dropLast("standup".count) + "standup-whisper", X_OK) == 0
    && modelFolder.map { access($0 + "/ggml-voices.bin", R_OK) == 0 } == true

@Suite(.serialized, .timeLimit(.minutes(10))) struct `Who speaks when in a file` {
    let program: Program
    private let models: String
    private var data: [String: String] { ["XDG_DATA_HOME": program.folder + "/share"] }

    init() throws {
        program = try Program()
        models = program.folder + "/share/standup-models/whisper"
    }

    private func diarize(_ arguments: String...) throws -> Program.Result {
        try program.run(["diarize"] + arguments, environment: data)
    }

    private func install() throws {
        try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
        let link = models + "/ggml-voices.bin"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: try #require(modelFolder) + "/ggml-voices.bin")
    }

    /// A mono WAV file at 16 kHz.
    private func wave(_ name: String, _ samples: Data) throws -> String {
        func bytes(_ number: Int) -> Data { withUnsafeBytes(of: UInt32(number).littleEndian) { Data($0) } }
        var file = Data("RIFF".utf8) + bytes(36 + samples.count) + Data("WAVEfmt ".utf8) + bytes(16)
        file += Data([1, 0, 1, 0]) + bytes(16_000) + bytes(32_000) + Data([2, 0, 16, 0])
        file += Data("data".utf8) + bytes(samples.count) + samples
        let path = "\(program.folder)/\(name)"
        #expect(FileManager.default.createFile(atPath: path, contents: file))
        return path
    }

    private func frames(of seconds: Range<Double>) throws -> Data {
        let file = try #require(FileManager.default.contents(atPath: demo)).dropFirst(44)
        let bounds = [seconds.lowerBound, seconds.upperBound].map { file.startIndex + Int($0 * 16_000) * 2 }
        return Data(file[bounds[0]..<bounds[1]])
    }

    @Test(.enabled(if: hasVoices)) func `is printed as RTTM, with a name without spaces`() throws {
        try install()
        let path = try wave("the talk.2.wav", frames(of: 0..<22))
        let result = try diarize(path)
        #expect(result.status == 0 && result.errors == "")
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.map { $0[7] } == ["voice-1", "voice-1", "voice-1", "voice-2", "voice-2"])
        for line in lines {
            #expect(line.count == 10 && line[...2] == ["SPEAKER", "the_talk.2", "1"])
            #expect([5, 6, 8, 9].allSatisfy { line[$0] == "<NA>" })
            #expect(line[3...4].allSatisfy { Double($0) != nil && $0.split(separator: ".").last?.count == 3 })
        }
        #expect(
            try diarize(path, "--voices", "1").output.split(separator: "\n").allSatisfy { $0.contains(" voice-1 ") })
        let document = try JSON(try diarize(path, "--json").output)
        #expect(document["file"] == .string(path) && document["duration"] == .number(22))
        #expect(document["voices"]?.elements.map { $0["name"] } == ["voice-1", "voice-2"])
        #expect(document["turns"]?.elements.map { $0["voice"] } == lines.map { .string($0[7]) })
    }

    @Test(.enabled(if: hasVoices)) func `is nothing without speech, and a short sound is no error`() throws {
        try install()
        let silent = try wave("silent.wav", Data(count: 64_000))
        let result = try diarize(silent)
        #expect(result.status == 0 && result.output == "")
        #expect(result.errors == "standup: note: no speech was found in \(silent)\n")
        let document = try JSON(try diarize(silent, "--json").output)
        #expect(document["turns"] == [] && document["voices"] == [])
        for length in [0.05, 0.3, 0.6] {
            #expect(try diarize(wave("short.wav", frames(of: 1.1..<1.1 + length))).status == 0)
        }
    }

    @Test(.enabled(if: hasVoices)) func `is found as far as a damaged file goes`() throws {
        try install()
        let path = program.folder + "/cut.wav"
        let whole = try #require(FileManager.default.contents(atPath: demo))
        #expect(FileManager.default.createFile(atPath: path, contents: whole.prefix(whole.count / 4)))
        let result = try diarize(path)
        #expect(result.status == 0 && result.output.hasPrefix("SPEAKER cut 1 0.9"), "\(result.errors)")
        #expect(result.errors.hasPrefix("standup: note: \(path) is damaged from 0:"), "\(result.errors)")
        #expect(result.errors.hasSuffix("; everything before was examined\n"))
    }

    @Test func `needs a file, and the model of voices`() throws {
        let missing = try diarize(demo)
        #expect(missing.status == 69 && missing.output == "")
        let line = "standup: the model of voices is not installed; install it with: standup models install voices\n"
        #expect(missing.errors == line)
        try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: models + "/ggml-voices.bin", contents: Data("x".utf8)))
        let damaged = try diarize(demo)
        #expect(
            damaged.status == 69 && damaged.errors.hasSuffix("standup models install voices\n"), "\(damaged.errors)")
        #expect(try diarize("nowhere.wav").status == 66)
        #expect(try diarize(demo, "--channel", "call").status == 66)
        #expect(try diarize(demo, "--voices", "0").errors.hasPrefix("standup: --voices must be 1 to 32; "))
    }

    // MARK: Imported recordings

    private func standup(_ arguments: String...) throws -> Program.Result {
        try program.run(arguments, environment: data)
    }

    /// The names in the turns of a meeting.
    private func speakers(_ meeting: String) throws -> [JSON?] {
        try JSON(try standup("meeting", meeting, "--json").output)["turns"]?.elements.map { $0["name"] } ?? []
    }

    private func importedMeeting(_ arguments: String...) throws -> (id: String, notes: String) {
        let result = try program.run(["import"] + arguments, environment: data)
        #expect(result.status == 0, "\(result.errors)")
        return (String(result.output.dropLast()), result.errors)
    }

    @Test(.enabled(if: hasVoices)) func `becomes turns of an import, whose voices can be named and learned`() throws {
        try install()
        let path = try wave("twice.wav", frames(of: 0..<38) + frames(of: 0..<38))
        #expect(try standup("create", "Team", "Ann", "Ben").status == 0)
        #expect(try speakers(importedMeeting(path, "--standup", "Team").id) == ["Someone"])
        #expect(try standup("edit", "Team", "--voices").status == 0)
        let (first, notes) = try importedMeeting(path, "--standup", "Team", "--date", "2026-02-03")
        let voices: [JSON?] = ["Voice 1", "Voice 2", "Voice 3"]
        #expect(try speakers(first) == voices + voices)
        #expect(notes.contains("To name a voice: standup correct \(first.prefix(8)) --rename 'Voice 1=NAME'"))

        let stranger = try standup("correct", first, "--rename", "Voice 1=Ann", "--rename", "Voice 3=Cal", "--learn")
        #expect(stranger.status == 1 && stranger.errors.contains("standup edit Team --add Cal"), "\(stranger.errors)")
        #expect(try speakers(first) == voices + voices)
        let named = try standup("correct", first, "--rename", "Voice 1=ann", "--rename", "voice 2=Ben", "--learn")
        #expect(named.status == 0 && named.output == "", "\(named.errors)")
        #expect(try standup("correct", first, "--rename", "Voice 3=Cal").status == 0)
        #expect(try speakers(first) == ["Ann", "Ben", "Cal", "Ann", "Ben", "Cal"])
        let known = try JSON(try standup("voices", "Team", "--json").output)["voices"]?.elements
        #expect(known?.map { $0["state"] } == ["known", "known"])
        #expect(known?.map { $0["meetings"] } == [1, 1])

        // Now two of them are known, unless that is not wanted; Cal is not of the standup.
        let second = try importedMeeting(path, "--standup", "Team", "--date", "2026-02-04").id
        #expect(try speakers(second) == ["Ann", "Ben", "Voice 1", "Ann", "Ben", "Voice 1"])
        let third = try importedMeeting(path, "--standup", "Team", "--date", "2026-02-05", "--no-by-voice").id
        #expect(try speakers(third) == ["Someone"])
        try TestSupport.write("speaker,start\nBen,0\n", to: program.folder + "/times.csv")
        let times = program.folder + "/times.csv"
        let fourth = try importedMeeting(path, "--standup", "Team", "--date", "2026-02-06", "--speakers", times).id
        #expect(try speakers(fourth) == ["Ben"])
    }

    @Test(.enabled(if: hasVoices)) func `of an import into a new standup is numbered, and silence is Someone's`() throws
    {
        try install()
        let cut = program.folder + "/cut.wav"
        let whole = try #require(FileManager.default.contents(atPath: demo))
        #expect(FileManager.default.createFile(atPath: cut, contents: whole.prefix(whole.count * 6 / 10)))
        let (meeting, notes) = try importedMeeting(cut, "--by-voice", "--title", "Interview")
        #expect(try speakers(meeting) == ["Voice 1", "Voice 2"])
        #expect(notes.contains("is damaged from 0:2") && notes.contains("2 speakers"), "\(notes)")
        #expect(try standup("show", "Interview").output.contains("1. Someone\n"))
        let silent = try importedMeeting(wave("silent.wav", Data(count: 64_000)), "--by-voice")
        #expect(try speakers(silent.id) == ["Someone"])
        #expect(silent.notes.contains("standup: note: no speech was found; the meeting is one turn of Someone\n"))
    }

    @Test(.enabled(if: hasVoices)) func `is no part of an import that was interrupted`() async throws {
        try install()
        let talk = try frames(of: 0..<38)
        let path = try wave("long.wav", (0..<40).reduce(into: Data()) { data, _ in data += talk })
        let process = try program.start(["import", path, "--by-voice"], environment: data)
        // It is telling the voices apart when the process of the model runs.
        try await eventually("the voices are told apart") {
            names(in: "/proc/\(process)/task")
                .contains { (try? read("/proc/\(process)/task/\($0)/children"))?.isEmpty == false }
        }
        kill(process, SIGINT)
        #expect(TestSupport.wait(for: process) == 130)
        #expect(try standup("list", "--json").output == "[\n\n]\n")
        #expect(names(in: program.data + "/recordings").isEmpty && names(in: program.data + "/live").isEmpty)
    }

    @Test func `needs the model for an import that asks for it, which then changes nothing`() throws {
        let result = try standup("import", demo, "--by-voice")
        #expect(result.status == 69 && result.errors.contains("standup models install voices"), "\(result.errors)")
        #expect(names(in: program.data + "/recordings").isEmpty)
        #expect(try standup("create", "Team", "Ann", "--voices").status == 0)
        let meeting = try importedMeeting(demo, "--standup", "Team").id
        #expect(try speakers(meeting) == ["Someone"])
        for arguments in [["--by-voice", "--speakers", "x.csv"], ["--by-voice", "--no-by-voice", "x"]] {
            #expect(try program.run(["import", demo] + arguments, environment: data).status == 64)
        }
        func correct(_ arguments: String...) throws -> (Int32?, String) {
            let result = try program.run(["correct", meeting] + arguments, environment: data)
            return (result.status, result.errors)
        }
        #expect(try correct("--learn").0 == 64)
        #expect(try correct("--rename", "Someone=Ann", "--replace", "x", "--with", "y").0 == 64)
        #expect(
            try correct("--rename", "Someone= ").1.contains("the new name of Someone must have 1 to 200 characters"))
        #expect(try correct("--rename", "Ann=Ben").1.contains("Ann has no turn"))
        #expect(try correct("--rename", "Zoe=Ben").0 == 66)
        #expect(try correct("--rename", "Someone=Ann", "--learn").0 == 69)
        #expect(try correct("--rename", "Someone=Ann", "--rename", "someone=Ben").0 == 64)
        #expect(try speakers(meeting) == ["Someone"])
        #expect(try correct("--rename", "Someone=Zoe").0 == 0)
        #expect(try speakers(meeting) == ["Zoe"])
        #expect(try correct("--rename", "Zoe=Ann").0 == 0)
        let attendees = try JSON(try standup("meeting", meeting, "--json").output)["attendees"]?.elements
        #expect(attendees?.map { $0["name"] } == ["Ann"])
    }
}
