internal import Glibc
internal import MeetingModel
internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// Runs hooks concurrently with a meeting, which never waits for them. [any thread]
///
/// Each hook runs in its own session without a terminal. Its standard input is the `HookCall`'s, its output goes to a log, and it
/// inherits no other descriptors. After a time limit its process group is terminated, and killed if it does not exit.
/// The program `timeout` sees to that, so the limit holds when this process has ended, or was killed. Hooks with the
/// same name run sequentially, in the order of their events.
final class HookRunner: Sendable {
    struct Limits: Hashable {
        /// The maximum run time.
        var run = Duration.seconds(10)
        /// The time between termination and kill.
        var grace = Duration.seconds(2)

        /// The exit code of `timeout` after termination.
        static let lateExit: Int32 = 124

        /// The arguments of `timeout`.
        var arguments: [String] { ["--kill-after=\(grace / .seconds(1))", "\(run / .seconds(1))"] }
    }

    private let logPath: String?
    private let limits: Limits
    private let report: @Sendable (String) -> Void
    /// The last task of each name.
    private let last = Mutex<[String: Task<Void, Never>]>([:])

    /// The size, in bytes, above which the log is truncated before use.
    static let logLimit = 1 << 20

    init(logPath: String?, limits: Limits = Limits(), report: @escaping @Sendable (String) -> Void) {
        self.logPath = logPath
        self.limits = limits
        self.report = report
    }

    /// Enqueues a call after earlier calls with the same name, and returns immediately.
    func run(_ call: HookCall) {
        last.withLock { last in
            let previous = last[call.name]
            last[call.name] = Task.detached { [self] in
                await previous?.value
                let problem = await perform(call)
                if let problem, !call.isOptional { report(problem) }
            }
        }
    }

    /// Waits until all hooks have finished, or until the limit.
    ///
    /// Hooks still running are left running, until their time limit.
    func finish(within limit: Duration) async {
        let calls = last.withLock { Array($0.values) }
        guard !calls.isEmpty else { return }
        let (end, continuation) = AsyncStream<Never>.makeStream()
        let waiting = Task.detached {
            for call in calls { await call.value }
            continuation.finish()
        }
        let alarm = Task.detached {
            try? await Task.sleep(for: limit)
            continuation.finish()
        }
        for await _ in end {}
        waiting.cancel()
        alarm.cancel()
    }

    /// Runs a call to completion and returns an error in one line, if any.
    private func perform(_ call: HookCall) async -> String? {
        let what = "\(call.name): \(DisplayText(quoting: call.arguments.first ?? ""))"
        let see = logPath.map { ", see: \(DisplayText($0))" } ?? ""
        switch await result(of: call) {
        case .exited(0): return nil
        case .exited(let code): return "the hook failed, \(what) ended with exit code \(code)\(see)"
        case .signaled(let signal): return "the hook failed, \(what) was ended by signal \(signal)\(see)"
        case .tooLong: return "the hook took longer than \(limits.run) and was stopped, \(what)\(see)"
        case .notRun(let reason):
            return "the hook cannot be run, \(what) (\(DisplayText(reason))), fix it in the configuration"
        }
    }

    func result(of call: HookCall) async -> HookResult {
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) }
        guard let path = call.arguments.first.flatMap({ ExecutableLookup.path(of: $0, searching: folders) }) else {
            return .notRun("no such program")
        }
        let log = openLog()
        defer { try? log?.close() }
        guard let output = log else { return .notRun("no output") }
        guard let input = Self.openInput(call.input) else { return .notRun("no input") }
        defer { try? input.close() }
        guard let timeout = ExecutableLookup.path(of: "timeout", searching: "/usr/bin:/bin") else {
            return .notRun("the program timeout of the package coreutils is missing")
        }
        var options = PlatformOptions()
        options.createSession = true
        let variables = Dictionary(
            uniqueKeysWithValues: call.variables.map { (Environment.Key(stringLiteral: $0), Optional($1)) })
        let start = ContinuousClock.now
        do {
            let status = try await Subprocess.run(
                .path(FilePath(timeout)), arguments: Arguments(limits.arguments + [path] + call.arguments.dropFirst()),
                environment: .inherit.updating(variables), platformOptions: options,
                input: .fileDescriptor(input, closeAfterSpawningProcess: false),
                output: .fileDescriptor(output, closeAfterSpawningProcess: false),
                error: .combinedWithOutput
            ).terminationStatus
            let isLate = ContinuousClock.now - start >= limits.run
            switch status {
            case .exited(Limits.lateExit) where isLate, .signaled(SIGKILL) where isLate: return .tooLong
            case .exited(let code): return .exited(code)
            case .signaled(let signal): return .signaled(signal)
            }
        } catch {
            return .notRun("\(error)")
        }
    }

    /// Opens the standard input of a program: a pipe that holds all of it, or nothing.
    private static func openInput(_ bytes: [UInt8]) -> FileDescriptor? {
        guard !bytes.isEmpty else {
            return try? FileDescriptor.open(FilePath("/dev/null"), .readOnly, options: [.closeOnExec])
        }
        guard let pipe = try? FileDescriptor.pipe() else { return nil }
        for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        // If the pipe does not hold it all, the program is not run, instead of waiting for a reader here.
        _ = fcntl(pipe.writeEnd.rawValue, F_SETFL, O_NONBLOCK)
        let written = unsafe bytes.withUnsafeBytes { unsafe write(pipe.writeEnd.rawValue, $0.baseAddress, $0.count) }
        try? pipe.writeEnd.close()
        if written == bytes.count { return pipe.readEnd }
        try? pipe.readEnd.close()
        return nil
    }

    /// Opens the log, truncating it if it is too large; opens /dev/null if the log cannot be written.
    private func openLog() -> FileDescriptor? {
        let path = logPath.map { FilePath($0) }
        if let path,
            let log = try? FileDescriptor.open(
                path, .writeOnly, options: [.append, .create, .closeOnExec, .noFollow, .nonBlocking],
                permissions: .ownerReadWrite)
        {
            if let status = FileStatus(log.rawValue), status.isFile {
                if status.size > Self.logLimit { ftruncate(log.rawValue, 0) }
                return log
            }
            try? log.close()
        }
        return try? FileDescriptor.open(FilePath("/dev/null"), .writeOnly, options: [.closeOnExec])
    }
}
