import Glibc
import Testing
import TestSupport

/// Hooks and notifications of `standup start`, in real time; the meetings end on request.
@Suite(.timeLimit(.minutes(10)))
struct `Hooks of a meeting` {
    private let program: Program

    init() throws {
        program = try Program()
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try mustSucceed(mkdir(program.folder + "/bin", 0o700))
        #expect(try program.run("create", "Daily <b>", "Ann", "Ben", "--length", "10m").status == 0)
    }

    private func script(_ name: String, _ text: String) throws {
        let path = program.folder + "/bin/" + name
        try write("#!/bin/sh\n" + text + "\n", to: path + ".sh")
        // In its own process: a program cannot be run while any process has its file open for writing.
        #expect(try program.run(program: "/bin/cp", [path + ".sh", path]).status == 0)
        try mustSucceed(chmod(path, 0o755))
    }

    private func configure(_ text: String) throws {
        try write(text, to: program.folder + "/config/standup/config.yaml")
    }

    private func start(_ more: String..., input: String = "next\nend save\n") throws -> Program.Result {
        try program.run(
            ["start", "Daily", "--input", "none", "--output", "none", "--recognizer", "none", "--headless"] + more,
            input: input, environment: ["PATH": program.folder + "/bin:/usr/bin:/bin"])
    }

    @Test func `each turn and the end run them, in order, and their output reaches no one else`() throws {
        try script(
            "turn", #"echo "$STANDUP_EVENT $STANDUP_ATTENDEE $STANDUP_INDEX $STANDUP_SLOT $1" >> "$0.heard"; echo loud"#
        )
        try script("end", #"echo "$STANDUP_REASON $STANDUP_TITLE" > "$0.heard"; echo "$STANDUP_DATA""#)
        try configure("on-turn: [\(program.folder)/bin/turn, '$(x)']\non-end: \(program.folder)/bin/end\n")
        let result = try start("--events")
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.contains("loud") && !result.errors.contains("loud"))
        #expect(
            try read(program.folder + "/bin/turn.heard") == "turn.started Ann 0 300 $(x)\nturn.started Ben 1 300 $(x)\n"
        )
        #expect(try read(program.folder + "/bin/end.heard") == "saved Daily <b>\n")
        let log = try read(program.data + "/hooks.log").split(separator: "\n")
        #expect(log.sorted() == [Substring(program.data), "loud", "loud"])
    }

    @Test func `one that ignores signals is killed after 12 seconds, though the program was killed`() async throws {
        try script("deaf", #"trap '' TERM; echo $$ > "$0.pid"; while :; do sleep 1; done"#)
        try configure("on-turn: \(program.folder)/bin/deaf\n")
        let meeting = try program.start(
            "start", "Daily", "--input", "none", "--output", "none", "--recognizer", "none", "--detach")
        #expect(wait(for: meeting) == 0)
        let hook = try await eventually("the hook runs") {
            (try? read(program.folder + "/bin/deaf.pid")).flatMap { pid_t($0.dropLast()) }
        }
        let status = try JSON(try program.run("status", "--json").output)
        kill(pid_t(try #require(status.elements.first?["process"]?.number)), SIGKILL)
        #expect(kill(hook, 0) == 0)
        try await eventually("\(hook) is killed") {
            kill(hook, 0) != 0 || ((try? read("/proc/\(hook)/cmdline")) ?? "").isEmpty
        }
    }

    @Test func `a failing hook is an error event, or a line after the end, and the meeting is unchanged`() throws {
        try script("bad", "exit 7")
        try configure("on-turn: \(program.folder)/bin/bad\non-end: /no/such\n")
        let result = try start("--events")
        #expect(result.status == 0)
        let ends = result.output.split(separator: "\n").filter { $0.contains("\"meeting.ended\"") }
        #expect(ends.count == 1)
        #expect(result.output.hasSuffix("\(ends.last ?? "")\n"))
        let told = result.output.split(separator: "\n").filter { $0.contains("\"error\"") } + result.errorLines
        #expect(told.count == 3, "\(told)")
        #expect(told.count { $0.contains("on-turn: ") && $0.contains("exit code 7") } == 2)
        #expect(result.errors.contains("standup: the hook cannot be run, on-end: /no/such (no such program)"))
        #expect(try JSON(program.run("meeting", "latest", "--json").output)["state"] == "finished")
    }

    @Test func `a virtual meeting runs none`() throws {
        try script("turn", #"echo > "$0.heard""#)
        try configure("on-turn: \(program.folder)/bin/turn\n")
        let result = try start("--clock", "virtual", input: "")
        #expect(result.status == 0)
        #expect(!exists(program.folder + "/bin/turn.heard"))
        #expect(!exists(program.data + "/hooks.log"))
    }

    @Test func `one's own turn is notified by notify-send, and no other`() throws {
        try script("notify-send", #"printf '%s|' "$@" >> "$0.heard"; exit 1"#)
        try configure("me: ben\n")
        let result = try start()
        #expect(result.status == 0)
        #expect(!result.errors.contains("hook"), "\(result.errors)")
        #expect(
            try read(program.folder + "/bin/notify-send.heard")
                == "--app-name=standup|--|Ben, it is your turn|Daily &lt;b&gt;: you have 5:00|")
    }

    @Test func `without notify-send nothing is said`() throws {
        try configure("me: Ann\n")
        let result = try program.run(
            ["start", "Daily", "--input", "none", "--output", "none", "--recognizer", "none", "--headless"],
            input: "end save\n", environment: ["PATH": program.folder + "/bin"])
        #expect(result.status == 0)
        #expect(result.errorLines.count == 1, "\(result.errors)")
    }
}
