public import MeetingModel

/// What can go wrong with the history; `description` is one line that says what, which and what to do.
public enum HistoryError: Error, Hashable, Sendable {
    /// The file is not a database, or is damaged.
    case unreadable(path: String, reason: String)
    /// The database was written by a newer version of the program.
    case newer(path: String)
    /// A program of an earlier version holds a meeting, so that the database cannot be brought up to date.
    case inUse(path: String)
    /// There is something in the place of the file that is none, such as a named pipe.
    case notAFile(path: String, kind: String)
    /// The disk is full, read-only or gone.
    case cannotWrite(path: String, reason: String)
    /// No meeting has this id.
    case noMeeting(Meeting.ID)
    /// The meeting has no transcript of this number.
    case noTranscript(Meeting.ID, version: Int)
    /// The transcript of this number is the one that is shown, or is being written; it cannot be deleted.
    case transcriptInUse(Meeting.ID, version: Int)
}

extension HistoryError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the history, \(DisplayText(path)) (\(DisplayText(reason))), see what can be saved of it: "
                + "standup doctor --data; it was left untouched"
        case .newer(let path):
            "cannot read the history, \(DisplayText(path)) was written by a newer version of standup, "
                + "install that version"
        case .inUse(let path):
            "cannot bring the history up to date, \(DisplayText(path)), a meeting of an earlier version of standup runs "
                + "now, end it first"
        case .notAFile(let path, let kind):
            "cannot open the history, \(DisplayText(path)) is \(kind), move it away or set --data to another folder"
        case .cannotWrite(let path, let reason):
            "cannot write the history, \(DisplayText(path)) (\(DisplayText(reason))), make room or set --data to a "
                + "folder that can be written"
        case .noMeeting(let id):
            "no such meeting, \(DisplayText(quoting: id.rawValue)), list them with: standup meetings"
        case .noTranscript(let id, let version):
            "no such transcript, number \(version) of the meeting \(DisplayText(quoting: id.rawValue)), choose another"
        case .transcriptInUse(let id, let version):
            "cannot delete the transcript, number \(version) of the meeting \(DisplayText(quoting: id.rawValue)) is in "
                + "use, choose another one first"
        }
    }
}
