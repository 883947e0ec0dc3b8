import MeetingExport
import MeetingModel

/// Something that is wrong in the data folder.
struct DataFinding: Hashable {
    /// What it is about.
    enum Kind: String, Codable, Hashable {
        /// The database file.
        case history
        /// What is in it.
        case rows
        /// A recording, or what the history says of it.
        case recording
        /// A file that is left over.
        case file
        /// What other users may do.
        case permissions
        /// A symbolic link.
        case link
    }

    /// What would make it right.
    enum Mending: Hashable {
        /// A new history of what can be read of the old one.
        case salvage
        /// Rows.
        case rows(Int)
        /// The mode of a file.
        case mode(UInt32)
        /// Its removal.
        case removal
        /// The lock of a name that nobody holds is taken away.
        case lock(String)
        /// The header of a recording, and what the history says of it.
        case recording(Meeting.ID, Recording)
        /// The history forgets a recording.
        case noRecording(Meeting.ID)
        /// A new meeting of a recording.
        case newMeeting(Recording)
    }

    /// What it is about.
    let kind: Kind
    /// Which: a path, or the history's.
    let path: String
    /// What is wrong.
    let problem: String
    /// What would make it right; nil where only the user can.
    var mending: Mending?
    /// What would be done, such as `removes it`, or what the user can do.
    let advice: String
}

/// What `doctor --data --json` gives.
struct DataDocument: Codable, Hashable {
    /// One finding.
    struct Finding: Codable, Hashable {
        var kind: String
        var path: String
        var problem: String
        /// What `--mend` does about it; `null` where only the user can do something.
        @Nullable var mend: String?
        /// What the user can do; `null` where `--mend` does something.
        @Nullable var advice: String?
        var mended: Bool
    }

    /// Whether nothing is wrong, any more.
    var healthy: Bool
    var findings: [Finding]
}

extension DataDocument.Finding {
    init(_ finding: DataFinding, mended: Bool) {
        self.init(
            kind: finding.kind.rawValue, path: finding.path, problem: finding.problem,
            mend: finding.mending == nil ? nil : finding.advice,
            advice: finding.mending == nil ? finding.advice : nil, mended: mended)
    }
}
