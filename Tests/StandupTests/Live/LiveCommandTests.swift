import Foundation
import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import MeetingSocket
@testable import standup

/// Meetings that outlive the command that started them, in the built program.
@Suite(.timeLimit(.minutes(10)))
struct `A meeting in the background` {
    private static let silent = ["--input", "none", "--output", "none", "--recognizer", "none"]

    private let program: Program
    private var folder: DataFolder { DataFolder(path: program.data) }

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cleo", "--length", "1h").status == 0)
    }

    private func detach(_ title: String = "Daily") throws -> Meeting.ID {
        let started = try program.run(["start", title, "--detach"] + Self.silent)
        try #require(started.status == 0, "\(started.errors)")
        return Meeting.ID(rawValue: started.output.trimmingCharacters(in: .newlines))
    }

    private func tell(_ words: String...) throws -> Program.Result {
        try program.run(["tell", "latest"] + words)
    }

    private func waitForEnd() async throws -> String? {
        try await eventually("it has ended") { RunningMeetings.all(in: folder).isEmpty }
        let meetings = try program.run("meetings", "--json")
        let list = try JSONSerialization.jsonObject(with: Data(meetings.output.utf8)) as? [[String: Any]]
        return list?.first?["state"] as? String
    }

    @Test func `is shown in one line, takes commands, and is saved at its end`() async throws {
        let none = try program.run("status")
        #expect(none.status == 0 && none.output.isEmpty && none.errors.isEmpty)
        let id = try detach()
        // How long she has spoken depends on the machine.
        #expect(try program.run("status").output.contains(/^Daily: Ann (20:00|1\d:\d\d) \(1\/3\) next: Ben/))
        #expect(try program.run("status", "--format", "{speaker}>{next} { } {").output == "Ann>Ben { } {\n")
        let bar = try program.run("status", "--format", "waybar").output
        #expect(bar.contains(/^{"class":"running","percentage":\d+,"text":"Ann (20:00|1\d:\d\d)"/))
        let all = try program.run("status", "--json").output
        #expect(all.hasPrefix("[{") && all.contains(id.rawValue))
        #expect(try tell("next").status == 0)
        #expect(try program.run("status", "--format", "{speaker} {place}").output == "Ben 2/3\n")
        let unnamed = try program.run("tell", "", "next")
        #expect(unnamed.status == Failure.Code.notFound.rawValue)
        #expect(unnamed.errors.contains("is empty; name one of: Daily"))
        let endless = try tell("extend", "100h")
        #expect(endless.status == 1 && endless.errors.contains("at most 8h in all"))
        #expect(try tell("extend").errors == "standup: extend needs a length, such as: extend 30s\n")
        #expect(try tell("").errors.hasPrefix("standup: no command; use next"))
        let refused = try tell("resume")
        #expect(refused.status == 1 && refused.errors == "standup: the meeting is not paused\n")
        #expect(try tell("pause").status == 0)
        #expect(try program.run("status").output.hasSuffix("[paused]\n"))
        #expect(try tell("end", "save").status == 0)
        #expect(try await waitForEnd() == "finished")
        #expect(try tell("next").status == Failure.Code.notFound.rawValue)
    }

    @Test func `refuses devices that it cannot use`() async throws {
        _ = try detach()
        for (words, reason) in [
            (["microphone", "nosuch"], "without a microphone"), (["call", "auto"], "without a call"),
        ] {
            let refused = try program.run(["tell", "latest"] + words)
            #expect(refused.status == 1 && refused.errors.contains(reason), "\(refused.errors)")
        }
        #expect(try tell("end", "save").status == 0)
        _ = try await waitForEnd()
    }

    @Test func `is named when another one is started`() async throws {
        _ = try detach()
        let second = try program.run(["start", "Daily", "--headless"] + Self.silent)
        #expect(second.status == 1)
        #expect(second.errors.contains("join it with: standup attach Daily"))
        #expect(try program.run(["start", "Daily", "--detach"] + Self.silent).status == 1)
        #expect(try tell("end", "discard").status == 0)
        _ = try await waitForEnd()
        #expect(try program.run("meetings", "--json").output == "[\n\n]\n")
    }

    @Test func `has to be named if there are several`() async throws {
        #expect(try program.run("create", "Retro", "Ann", "Ben").status == 0)
        _ = try detach()
        _ = try detach("Retro")
        let unclear = try tell("next")
        #expect(unclear.status == Failure.Code.notFound.rawValue)
        #expect(unclear.errors.contains("several meetings are running") && unclear.errors.contains("Retro"))
        #expect(try program.run("tell", "ret", "next").status == 0)
        #expect(try program.run("tell", "nothing", "next").status == Failure.Code.notFound.rawValue)
        for title in ["Retro", "Daily"] { #expect(try program.run("tell", title, "end", "save").status == 0) }
        _ = try await waitForEnd()
    }

    @Test func `that cannot start says why`() throws {
        let failed = try program.run(
            "start", "Daily", "--detach", "--input", "file:/nothing.wav", "--output", "none", "--recognizer", "none")
        #expect(failed.status != 0 && failed.errors.contains("/nothing.wav"))
        #expect(failed.errorLines.count == 1)
        #expect(try program.run("start", "Daily", "--detach", "--headless").status == 64)
    }

    @Test func `leaves a socket when it is killed, which the next start removes`() async throws {
        let id = try detach()
        let live = try #require(LiveMeeting.all(in: folder).answering.first)
        kill(pid_t(live.snapshot.process), SIGKILL)
        try await eventually("its lock is free") { !LiveMeetingLock.isHeld(id, in: folder) }
        #expect(access(live.socket.path, F_OK) == 0)
        #expect(try program.run("status").output.isEmpty)
        // It completes what a killed program left, and finds nothing wrong.
        let doctor = try program.run("doctor", "--data")
        #expect(doctor.status == 0, "\(doctor.output)")
        #expect(access(live.socket.path, F_OK) != 0)
    }

    @Test func `listens in its data, however long the path`() async throws {
        let long = program.folder + "/" + String(repeating: "d", count: 120)
        let environment = ["STANDUP_DATA": long]
        #expect(try program.run("create", "Far", "Ann", environment: environment).status == 0)
        let started = try program.run(["start", "Far", "--detach"] + Self.silent, environment: environment)
        #expect(started.status == 0)
        let socket = "\(long)/live/\(started.output.trimmingCharacters(in: .newlines)).sock"
        #expect(access(socket, F_OK) == 0)
        #expect(try program.run("status", environment: environment).output.hasPrefix("Far: Ann"))
        #expect(try program.run("tell", "Far", "end", "save", environment: environment).status == 0)
        try await eventually("it has ended") { access(socket, F_OK) != 0 }
    }

    @Test(arguments: ["file", "folder", "link"])
    func `is not called missing if something is in place of its socket`(kind: String) async throws {
        let id = try detach()
        let path = program.data + "/live/\(id).sock"
        try mustSucceed(unlink(path))
        switch kind {
        case "file": try write("", to: path)
        case "folder": try mustSucceed(mkdir(path, 0o700))
        default: try mustSucceed(symlink("/nowhere", path))
        }
        for arguments in [["tell", "latest", "next"], ["status"], ["attach"], ["watch"]] {
            let result = try program.run(arguments)
            #expect(result.status == 1 && result.errors.contains("is running, but cannot be reached"), "\(arguments)")
            #expect(result.errors.contains("something else is there; move it away"), "\(result.errors)")
        }
        let doctor = try program.run("doctor")
        #expect(doctor.output.contains("meeting \(id.rawValue.prefix(8)) is running, but cannot be reached"))
        #expect(remove(path) == 0)
        try await eventually("it listens again") { access(path, F_OK) == 0 }
        #expect(try tell("end", "discard").status == 0)
        _ = try await waitForEnd()
    }

    @Test func `may have a thousand attendees`() async throws {
        let names = (1...1000).map { "Attendee \($0) " + String(repeating: "여", count: 100) }
        #expect(try program.run(["create", "Assembly", "--length", "5h"] + names).status == 0)
        let id = try detach("Assembly")
        let live = try #require(LiveMeeting.all(in: folder).answering.first)
        #expect(live.meeting == id && live.snapshot.attendees.count == 1000)
        #expect(try program.run("tell", "Assembly", "end", "discard").status == 0)
        _ = try await waitForEnd()
    }

    @Test func `is not held by hand`() throws {
        let result = try program.run("hold")
        #expect(result.status == 64 && result.errors.contains("standup start STANDUP"))
        #expect(!(try program.run("--help").output.contains("hold ")))
    }
}

/// The application on a terminal, whose meeting is held by another process.
@Suite(.timeLimit(.minutes(10)))
struct `A meeting on a terminal` {
    private static let start = "start Daily --input none --output none --recognizer none"

    private let program: Program
    private var folder: DataFolder { DataFolder(path: program.data) }

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cleo", "--length", "1h").status == 0)
    }

    private func terminal(rows: Int = 30) async throws -> TerminalSession {
        // From 100 columns on, the name is written in large letters.
        try await TerminalSession(program, environment: ["TERM": "screen-256color"], columns: 99, rows: rows)
    }

    private var live: LiveMeeting? { LiveMeeting.all(in: folder).answering.first }

    private func end() async throws {
        #expect(try program.run("tell", "Daily", "end", "save").status == 0)
        try await eventually("it has ended") { live == nil }
    }

    @Test func `is left running and joined again, by several`() async throws {
        let first = try await terminal()
        try await first.enter("\(Program.path) \(Self.start)")
        try await first.screen("the meeting") { $0.contains("Ann is speaking") }
        try await first.press("C-\\")
        try await first.screen("the shell") { $0.contains("standup attach Daily") }
        #expect(live != nil)
        let second = try await terminal()
        for terminal in [first, second] {
            try await terminal.enter("clear; \(Program.path) attach")
            try await terminal.screen("the meeting") { $0.contains("Ann is speaking") }
        }
        try await second.type("n")
        for terminal in [first, second] { try await terminal.screen("the next") { $0.contains("Ben is speaking") } }
        try await first.press("C-\\")
        try await first.screen("the shell") { $0.contains("keeps running") }
        try await second.type("q")
        try await second.screen("the question") { $0.contains("End the meeting?") || $0.contains("End meeting?") }
        try await second.type("s")
        try await second.screen("what was said") { $0.contains("Transcript ──") }
        try await second.press("Escape")
        try await second.screen("the shell") { $0.contains("Daily took") }
        #expect(live == nil)
    }

    @Test func `goes on when its terminal is closed`() async throws {
        let closed = try await terminal()
        try await closed.enter("\(Program.path) \(Self.start)")
        try await closed.screen("the meeting") { $0.contains("Ann is speaking") }
        let before = try #require(live)
        try await closed.hangUp()
        let other = try await terminal()
        try await other.enter("\(Program.path)")
        try await other.screen("that it runs") { $0.contains("“Daily” is running") }
        #expect(live?.meeting == before.meeting)
        try await other.press("Enter")
        try await other.press("C-c")
        try await end()
    }

    @Test func `goes on when the process that shows it is killed`() async throws {
        let shown = try await terminal()
        try await shown.enter("\(Program.path) \(Self.start)")
        try await shown.screen("the meeting") { $0.contains("Ann is speaking") }
        let process = try #require(live?.snapshot.process)
        let status = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let parent = try #require(status.split(separator: ")").last?.split(separator: " ").dropFirst().first)
        kill(try #require(pid_t(parent)), SIGKILL)
        try await shown.screen("the shell") { $0.contains("Killed") }
        #expect(live?.snapshot.process == process)
        try await end()
    }

    @Test func `can be resumed when the process that holds it is killed`() async throws {
        let shown = try await terminal()
        try await shown.enter("\(Program.path) \(Self.start)")
        try await shown.screen("the meeting") { $0.contains("Ann is speaking") }
        kill(pid_t(try #require(live?.snapshot.process)), SIGKILL)
        try await shown.screen("the shell") { $0.contains("standup start Daily --resume") }
        try await shown.enter("clear; \(Program.path) \(Self.start) --resume")
        try await shown.screen("the meeting") { $0.contains("Ann is speaking") }
        try await end()
    }

    @Test func `is watched without commands`() async throws {
        #expect(
            try program.run(
                "start", "Daily", "--detach", "--input", "none", "--output", "none", "--recognizer", "none"
            ).status == 0)
        // In a higher window, `watch` writes the name in large letters.
        let watch = try await terminal(rows: 12)
        try await watch.enter("\(Program.path) watch")
        try await watch.screen("the clock") { $0.contains("Ann is speaking") && $0.contains("Next: Ben") }
        try await watch.type("n")
        #expect(try program.run("tell", "Daily", "next").status == 0)
        try await watch.screen("the next") { $0.contains("Ben is speaking") }
        #expect(try program.run("tell", "Daily", "pause").status == 0)
        try await watch.screen("the pause") { $0.contains("paused, off the record") }
        try await watch.resize(columns: 24, rows: 3)
        try await watch.screen("a small clock") {
            // How long he has spoken before the pause depends on the machine.
            $0.contains(/(20:00|19:\d\d) ‖/) && $0.contains("Next: Cleo")
        }
        try await watch.type("q")
        try await watch.screen("the shell") { $0.contains("bash-") }
        try await watch.resize(columns: 99, rows: 12)
        for _ in 0..<8 {
            try await watch.enter("clear; \(Program.path) watch; echo left with $?")
            try await watch.screen("the clock") { $0.contains("paused, off the record") }
            try await watch.press("C-c")
            try await watch.screen("that somebody left") { $0.contains(/left with \d/) }
            try await watch.screen("no error") { $0.contains("left with 0") && !$0.contains("standup: ") }
        }
        try await watch.resize(columns: 99, rows: 12)
        try await watch.enter("clear; \(Program.path) watch")
        try await watch.screen("the clock") { $0.contains("Ben is speaking") }
        try await end()
        try await watch.screen("how it ended") { $0.contains("Daily took") }
        try await watch.enter("clear; TERM=dumb \(Program.path) watch; TERM=dumb \(Program.path) attach")
        try await watch.screen("that none runs") { $0.contains("no meeting is running") }
    }
}
