package import MeetingHistory
package import StandupFeatures
import Synchronization

/// An exporter that writes nothing and remembers what it was asked for. [any thread]
package final class FixedExporter: Sendable {
    private let existing: Set<String>
    private let asked = Mutex<[ExportRequest]>([])

    /// Creates an exporter that finds these files already there.
    package init(existing: Set<String> = []) {
        self.existing = existing
    }

    /// What it was asked for, in order.
    package var requests: [ExportRequest] { asked.withLock { $0 } }

    /// The path of the request, after a progress of a half.
    package func export(
        _ request: ExportRequest, from store: any MeetingStore, while goOn: (Double) -> Bool
    ) throws(TaskProblem) -> String? {
        asked.withLock { $0.append(request) }
        if existing.contains(request.path), !request.overwrites { throw .exists(path: request.path) }
        return goOn(0.5) ? request.path : nil
    }
}
