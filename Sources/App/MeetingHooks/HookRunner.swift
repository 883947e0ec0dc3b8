internal import Glibc
internal import MeetingModel
internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// Runs hooks beside a meeting, which never waits for them. [any thread]
///
/// Each is a session of its own without a terminal, with nothing on standard input, with what it prints in a log, and
/// with no other descriptor of the program's. It has a time limit; then its process group is told to end, and killed
/// if it does not. The hooks of one name run one after the other, in the order of their events.
final class HookRunner: Sendable {
    /// How long hooks may take.
    struct Limits: Hashable {
        /// How long one may run.
        var run = Duration.seconds(10)
        /// How long it has to end when it is told to.
        var grace = Duration.seconds(2)
    }

    private let logPath: String?
    private let limits: Limits
    private let report: @Sendable (String) -> Void
    /// The last call of each name.
    private let last = Mutex<[String: Task<Void, Never>]>([:])

    /// The largest log that is added to, in bytes.
    static let logLimit = 1 << 20

    init(logPath: String?, limits: Limits = Limits(), report: @escaping @Sendable (String) -> Void) {
        self.logPath = logPath
        self.limits = limits
        self.report = report
    }

    /// Runs a call after those of its name, and returns at once.
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

    /// Waits until all have ended, or for so long.
    ///
    /// Those that run still are left to themselves.
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

    /// Runs a call to its end; what went wrong, in one line.
    private func perform(_ call: HookCall) async -> String? {
        let what = "\(call.name): \(DisplayText(quoting: call.arguments.first ?? ""))"
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) }
        guard let path = call.arguments.first.flatMap({ ProgramSearch.path(of: $0, searching: folders) }) else {
            return "the hook cannot be run, \(what) (no such program), mend it in the configuration"
        }
        let log = openLog()
        defer { try? log?.close() }
        guard let output = log else { return "the hook cannot be run, \(what) (no output), look at the data folder" }
        let limits = limits
        let hook = Task.detached {
            var options = PlatformOptions()
            options.createSession = true
            options.teardownSequence = [
                .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: limits.grace)
            ]
            let variables = Dictionary(
                uniqueKeysWithValues: call.variables.map { (Environment.Key(stringLiteral: $0), Optional($1)) })
            return try await Subprocess.run(
                .path(FilePath(path)), arguments: Arguments(Array(call.arguments.dropFirst())),
                environment: .inherit.updating(variables), platformOptions: options, input: .none,
                output: .fileDescriptor(output, closeAfterSpawningProcess: false),
                error: .combinedWithOutput
            ).terminationStatus
        }
        let alarm = Task.detached {
            guard (try? await Task.sleep(for: limits.run)) != nil else { return false }
            hook.cancel()
            return true
        }
        let result = await hook.result
        alarm.cancel()
        let see = logPath.map { ", see: \(DisplayText($0))" } ?? ""
        if await alarm.value { return "the hook took longer than \(limits.run) and was stopped, \(what)\(see)" }
        switch result {
        case .success(.exited(0)): return nil
        case .success(.exited(let code)): return "the hook failed, \(what) ended with exit code \(code)\(see)"
        case .success(.signaled(let signal)): return "the hook failed, \(what) was ended by signal \(signal)\(see)"
        case .failure(let error):
            return "the hook cannot be run, \(what) (\(DisplayText("\(error)"))), mend it in the configuration"
        }
    }

    /// The log, emptied when it has grown too large; nowhere if it cannot be written.
    private func openLog() -> FileDescriptor? {
        let path = logPath.map { FilePath($0) }
        if let path,
            let log = try? FileDescriptor.open(
                path, .writeOnly, options: [.append, .create, .closeOnExec, .noFollow, .nonBlocking],
                permissions: .ownerReadWrite)
        {
            var status = stat()
            if unsafe fstat(log.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                if status.st_size > Self.logLimit { ftruncate(log.rawValue, 0) }
                return log
            }
            try? log.close()
        }
        return try? FileDescriptor.open(FilePath("/dev/null"), .writeOnly, options: [.closeOnExec])
    }
}
