internal import MeetingModel

/// What can go wrong with the data folder; `description` is one line that says what, which and what to do.
package enum DataFolderError: Error, Hashable, Sendable {
    /// There is no home folder to put it in.
    case noHome
    /// The folder or one in it is not there and cannot be created.
    case cannotCreate(path: String, reason: String)
    /// A recording cannot be removed.
    case cannotRemove(path: String, reason: String)
    /// The history cannot be put aside; it is where it was.
    case cannotPutAside(path: String, reason: String)
    /// Something in the data folder is a symbolic link, which is not followed.
    case link(path: String)
    /// The folder was not made by the program, and is not for its data alone.
    case notAlone(path: String, reason: String)
    /// Something in the data folder is in the place of a file and is none, such as a named pipe.
    case notAFile(path: String, kind: String)
    /// A file name that is none of ours.
    case unsafeName(String)
}

extension DataFolderError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .noHome:
            "no data folder, neither XDG_DATA_HOME nor HOME is an absolute path, set --data to a folder"
        case .cannotCreate(let path, let reason):
            "cannot create the folder, \(DisplayText(path)) (\(reason)), set --data to one that can be written"
        case .cannotRemove(let path, let reason):
            "cannot remove the recording, \(DisplayText(path)) (\(reason)), remove it by hand"
        case .cannotPutAside(let path, let reason):
            "cannot put the history aside, \(DisplayText(path)) (\(reason)), move it by hand; it was left untouched"
        case .link(let path):
            "a symbolic link, \(DisplayText(path)), none is followed in the data folder, put what it points to in its "
                + "place"
        case .notAlone(let path, let reason):
            "not a folder for standup's data alone, \(DisplayText(path)) (\(DisplayText(reason))), set --data to a new or "
                + "empty folder; to use this one, add: --shared-folder"
        case .notAFile(let path, let kind):
            "not a file, \(DisplayText(path)) is \(kind), move it away"
        case .unsafeName(let name):
            "not a file name of ours, \(DisplayText(quoting: name)), the history may be damaged; nothing was touched"
        }
    }
}
