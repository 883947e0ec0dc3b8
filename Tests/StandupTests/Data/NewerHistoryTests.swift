import GRDB
import MeetingHistory
import Testing
import TestSupport

@testable import standup
@testable import StandupHistory

@Suite(.timeLimit(.minutes(10)))
struct `A history of a later version` {
    private let program: Program
    private let folder: DataFolder
    private let contents: [UInt8]

    init() throws {
        program = try Program()
        let seed = try Seed(program)
        folder = seed.folder
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
        let version = Schema.current.version + 1
        try seed.store.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
        seed.store.close()
        contents = try bytes(of: folder.databasePath)
    }

    /// What every command says.
    private var refusal: String {
        "standup: the history \(folder.databasePath) was written by a newer version of standup; install that version\n"
    }

    private func expectUnchanged() throws {
        #expect(try bytes(of: folder.databasePath) == contents)
        #expect(folder.historiesMovedAside == [])
    }

    @Test(arguments: [
        ["list"], ["show", "Daily"], ["meetings", "--json"], ["create", "Retro", "Ann"], ["delete", "Daily", "--yes"],
        ["start", "Daily", "--headless", "--input", "none", "--output", "none"], ["meeting", "latest"],
        ["search", "login"], ["stats", "Daily"], ["invite", "Daily"], ["serve"],
    ])
    func `is refused by a command with one line, and stays as it was`(arguments: [String]) throws {
        let refused = try program.run(arguments)
        #expect(refused.status == 1)
        #expect(refused.output == "")
        #expect(refused.errors == refusal)
        try expectUnchanged()
    }

    @Test(arguments: [("", 0), (" start Daily", 1)])
    func `is refused on a terminal, and stays as it was`(arguments: String, status: Int) async throws {
        let terminal = try await TerminalSession(program, columns: 200)
        try await terminal.enter("'\(Program.path)'\(arguments); echo \"it ended with $?\"")
        try await terminal.screen("the reason") { $0.contains("by a newer") }
        // The application asks what to do; Enter quits it.
        try await terminal.press("Enter")
        try await terminal.screen("the end") { $0.contains("it ended with \(status)") }
        try expectUnchanged()
    }
}
