import Glibc
import MeetingEngine
import MeetingModel
import Synchronization
import Testing
import TestSupport

@testable import MeetingSocket

/// Hooks with real programs: a test waits for their end, not for a time.
@Suite(.timeLimit(.minutes(10)))
struct `Running hooks` {
    private let program: Program
    private let problems = Problems()

    private final class Problems: Sendable {
        let lines = Mutex<[String]>([])
    }

    init() throws {
        program = try Program()
    }

    private func runner(_ limits: HookRunner.Limits = .init(run: .seconds(60))) -> HookRunner {
        HookRunner(logPath: program.folder + "/hooks.log", limits: limits) { [problems] line in
            problems.lines.withLock { $0.append(line) }
        }
    }

    private func script(_ name: String, _ text: String) throws -> String {
        let path = program.folder + "/" + name
        try write("#!/bin/sh\n" + text + "\n", to: path)
        // In its own process: a program cannot be run while any process has its file open for writing.
        #expect(try program.run(program: "/bin/cp", [path, path + ".run"]).status == 0)
        try mustSucceed(chmod(path + ".run", 0o755))
        return path + ".run"
    }

    private var log: String { (try? read(program.folder + "/hooks.log")) ?? "" }

    /// Whether a process runs; a zombie has no command line.
    private func isAlive(_ pid: pid_t) -> Bool {
        kill(pid, 0) == 0 && !((try? read("/proc/\(pid)/cmdline")) ?? "").isEmpty
    }

    private var reported: [String] { problems.lines.withLock { $0 } }

    private func run(_ calls: HookCall..., limits: HookRunner.Limits = .init(run: .seconds(60))) async {
        let runner = runner(limits)
        for call in calls { runner.run(call) }
        await runner.finish(within: .seconds(100))
    }

    @Test func `a hook gets its arguments and variables unchanged, and its output is logged`() async throws {
        let path = try script("show", #"printf '%s|' "$@" "$STANDUP_TITLE" "$HOME"; echo problem >&2"#)
        await run(
            HookCall(
                name: "on-turn", arguments: [path, "$(touch x)", "a b", "*"],
                variables: ["STANDUP_TITLE": "`id`; $HOME"]))
        let home = String(cString: getenv("HOME"))
        #expect(log == "$(touch x)|a b|*|`id`; $HOME|\(home)|problem\n")
        #expect(reported == [])
        #expect(FileStatus(program.folder + "/hooks.log")?.mode == 0o600)
    }

    @Test func `a hook has no input, no terminal, none of the program's descriptors and no ignored signals`()
        async throws
    {
        let leaked = open("/dev/null", O_RDONLY)  // not closed on exec, as a library's may be
        defer { close(leaked) }
        signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, SIG_DFL) }
        let path = try script(
            "look",
            """
            cat; ls /proc/self/fd | tr '\\n' ' '
            [ $((0x$(sed -n 's/^SigIgn:.//p' /proc/$$/status) & 0x7fffffff)) = 0 ] && echo heeds signals
            [ "$(cut -d' ' -f6 /proc/$$/stat)" = $PPID ] && echo own session
            """)
        await run(HookCall(name: "on-turn", arguments: [path]))
        // 3 is the folder that ls reads.
        #expect(log == "0 1 2 3 heeds signals\nown session\n")
    }

    @Test func `hooks of one name run in order, fast or slow`() async throws {
        let path = try script("slow", #"[ "$1" = 1 ] && sleep 0.2; echo $1"#)
        await run(
            HookCall(name: "on-turn", arguments: [path, "1"]), HookCall(name: "on-turn", arguments: [path, "2"]),
            HookCall(name: "on-turn", arguments: [path, "3"]))
        #expect(log == "1\n2\n3\n")
    }

    @Test func `a failing, missing or invalid program is one line each`() async throws {
        let failing = try script("fail", "exit 3")
        try write("no program", to: program.folder + "/text")
        try mustSucceed(chmod(program.folder + "/text", 0o755))
        await run(
            HookCall(name: "on-turn", arguments: [failing]),
            HookCall(name: "on-turn", arguments: ["/no/such\nhook"]),
            HookCall(name: "on-turn", arguments: [program.folder + "/text"]),
            HookCall(name: "notification", arguments: ["/no/such"], isOptional: true))
        #expect(reported.count == 3)
        #expect(reported.allSatisfy { $0.hasPrefix("the hook ") && $0.contains("on-turn: ") && !$0.contains("\n") })
        #expect(reported.first?.contains("ended with exit code 3, see: \(program.folder)/hooks.log") == true)
        #expect(reported.contains { $0.contains("/no/such hook (no such program)") })
    }

    @Test func `a hook that takes too long is killed with its children, even if it ignores signals`() async throws {
        let marks = program.folder + "/pids"
        let deaf = try script(
            "deaf", "trap '' TERM; sleep 1000 & echo $! >> \(marks); echo $$ >> \(marks); while :; do sleep 1; done")
        await run(
            HookCall(name: "on-end", arguments: [deaf]),
            limits: .init(run: .seconds(5), grace: .milliseconds(300)))
        #expect(reported.count == 1)
        #expect(reported.first?.hasPrefix("the hook took longer than 5.0 seconds and was stopped, on-end: ") == true)
        for pid in try read(marks).split(separator: "\n").compactMap({ pid_t($0) }) {
            try await eventually("\(pid) is dead") { !isAlive(pid) }
        }
    }

    @Test func `nothing waits for hooks, and at the end only as long as allowed`() async throws {
        let path = try script("sleeper", "sleep 60; echo late")
        let runner = runner()
        for _ in 0..<3 { runner.run(HookCall(name: "on-turn", arguments: [path])) }
        await runner.finish(within: .milliseconds(1))
        #expect(log == "")
    }

    @Test func `a log that has grown too large begins anew`() async throws {
        try write(String(repeating: "x", count: HookRunner.logLimit + 1), to: program.folder + "/hooks.log")
        await run(HookCall(name: "on-end", arguments: ["echo", "new"]))
        #expect(log == "new\n")
    }

    @Test func `programs are looked up as a shell does, but never in the current folder`() throws {
        let path = try script("tool", "")
        let name = String(path.split(separator: "/").last ?? "")
        #expect(ExecutableLookup.path(of: name, searching: "/nowhere:\(program.folder)") == path)
        #expect(ExecutableLookup.path(of: name, searching: "::") == nil)
        #expect(ExecutableLookup.path(of: name, searching: nil) == nil)
        #expect(ExecutableLookup.path(of: path, searching: nil) == path)
        #expect(ExecutableLookup.path(of: program.folder, searching: nil) == nil)
    }
}
