import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct `Without a name` {
    let program: Program
    let seed: Seed
    private static let retro = Standup(
        id: .init(rawValue: "50000000-0000-4000-8000-000000000002"), title: "Retro", attendees: [Seed.ann])

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.store.save(Self.retro)
    }

    @Test(arguments: ["start", "show", "edit --length 10m", "stats", "invite"])
    func `a standup is an error that lists them, where nobody can be asked`(_ command: String) throws {
        let result = try program.run(command.split(separator: " ").map(String.init))
        #expect(result.status == 64)
        #expect(result.errors == "standup: no standup named; use one of: Daily, Retro; list them with: standup list\n")
    }

    @Test(arguments: ["meeting", "play", "export --to x.txt", "correct", "transcribe", "transcripts"])
    func `a meeting is an error that lists what can be named, where nobody can be asked`(_ command: String) throws {
        let arguments = command.split(separator: " ").map(String.init)
        let none = try program.run(arguments)
        #expect(none.status == 66)
        #expect(none.errors == "standup: no meetings yet; hold one with: standup start\n")
        try seed.hold(Seed.meeting(1))
        let result = try program.run(arguments)
        #expect(result.status == 64)
        #expect(
            result.errors == "standup: no meeting named; use one of: latest, Daily; list them with: standup meetings\n")
    }

    @Test(arguments: [["delete"], ["delete-meeting"], ["transcripts", "--delete", "1"]])
    func `nothing is deleted, on a terminal too`(_ command: [String]) throws {
        try seed.hold(Seed.meeting(1))
        try seed.hold(Seed.meeting(2))
        #expect(try program.runOnTerminal(command + ["--yes"], typing: "\r").status == 64)
        #expect(try seed.store.meetings(of: nil).count == 2)
        #expect(try seed.store.standups().count == 2)
    }

    @Test func `nothing is deleted by a title without a number`() throws {
        try seed.hold(Seed.meeting(1))
        let result = try program.run("delete-meeting", "Daily", "--yes")
        #expect(result.status == 66)
        #expect(result.errors.contains("did you mean Daily/1?"))
        #expect(try program.run("transcripts", "Daily", "--delete", "1", "--yes").status == 66)
        #expect(try program.run("delete-meeting", "Daily/1", "--yes").status == 0)
    }

    @Test func `a title is its latest meeting`() throws {
        try seed.hold(Seed.meeting(1))
        try seed.hold(Seed.meeting(2))
        let id = Seed.meeting(2).id.rawValue
        for name in ["Daily", "dai", "Daily/1", "latest"] {
            #expect(try JSON(try program.run("meeting", name, "--json").output)["id"] == .string(id))
        }
        #expect(try program.run("meeting", "Retro").status == 66)
        let result = try program.run("meeting", "Dialy")
        #expect(
            result.errors
                == "standup: no meeting matches 'Dialy'; did you mean Daily? List them with: standup meetings\n")
    }

    // MARK: On a terminal

    /// A shell in which `standup` is the program.
    private func terminal() async throws -> TerminalSession {
        let folder = Program.path[..<(Program.path.lastIndex(of: "/") ?? Program.path.endIndex)]
        return try await TerminalSession(
            program, environment: ["PATH": "\(folder):/usr/bin:/bin", "PS1": "bash-ready> "])
    }

    @Test func `a standup is picked by typing, the one held last comes first`() async throws {
        var meeting = Seed.meeting(1)
        meeting = Seed.meeting(1, of: Self.retro)
        try seed.hold(meeting)
        let terminal = try await terminal()
        try await terminal.enter("standup show > \(program.folder)/out")
        let screen = try await terminal.screen("the picker") {
            $0.contains("Show which standup?") && $0.contains("Esc leaves")
        }
        #expect(screen.contains("> Retro") && screen.contains("  Daily"))
        try await terminal.type("dal")
        try await terminal.screen("no match but alike") { !$0.contains("Retro") }
        try await terminal.press("BSpace")
        try await terminal.type("i")
        try await terminal.screen("the match") { $0.contains("> Daily") }
        try await terminal.press("Enter")
        // The program drops what is typed before its end.
        try await terminal.screen("the shell") { !$0.contains("Esc leaves") }
        try await terminal.enter("echo code $?")
        let after = try await terminal.screen("the end") { $0.contains("code 0") }
        #expect(!after.contains("Show which") && !after.contains("> Daily"))
        #expect(try read(program.folder + "/out").hasPrefix("Daily"))
    }

    @Test func `create without a title opens the form, search without words the search of its standup`() async throws {
        let terminal = try await terminal()
        try await terminal.enter("standup create")
        try await terminal.screen("the form") { $0.contains("New standup") && $0.contains("Such as Daily") }
        try await terminal.press("Escape")
        try await terminal.screen("the shell") { !$0.contains("New standup") }
        try await terminal.enter("clear; standup search --standup Retro")
        try await terminal.screen("the search") { $0.contains("Type words") && $0.contains("standup Retro") }
    }

    @Test func `the only one is taken without a question`() throws {
        try seed.hold(Seed.meeting(1))
        let result = try program.runOnTerminal("meeting", environment: ["NO_COLOR": "1"])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Daily\r\n") && !result.output.contains("Which"))
    }

    @Test(arguments: ["Escape", "C-c"])
    func `nothing is done when one leaves`(_ key: String) async throws {
        let terminal = try await terminal()
        try await terminal.enter("standup edit --length 10m")
        try await terminal.screen("the picker") { $0.contains("Esc leaves") }
        try await terminal.press(key)
        // What follows an escape at once would be a part of its sequence.
        try await terminal.screen("the shell") { !$0.contains("Esc leaves") }
        try await terminal.enter("echo code $?")
        try await terminal.screen("the exit code") { $0.contains("code 130") }
        #expect(try seed.store.standups().contains { $0.length == .seconds(600) } == false)
    }

    @Test(arguments: [(SIGTERM, "143"), (SIGHUP, "129"), (SIGSEGV, "139")])
    func `a signal and a crash restore the terminal`(_ signal: Int32, code: String) async throws {
        let terminal = try await terminal()
        let file = program.folder + "/pid"
        try await terminal.enter(
            "sh -c 'echo $$ > \(file); exec standup show'; echo code $?; stty -a > \(program.folder)/stty")
        try await terminal.screen("the picker") { $0.contains("Esc leaves") }
        let process = try #require(pid_t(try read(file).filter(\.isNumber)))
        kill(process, signal)
        try await terminal.screen("the exit code") { $0.contains("code \(code)") }
        try await terminal.enter("echo done")
        try await terminal.screen("the shell") { $0.contains("\ndone") }
        let settings = try read(program.folder + "/stty")
        #expect(settings.contains(" icanon") && settings.contains(" echo ") && settings.contains("isig"))
    }

    @Test func `export asks for the meeting and the format, and names the file`() async throws {
        try seed.hold(Seed.meeting(1))
        try seed.hold(Seed.meeting(2))
        let terminal = try await terminal()
        try await terminal.enter("cd \(program.folder) && standup export")
        try await terminal.screen("the meetings") { $0.contains("Export which meeting?") && $0.contains("Esc leaves") }
        try await terminal.press("Enter")
        try await terminal.screen("the formats") { $0.contains("Export as what?") && $0.contains("WebVTT") }
        try await terminal.type("txt")
        try await terminal.press("Enter")
        try await terminal.screen("the file") { $0.contains("./2026-02-05_0930_Daily.txt") }
        #expect(try read(program.folder + "/2026-02-05_0930_Daily.txt").contains("the login page"))
    }

    @Test func `edit opens the form`() async throws {
        let terminal = try await terminal()
        try await terminal.enter("standup edit Daily")
        try await terminal.screen("the form") { $0.contains("Cleo") && $0.contains("^S") }
        try await terminal.press("C-c")
        try await terminal.screen("the shell") { !$0.contains("^S") }
        try await terminal.enter("echo code $?")
        try await terminal.screen("the exit code") { $0.contains("code 0") }
        let elsewhere = try program.run("edit", "Daily")
        #expect(elsewhere.status == 64 && elsewhere.errors.contains("nothing to change"))
    }
}
