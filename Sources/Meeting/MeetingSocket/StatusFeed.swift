import AudioCapture
import MeetingEngine
import MeetingModel

/// The status that was sent last, with which the present one is compared once for all readers.
struct StatusFeed {
    /// What has changed since the last comparison.
    enum Change {
        case nothing
        case levels
        case status
    }

    /// The status when something other than levels changed.
    private var status: MeetingStatus?
    private var levels: [AudioLevel?] = []

    /// Compares a status with the last one, and keeps it.
    mutating func take(_ status: MeetingStatus) -> Change {
        let levels = [status.level, status.call?.level]
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
