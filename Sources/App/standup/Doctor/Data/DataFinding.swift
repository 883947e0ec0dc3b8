import MeetingHistory
import MeetingModel

/// A problem in the data folder.
struct DataFinding: Hashable {
    /// The kind of item with the problem.
    enum Kind: String, Codable, Hashable {
        /// The database file.
        case history
        case rows
        /// A recording, or its row in the history.
        case recording
        /// A leftover file.
        case file
        case permissions
        case link
    }

    enum Repair: Hashable {
        /// Creates a new history from the readable rows of the old one.
        case salvage
        /// Repairs the rows of a finding.
        case rows(Int)
        case mode(UInt32)
        case removal
        /// Removes a stale lock by its name.
        case lock(String)
        /// Repairs a recording's header and its row in the history.
        case recording(Meeting.ID, Recording)
        /// Removes a missing recording from the history.
        case noRecording(Meeting.ID)
        case newMeeting(Recording)
    }

    let kind: Kind
    /// The item: a path, or the path of the history.
    let path: String
    let problem: String
    /// The repair; nil if only the user can fix the problem.
    var repair: Repair?
    /// Describes the repair, such as `removes it`, or the remedy for the user.
    let advice: String
}

/// The output of `doctor --data --json`.
struct DataDocument: Codable, Hashable {
    struct Finding: Codable, Hashable {
        var kind: String
        var path: String
        var problem: String
        /// What `--mend` does; `null` if only the user can fix the problem.
        @Nullable var mend: String?
        /// The remedy for the user; `null` if `--mend` fixes the problem.
        @Nullable var advice: String?
        var mended: Bool
    }

    /// Whether no problem is left.
    var healthy: Bool
    var findings: [Finding]
}

extension DataDocument.Finding {
    init(_ finding: DataFinding, mended: Bool) {
        self.init(
            kind: finding.kind.rawValue, path: finding.path, problem: finding.problem,
            mend: finding.repair == nil ? nil : finding.advice,
            advice: finding.repair == nil ? finding.advice : nil, mended: mended)
    }
}
