public import MeetingModel

/// An error of the history; `description` is one line: what, which, what to do.
public enum HistoryError: Error, Hashable, Sendable, Codable {
    /// The file is not a database, is damaged, or is of a version before the first release.
    case unreadable(path: String, reason: String)
    /// The database was written by a newer version of the program.
    case newer(path: String)
    /// The database cannot be upgraded, because a program of an earlier version is running a meeting.
    case inUse(path: String)
    /// The path is not a file but, for example, a named pipe.
    case notAFile(path: String, kind: String)
    /// The disk is full, read-only or gone; `code` is the number of the system's error (`errno`), nil if unknown.
    case cannotWrite(path: String, reason: String, code: Int32? = nil)
    /// Another program has been writing to the database for longer than this one waits.
    case locked(path: String)
    /// No meeting has this id.
    case noMeeting(Meeting.ID)
    /// The meeting has no transcript with this number.
    case noTranscript(Meeting.ID, version: Int)
    /// The transcript with this number cannot be deleted, because it is current or being written.
    case transcriptInUse(Meeting.ID, version: Int)
    /// The meeting's transcript was changed or deleted while its points were made.
    case transcriptChanged(Meeting.ID)
    /// The meeting's points have no version with this number.
    case noPoints(Meeting.ID, version: Int)
    /// What was to be added breaks a rule that `doctor` checks too.
    case inconsistent(reason: String)
}

extension HistoryError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the history \(DisplayText(path)) (\(DisplayText(reason))), which is unchanged; "
                + "open another file or move this one away"
        case .newer(let path):
            "the history \(DisplayText(path)) was written by a newer version of standup; "
                + "install that version"
        case .inUse(let path):
            "the history \(DisplayText(path)) is in use by a meeting of an earlier version of standup; "
                + "end that meeting first"
        case .notAFile(let path, let kind):
            "the history \(DisplayText(path)) is \(kind), not a file; move it away or choose another path"
        case .cannotWrite(let path, let reason, let code):
            "cannot write the history \(DisplayText(path)) (\(DisplayText(reason))); "
                + WriteRemedy.text(
                    for: code, elsewhere: "choose a writable folder",
                    other: "free some disk space or choose a writable folder")
        case .locked(let path):
            "another program is writing to the history \(DisplayText(path)); try again when it has finished"
        case .noMeeting(let id):
            "the history has no meeting '\(DisplayText(quoting: id.rawValue))'; choose one that it lists"
        case .noTranscript(let id, let version):
            "the meeting \(DisplayText(quoting: id.rawValue)) has no transcript \(version); choose another"
        case .transcriptInUse(let id, let version):
            "transcript \(version) of the meeting \(DisplayText(quoting: id.rawValue)) is current; "
                + "choose another one first"
        case .transcriptChanged(let id):
            "the transcript of the meeting \(DisplayText(quoting: id.rawValue)) has changed meanwhile; try again"
        case .noPoints(let id, let version):
            "the points of the meeting \(DisplayText(quoting: id.rawValue)) have no version \(version); choose another"
        case .inconsistent(let reason): "the file has \(DisplayText(reason)); correct it"
        }
    }
}
