/// How a program of the user ended.
package enum HookResult: Hashable, Sendable {
    /// By itself, with this exit code.
    case exited(Int32)
    /// By a signal.
    case signaled(Int32)
    /// It was stopped at the time limit.
    case tooLong
    /// It was not started, for this reason.
    case notRun(String)
}

extension HookCall {
    /// Runs the program to completion, within a time limit; its output goes to a log.
    package func result(within limit: Duration, logPath: String?) async -> HookResult {
        await HookRunner(logPath: logPath, limits: HookRunner.Limits(run: limit), report: { _ in }).result(of: self)
    }
}
