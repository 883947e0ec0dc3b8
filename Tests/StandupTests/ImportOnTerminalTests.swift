import Glibc
import MeetingModel
import Sound
import Testing
import TestSupport

@testable import MeetingHistory

/// The import in the application on a terminal.
@Suite(.timeLimit(.minutes(10)))
struct `Import on a terminal` {
    private let program: Program
    private var sounds: String { program.folder + "/sounds" }

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben").status == 0)
        try mustSucceed(mkdir(program.folder + "/sounds", 0o700))
    }

    /// Writes a recording of a number of minutes.
    private func record(_ name: String, minutes: Int) throws {
        let recording = try WAVRecording(creating: sounds + "/" + name, sampleRate: 48_000)
        let minute = (0..<48_000 * 60).map { Float($0 % 480) / 1000 }
        for _ in 0..<minutes { try minute.withUnsafeBufferPointer { try recording.append($0) } }
        try recording.finish()
    }

    /// A terminal on which the application has been opened at an address.
    private func open(_ address: String) async throws -> TerminalSession {
        let folder = Program.path.split(separator: "/").dropLast().joined(separator: "/")
        let terminal = try await TerminalSession(
            program, environment: ["PATH": "/\(folder):/usr/bin:/bin", "TERM": "xterm-256color"])
        try await terminal.enter("cd \(sounds) && standup open '\(address)'; echo status $?")
        return terminal
    }

    private func meetings() throws -> [JSON] { try JSON(program.run("meetings", "--json").output).elements }

    @Test func `makes a meeting of a recording, opens it, and takes it back`() async throws {
        try record("monday.wav", minutes: 1)
        try write("speaker,start,end,text\nAnn,0,20,hello all\nBen,20,60,the login works\n", to: sounds + "/times.csv")
        let terminal = try await open("standup/Daily")
        try await terminal.screen("the page") { $0.contains("Ann") }
        try await terminal.type("i")
        try await terminal.screen("the file") { $0.contains("monday.wav") && !$0.contains("times.csv") }
        try await terminal.type("mon")
        try await terminal.press("Enter")
        try await terminal.screen("the form") { $0.contains("Recording, 1:00, 1 channel") && $0.contains("Daily") }
        for _ in 1...3 { try await terminal.press("Tab") }
        try await terminal.press("Right")
        try await terminal.screen("the tables") { $0.contains("times.csv") && !$0.contains("monday.wav") }
        try await terminal.press("Enter")
        try await terminal.screen("the form with the table") { $0.contains("times.csv") && $0.contains("Content") }
        try await terminal.press("Enter")
        try await terminal.screen("the meeting") {
            $0.contains("Imported 1:00 with 2 speakers.") && $0.contains("the login works")
        }
        #expect(try meetings().count == 1)
        #expect(names(in: program.data + "/recordings").count == 1)
        try await terminal.type("u")
        try await terminal.screen("the way back") { $0.contains("Undid: the import") }
        #expect(try meetings() == [])
        try await terminal.press("C-c")
        try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(names(in: program.data + "/recordings") == [])
        #expect(try program.run("list").output.contains("Daily"))
    }

    @Test func `takes exported meetings once`() async throws {
        try record("monday.wav", minutes: 1)
        #expect(try program.run("import", sounds + "/monday.wav", "--standup", "Daily").status == 0)
        let exported = sounds + "/exported.json"
        #expect(try program.run("export", "latest", "--format", "json", "--to", exported).status == 0)
        let address = "import?folder=\(sounds)&file=exported.json"
        let there = try await open(address)
        try await there.screen("the content") { $0.contains("Exported meetings: 1 standup and 1 meeting") }
        try await there.press("Enter")
        try await there.screen("the refusal") { $0.contains("Nothing to import") }
        try await there.press("C-c")
        try await there.screen("the end") { $0.contains("status 0") }
        #expect(try program.run("delete-meeting", "Daily/1", "--yes").status == 0)
        let gone = try await open(address)
        try await gone.screen("the content") { $0.contains("1 meeting") }
        try await gone.press("Enter")
        try await gone.screen("the meeting") { $0.contains("Imported 1:00 with 1 speaker.") }
        #expect(try meetings().count == 1)
        try await gone.press("C-c")
        try await gone.screen("the end") { $0.contains("status 0") }
    }

    @Test func `leaves nothing when it is broken off`() async throws {
        try record("long.wav", minutes: 1)
        let folder = DataFolder(path: program.data)
        // Another import has its turn, so that this one waits.
        let lock = try #require(try LiveLock.acquire("import", in: folder))
        let terminal = try await open("import?folder=\(sounds)&file=long.wav")
        try await terminal.screen("the form") { $0.contains("Recording, 1:00") }
        try await terminal.press("Enter")
        try await terminal.screen("the progress") { $0.contains("Importing long.wav") }
        try await terminal.press("Escape")
        try await terminal.screen("the end of the import") { $0.contains("Nothing was imported.") }
        lock.release()
        #expect(try meetings() == [])
        #expect(names(in: program.data + "/recordings") == [])
        try await terminal.press("C-c")
        try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(try !program.run("list").output.contains("long"))
    }
}
