package import MeetingEngine

/// The user's hooks of one meeting: receives its events and runs programs concurrently. [any thread]
///
/// All front ends use it in the same way: pass each event to `note(_:)`, then call `finish(within:)` at the end of the
/// meeting.
package final class Hooks: Sendable {
    private let plan: HookPlan
    private let runner: HookRunner

    /// The default time limit for waiting at the end of a meeting.
    package static let timeout = Duration.seconds(12)

    /// `report` is called with one line for each hook that failed, on any thread.
    package init(plan: HookPlan, logPath: String?, report: @escaping @Sendable (String) -> Void) {
        self.plan = plan
        runner = HookRunner(logPath: logPath, report: report)
    }

    /// Starts the hooks of an event and returns immediately. [any thread]
    package func note(_ event: MeetingEvent) {
        for call in plan.calls(for: event) { runner.run(call) }
    }

    /// Waits until all hooks have finished, or until the limit.
    ///
    /// Hooks still running are left running, until their time limit.
    package func finish(within limit: Duration = timeout) async {
        await runner.finish(within: limit)
    }
}
