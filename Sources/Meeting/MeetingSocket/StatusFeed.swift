import MeetingEngine
import MeetingModel
import Sound

/// The status that was sent last, with which the present one is compared once for all readers.
struct StatusFeed {
    enum Change {
        case nothing
        case levels
        case status
    }

    /// The status when something other than levels changed.
    private var status: MeetingStatus?
    private var levels: [[Double]?] = []

    /// Compares a status with the last one, and keeps it.
    mutating func take(_ status: MeetingStatus) -> Change {
        // Without their times, which pass in silence too.
        let levels = [status.level, status.call?.level].map { level in level.map { [$0.peak, $0.rms] } }
        defer { self.levels = levels }
        guard isOnlyLouder(status) else {
            self.status = status
            return .status
        }
        return levels == self.levels ? .nothing : .levels
    }

    /// Whether a status differs from the last one only by levels.
    private func isOnlyLouder(_ status: MeetingStatus) -> Bool {
        guard var earlier = self.status else { return false }
        earlier.level = status.level
        earlier.heard = status.heard
        if let level = status.call?.level { earlier.call?.level = level }
        return earlier == status
    }
}
