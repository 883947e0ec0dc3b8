import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import standup

/// Pipes, sockets and the like in place of a file; no program may wait for one.
@Suite(.timeLimit(.minutes(10)))
struct `An obstacle in a file's place` {
    let program: Program
    let folder: DataFolder
    let meeting = Seed.meeting(1)

    init() throws {
        program = try Program()
        let seed = try Seed(program)
        folder = seed.folder
        try seed.store.save(Seed.daily)
        try seed.hold(meeting)
    }

    private func put(_ kind: mode_t, at path: String) throws {
        unlink(path)
        try mustSucceed(mknod(path, kind | 0o600, 0))
    }

    private func expectError(_ arguments: String..., saying text: String) throws {
        let result = try program.run(arguments)
        #expect(result.status == 1, "\(arguments)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(text), "\(arguments) \(result.errors)")
    }

    @Test(arguments: [S_IFIFO, S_IFSOCK])
    func `in the place of the history is one error`(_ kind: mode_t) throws {
        try put(kind, at: folder.databasePath)
        let name = kind == S_IFIFO ? "a named pipe" : "a socket"
        for command in ["list", "meetings"] {
            try expectError(command, saying: "the history \(folder.databasePath) is \(name), not a file; move it away")
        }
        let looked = try program.run("doctor", "--data")
        #expect(looked.status == 1)
        #expect(looked.output.contains("neither a file nor a folder"))
    }

    @Test func `in the place of a recording is one error`() throws {
        let recording = folder.recordingsPath + "/" + meeting.recordingName
        try put(S_IFIFO, at: recording)
        for command in [
            ["play", "latest", "--output", "none"], ["export", "latest", "--to", program.folder + "/x.wav"],
            ["transcribe", "latest"], ["delete-meeting", "latest", "--yes"],
        ] {
            let result = try program.run(command)
            #expect(result.status == 1, "\(command)")
            #expect(result.errors.contains("\(recording) is a named pipe"), "\(command) \(result.errors)")
        }
        #expect(try program.run("doctor", "--data").output.contains("neither a file nor a folder"))
    }

    @Test func `in the place of a lock is one error, and no lock`() throws {
        try put(S_IFIFO, at: folder.livePath + "/correct-\(meeting.id).lock")
        try expectError("correct", "latest", "--replace", "login", "--with", "log-in", saying: "is a named pipe")
        #expect(!LiveLock.isHeld("correct-\(meeting.id)", in: folder))
    }

    @Test func `in the place of the configuration, the preferences or the hooks' log stop nothing`() throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        let configuration = program.folder + "/config/standup/config.yaml"
        try put(S_IFIFO, at: configuration)
        try expectError("list", saying: "\(configuration) (it is not a regular file)")
        unlink(configuration)
        try mustSucceed(mkdir(folder.rememberedPath, 0o700))
        try put(S_IFIFO, at: folder.rememberedPath + "/input")
        #expect(try program.run("inspect", "devices").status == 0)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `The history after a command` {
    @Test(arguments: [
        ["list"], ["start", "Daily", "--clock", "virtual", "--input", "silence"],
        ["start", "Daily", "--input", "silence"], ["start", "Nobody"], ["export", "latest", "--to", "/no/such/x.txt"],
    ])
    func `is one file without a log`(_ command: [String]) throws {
        let program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "--length", "10s").status == 0)
        let start = ["--output", "none", "--recognizer", "none", "--headless"]
        _ = try program.run(command + (command[0] == "start" ? start : []), input: "end save\n")
        #expect(
            names(in: program.data).filter { $0.hasPrefix("standup.db") } == ["standup.db"],
            "\(names(in: program.data))")
    }
}
