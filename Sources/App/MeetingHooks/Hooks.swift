package import MeetingEngine

/// The user's hooks of one meeting: hears its events, and runs programs beside it. [any thread]
///
/// The same for every face of a meeting: who holds one hands each event to `note(_:)` and, when it has ended, waits
/// with `finish(within:)`.
package final class Hooks: Sendable {
    private let plan: HookPlan
    private let runner: HookRunner

    /// How long somebody who waits for the end may have to wait, in seconds.
    package static let patience = Duration.seconds(12)

    /// Hooks that follow a plan.
    ///
    /// - Parameters:
    ///   - plan: What runs when.
    ///   - logPath: The file that gets what hooks print; nil for none.
    ///   - report: Called with one line for each hook that failed, on any thread.
    package init(plan: HookPlan, logPath: String?, report: @escaping @Sendable (String) -> Void) {
        self.plan = plan
        runner = HookRunner(logPath: logPath, report: report)
    }

    /// Starts what is to run because of an event, and returns at once. [any thread]
    package func note(_ event: MeetingEvent) {
        for call in plan.calls(for: event) { runner.run(call) }
    }

    /// Waits until all hooks have ended, or for so long; what runs still is left to itself.
    package func finish(within limit: Duration = patience) async {
        await runner.finish(within: limit)
    }
}
