import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import Sound

@Suite(.timeLimit(.minutes(10)))
struct `Export` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
    }

    private var target: String { program.folder + "/export" }

    @Test func `wav is the recording, sample for sample`() throws {
        #expect(try program.run("export", "latest", "--to", target + ".wav").status == 0)
        let samples = try samples(of: target + ".wav")
        #expect(samples.count == 24 * Seed.sampleRate)
        #expect(samples == (try self.samples(of: seed.folder.recordingPath(Seed.meeting(1).recordingName))))
    }

    /// The samples of the first frames of the three turns.
    private func levels(_ path: String) throws -> [Int] {
        let samples = try samples(of: path)
        #expect(samples.count == 24 * Seed.sampleRate)
        return [0, 8, 20].map { Int(samples[$0 * Seed.sampleRate]) }
    }

    @Test func `of a meeting with a call is both sides at matched levels, or one sample for sample`() throws {
        let meeting = Seed.meeting(2)
        try seed.hold(meeting, call: 0.05)
        func export(_ arguments: String...) throws -> [Int] {
            let result = try program.run(
                ["export", meeting.id.rawValue, "--to", target + ".wav", "--force"] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            return try levels(target + ".wav")
        }
        // The room has 0.24 on average, so the call gets the largest gain, 4.
        let both = try export()
        #expect(zip(both, [0.325, 0.45, 0.575]).allSatisfy { abs(Double($0) / 32_768 - $1) < 0.001 }, "\(both)")
        #expect(try export("--channel", "room") == [1 << 12, 2 << 12, 3 << 12])
        #expect(try export("--channel", "call") == [1638, 1638, 1638])
    }

    @Test(arguments: [
        ("wav", "room", 66, "Daily was recorded without a call; leave out --channel"),
        ("flac", "call", 66, "Daily was recorded without a call; leave out --channel"),
        ("txt", "call", 64, "--channel is for sound, and txt is text; leave out --channel"),
        ("wav", "left", 64, "the value 'left' is invalid"),
    ])
    func `of a channel that is not there is one clear line`(
        format: String, channel: String, status: Int, message: String
    ) throws {
        let result = try program.run("export", "latest", "--to", target + "." + format, "--channel", channel)
        #expect(result.status == Int32(status))
        #expect(result.errors.hasPrefix("standup: " + message), "\(result.errors)")
        #expect(result.errorLines.count == 1 && !exists(target + "." + format))
    }

    @Test func `of a channel of a standup skips meetings without a call`() throws {
        try seed.hold(Seed.meeting(2), call: 0.05)
        mkdir(target, 0o700)
        let result = try program.run(
            "export", "--standup", "Daily", "--to", target, "--format", "wav", "--channel", "call")
        #expect(result.status == 0 && result.output.split(separator: "\n").count == 1)
        #expect(result.errors.contains("1 of 2 meetings skipped"), "\(result.errors)")
    }

    @Test func `wav of one speaker is that one's turns, one after the other`() throws {
        #expect(try program.run("export", "latest", "--to", target + ".WAV", "--speaker", "ann").status == 0)
        let samples = try samples(of: target + ".WAV")
        #expect(samples.count == 12 * Seed.sampleRate)
        let boundary = 8 * Seed.sampleRate
        #expect(samples[..<boundary].allSatisfy { $0 == 1 << 12 })
        #expect(samples[boundary...].allSatisfy { $0 == 3 << 12 })
    }

    @Test func `txt is the transcript by speaker with its times`() throws {
        #expect(try program.run("export", "latest", "--to", target + ".txt").status == 0)
        #expect(
            try read(target + ".txt") == """
                Daily
                2026-02-04 09:30, 0:24
                Ann, Ben

                Ann
                   0:00  the login page
                   0:05  nothing blocks me
                Ben
                   0:09  search works

                """)
        let ben = try program.run("export", "latest", "--to", "-", "--format", "txt", "--speaker", "Ben")
        #expect(ben.output.hasSuffix("\n\nBen\n   0:09  search works\n"))
        #expect(!ben.output.contains("login"))
    }

    @Test func `- is standard output, for wav too`() throws {
        #expect(try program.run("export", "latest", "--to", "-", "--format", "wav", output: target).status == 0)
        #expect(try samples(of: target).count == 24 * Seed.sampleRate)
    }

    @Test func `an existing file is kept unless --force is given`() throws {
        let file = target + ".txt"
        try write("precious", to: file)
        let refused = try program.run("export", "latest", "--to", file)
        #expect(refused.status == 73)
        #expect(
            refused.errors == """
                standup: \(file) already exists; use --force to overwrite it

                """)
        #expect(try read(file) == "precious")
        #expect(try program.run("export", "latest", "--to", file, "--force").status == 0)
        #expect(try read(file).hasPrefix("Daily\n"))
    }

    @Test func `a symbolic link stays, and its target is replaced`() throws {
        try write("old", to: program.folder + "/real.txt")
        try mustSucceed(symlink(program.folder + "/real.txt", target + ".txt"))
        #expect(try program.run("export", "latest", "--to", target + ".txt", "--force").status == 0)
        #expect(try read(program.folder + "/real.txt").hasPrefix("Daily\n"))
        #expect(names(in: program.folder).contains("export.txt"))
        #expect(FileStatus(target + ".txt", followingLinks: false)?.kind == .link)
    }

    @Test(arguments: [
        (
            ["--to", "FOLDER/x.doc"], 64,
            "standup: no format 'doc'; choose one with --format: wav, flac, ogg, opus, mp3, txt, md, srt, vtt, "
                + "json, csv\n"
        ),
        (
            ["--to", "FOLDER/x.MP3", "--format", "flac"], 64,
            "x.MP3 does not end in .flac; change the name or --format\n"
        ),
        (["--to", "FOLDER/x.mp3", "--format", "doc"], 64, "standup: no format 'doc'; "),
        (["--to", "FOLDER/x"], 64, "standup: cannot tell the format from "),
        (["--to", "FOLDER"], 64, "standup: cannot tell the format from "),
        (
            ["--to", "-"], 64,
            "standup: cannot tell the format from -; choose one with --format: wav, flac, ogg, opus, mp3, txt, md, "
                + "srt, vtt, json, csv\n"
        ),
        (["--to", ""], 64, "standup: "),
        (["--to", "FOLDER/x.wav", "--transcript", "1"], 64, "standup: wav has no transcript; "),
        (["--to", "FOLDER/x.txt", "--transcript", "7"], 66, " has no transcript 7; choose another"),
        (["--to", "FOLDER/x.txt", "--standup", "Daily"], 64, "standup: name meetings or use --standup"),
        (["Daily/1", "--to", "FOLDER", "--format", "md"], 64, "standup: a meeting is named twice, "),
        (["Daily/1", "--to", "FOLDER/x.txt"], 73, " does not exist; name an existing folder after --to"),
        (["Daily/1", "--to", "-", "--format", "txt"], 73, "standup: - is not a folder; "),
        (
            ["--to", "FOLDER/x.txt", "--speaker", "Zoe"], 66,
            "standup: no attendee matches 'Zoe'; choose one of: Ann, Ben, Cleo"
        ),
        (["--to", "FOLDER/x.mp3", "--speaker", "Cleo"], 66, "standup: Cleo had no turn in Daily; "),
        (["--to", "FOLDER/none/x.txt"], 73, "standup: the folder "),
        (["--to", "FOLDER/none/x.wav"], 73, "standup: the folder "),
        (["--to", "FOLDER/none/"], 64, "standup: cannot tell the format from "),
        (["--to", "FOLDER/none/", "--format", "txt"], 73, "standup: the folder "),
        (["--to", "/dev/null", "--format", "wav", "--force"], 73, "standup: /dev/null is not a regular file; "),
    ])
    func `a failed export leaves no file behind`(_ arguments: [String], status: Int, message: String) throws {
        let folder = program.folder + "/there"
        try mustSucceed(mkdir(folder, 0o700))
        let arguments = arguments.map { $0.hasPrefix("FOLDER") ? folder + $0.dropFirst(6) : $0 }
        let result = try program.run(["export", "latest"] + arguments)
        #expect(result.status == Int32(status), "\(result.errors)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(names(in: folder) == [])
    }

    @Test func `without a recording there is no wav, but a txt`() throws {
        try seed.hold(Seed.meeting(2), recorded: false)
        let result = try program.run("export", "latest", "--to", target + ".wav")
        #expect(result.status == 66)
        #expect(result.errors.hasPrefix("standup: Daily has no recording; "))
        #expect(try program.run("export", "latest", "--to", target + ".txt").status == 0)
    }

    @Test func `a recording that is gone is one line and no file`() throws {
        removeFolder(seed.folder.recordingsPath)
        let result = try program.run("export", "latest", "--to", target + ".wav")
        #expect(result.status == 66)
        #expect(result.errorLines.count == 1)
        #expect(!exists(target + ".wav"))
    }

    @Test(arguments: ["flac", "ogg", "opus", "mp3"])
    func `sound has title, date, attendees and a chapter for each turn`(format: String) async throws {
        let file = target + "." + format
        #expect(try program.run("export", "latest", "--to", file).status == 0)
        let (_, probe) = try await ChildProcess.run(
            "/usr/bin/ffprobe",
            ["-v", "error", "-of", "default=nw=1", "-show_format", "-show_streams", "-show_chapters", file],
            environment: ["PATH": "/usr/bin"])
        let lines = probe.split(separator: "\n").map(String.init)
        for tag in ["title=Daily", "date=2026-02-04"] {
            #expect(lines.contains { $0.lowercased() == "tag:" + tag.lowercased() }, "\(probe)")
        }
        #expect(
            lines.filter { $0.hasPrefix("TAG:title=") && $0 != "TAG:title=Daily" }
                == ["TAG:title=Ann", "TAG:title=Ben", "TAG:title=Ann"])
        #expect(probe.lowercased().contains("tag:artist=ann"))
    }

    @Test func `a turn that was skipped is no chapter`() async throws {
        var meeting = Seed.meeting(2)
        meeting.turns = [
            Turn(attendee: Seed.ann.id, start: .zero, end: .milliseconds(100)),
            Turn(attendee: Seed.ben.id, start: .milliseconds(100), end: .seconds(24)),
        ]
        try seed.hold(meeting)
        let file = target + ".flac"
        #expect(try program.run("export", "Daily/1", "--to", file).status == 0)
        let (_, probe) = try await ChildProcess.run(
            "/usr/bin/ffprobe", ["-v", "error", "-of", "default=nw=1", "-show_chapters", file],
            environment: ["PATH": "/usr/bin"])
        let lines = probe.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("TAG:title=") } == ["TAG:title=Ben"])
        #expect(lines.contains("start_time=0.100000"), "\(probe)")
    }

    @Test func `several meetings go into a folder, each under its own name`() throws {
        try seed.hold(Seed.meeting(2))
        let folder = program.folder + "/minutes"
        try mustSucceed(mkdir(folder, 0o700))
        let result = try program.run("export", "Daily/1", "Daily/2", "--to", folder, "--format", "md")
        #expect(result.status == 0)
        #expect(result.output == names(in: folder).map { folder + "/" + $0 + "\n" }.reversed().joined())
        #expect(names(in: folder).count == 2)
        #expect(names(in: folder).allSatisfy { $0.hasPrefix("2026-02-0") && $0.hasSuffix("_Daily.md") })
        // Again: nothing is replaced without a word.
        try write("precious", to: folder + "/" + names(in: folder)[0])
        let refused = try program.run("export", "--standup", "daily", "--to", folder, "--format", "md")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("2 of 2 files already exist; use --force to overwrite them"))
        #expect(try read(folder + "/" + names(in: folder)[0]) == "precious")
        #expect(
            try program.run("export", "--standup", "daily", "--to", folder, "--format", "md", "--force").status == 0)
        #expect(try read(folder + "/" + names(in: folder)[0]).hasPrefix("# Daily\n"))
        #expect(names(in: folder).count == 2)
    }

    @Test func `of a whole standup, meetings without a recording are left out, which is reported`() throws {
        try seed.hold(Seed.meeting(2), recorded: false)
        let folder = program.folder + "/sound"
        try mustSucceed(mkdir(folder, 0o700))
        let result = try program.run("export", "--standup", "Daily", "--to", folder, "--format", "flac")
        #expect(result.status == 0)
        #expect(names(in: folder).count == 1)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("standup: 1 of 2 meetings skipped; the first: Daily has no recording"))
        let all = try program.run("export", "Daily/1", "Daily/2", "--to", folder, "--format", "mp3")
        #expect(all.status == 66)
        #expect(names(in: folder).count == 1)
    }

    @Test func `one meeting goes into a folder too`() throws {
        let folder = program.folder + "/one"
        try mustSucceed(mkdir(folder, 0o700))
        #expect(
            try program.run("export", "latest", "--to", folder, "--format", "csv", "--speaker", "Ben").status == 0)
        #expect(names(in: folder) == ["2026-02-04_0930_Daily_Ben.csv"])
    }

    @Test func `a link to nothing is left alone`() throws {
        try mustSucceed(symlink(program.folder + "/gone.txt", target + ".txt"))
        let result = try program.run("export", "latest", "--to", target + ".txt", "--force")
        #expect(result.status == 73)
        #expect(result.errors.contains(" is a link to nothing; "))
        #expect(!exists(program.folder + "/gone.txt"))
    }

    @Test func `another version of the transcript is exported by its number`() throws {
        let id = Seed.meeting(1).id
        let store = try SQLiteMeetingStore(path: seed.folder.databasePath)
        let first = try #require(try store.transcript(of: id, version: 1).first)
        _ = try store.correctTranscript(
            of: id, version: 1, [UtteranceCorrection(utterance: first.id, text: "the lagoon page")],
            at: Timestamp(nanosecondsSince1970: 0))
        let shown = try program.run("export", "latest", "--to", "-", "--format", "txt").output
        let live = try program.run("export", "latest", "--to", "-", "--format", "txt", "--transcript", "1").output
        #expect(shown.contains("the lagoon page"))
        #expect(live.contains("the login page"))
    }

    @Test(
        arguments: [
            ([], "it is empty"), (Array("RIFFxx".utf8), "sound file"), (Array("no sound at all".utf8), "sound file"),
        ] as [([UInt8], String)])
    func `a recording that is damaged is one line and no file`(bytes: [UInt8], reason: String) throws {
        let recording = try seed.folder.recordingPath(Seed.meeting(1).recordingName)
        try write(String(decoding: bytes, as: UTF8.self), to: recording)
        for format in ["wav", "mp3"] {
            let result = try program.run("export", "latest", "--to", target + "." + format)
            #expect(result.status == 66)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.contains(reason))
            #expect(!exists(target + "." + format))
        }
    }

    @Test func `a truncated recording is exported as far as it goes, which is reported`() throws {
        let recording = try seed.folder.recordingPath(Seed.meeting(1).recordingName)
        try mustSucceed(truncate(recording, 80 + 10 * Seed.sampleRate * 2))
        let result = try program.run("export", "latest", "--to", target + ".wav")
        #expect(result.status == 0)
        #expect(result.errors.contains(" is incomplete; "))
        #expect(result.errors.contains("0:10 of 0:24"))
        #expect(try samples(of: target + ".wav").count == 10 * Seed.sampleRate)
    }

    private func samples(of path: String) throws -> [Int16] {
        let reader = try AudioFileReader(path: path)
        #expect(reader.sampleRate == Seed.sampleRate)
        var samples = [Int16](repeating: 0, count: Int(reader.frames))
        let count = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        return Array(samples[..<count])
    }
}
