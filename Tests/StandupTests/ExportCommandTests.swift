import AudioFiles
import Glibc
import MeetingHistory
import MeetingModel
import ProgramSupport
import SQLiteHistory
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `Export` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.hold(Seed.meeting(1))
    }

    private var target: String { program.folder + "/export" }

    @Test func `wav is the recording, sample for sample`() throws {
        #expect(try program.run("export", "latest", "--to", target + ".wav").status == 0)
        let samples = try samples(of: target + ".wav")
        #expect(samples.count == 24 * Seed.sampleRate)
        #expect(samples == (try self.samples(of: seed.folder.recordingPath(Seed.meeting(1).recordingName))))
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

    @Test func `a file that is there is kept unless told otherwise`() throws {
        let file = target + ".txt"
        try write("precious", to: file)
        let refused = try program.run("export", "latest", "--to", file)
        #expect(refused.status == 73)
        #expect(
            refused.errors == """
                standup: cannot ask without a terminal, there is such a file already, replace \(file), to do it \
                anyway add: --force

                """)
        #expect(try read(file) == "precious")
        #expect(try program.run("export", "latest", "--to", file, "--force").status == 0)
        #expect(try read(file).hasPrefix("Daily\n"))
    }

    @Test func `a symbolic link stays, and what it points to is replaced`() throws {
        try write("old", to: program.folder + "/real.txt")
        try mustSucceed(symlink(program.folder + "/real.txt", target + ".txt"))
        #expect(try program.run("export", "latest", "--to", target + ".txt", "--force").status == 0)
        #expect(try read(program.folder + "/real.txt").hasPrefix("Daily\n"))
        #expect(names(in: program.folder).contains("export.txt"))
        var status = stat()
        #expect(lstat(target + ".txt", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test(arguments: [
        (["--to", "FOLDER/x.flac"], 64, "standup: format not supported yet, flac, choose one: --format wav or txt"),
        (["--to", "FOLDER/x.SRT"], 64, "standup: format not supported yet, SRT, choose one: --format wav or txt"),
        (["--to", "FOLDER/x.doc"], 64, "standup: no such format, doc, choose one: --format wav or txt"),
        (["--to", "FOLDER/x"], 64, "standup: no format, "),
        (["--to", "-"], 64, "standup: no format, -, say which: --format wav or txt"),
        (["--to", ""], 64, "standup: "),
        (
            ["--to", "FOLDER/x.txt", "--speaker", "Zoe"], 66,
            "standup: no such attendee, Zoe, choose one of: Ann, Ben, Cleo"
        ),
        (["--to", "FOLDER/none/x.txt"], 73, "standup: cannot write the file, "),
        (["--to", "FOLDER/none/x.wav"], 73, "standup: cannot write the sound file, "),
        (["--to", "FOLDER", "--format", "wav"], 73, "standup: a folder, not a file, "),
        (["--to", "/dev/null", "--format", "wav", "--force"], 73, "standup: not a plain file, /dev/null, send"),
    ])
    func `what cannot be exported leaves no file behind`(_ arguments: [String], status: Int, message: String) throws {
        let folder = program.folder + "/there"
        try mustSucceed(mkdir(folder, 0o700))
        let arguments = arguments.map { $0.hasPrefix("FOLDER") ? folder + $0.dropFirst(6) : $0 }
        let result = try program.run(["export", "latest"] + arguments)
        #expect(result.status == Int32(status), "\(result.errors)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
        #expect(names(in: folder) == [])
    }

    @Test func `without a recording there is no wav, but a txt`() throws {
        try seed.hold(Seed.meeting(2), recorded: false)
        let result = try program.run("export", "latest", "--to", target + ".wav")
        #expect(result.status == 66)
        #expect(result.errors.hasPrefix("standup: no recording, Daily was held without one"))
        #expect(try program.run("export", "latest", "--to", target + ".txt").status == 0)
    }

    @Test func `a recording that is gone is one line and no file`() throws {
        removeFolder(seed.folder.recordingsPath)
        let result = try program.run("export", "latest", "--to", target + ".wav")
        #expect(result.status == 66)
        #expect(result.errorLines.count == 1)
        #expect(!exists(target + ".wav"))
    }

    private func samples(of path: String) throws -> [Int16] {
        let reader = try AudioFileReader(path: path)
        #expect(reader.sampleRate == Seed.sampleRate)
        var samples = [Int16](repeating: 0, count: Int(reader.frames))
        let count = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        return Array(samples[..<count])
    }
}
