internal import Glibc
internal import MeetingModel

/// An error of the data folder; `description` is one line: what, which, what to do.
package enum DataFolderError: Error, Hashable, Sendable {
    case noHome
    /// The folder, or a file in it, cannot be created; `code` is the number of the system's error, nil for another reason.
    case cannotCreate(path: String, reason: String, code: Int32? = nil)
    /// A recording cannot be removed.
    case cannotRemove(path: String, reason: String)
    /// The history could not be moved aside.
    case cannotPutAside(path: String, reason: String)
    /// A path in the data folder is a symbolic link, which is not followed.
    case link(path: String)
    /// The folder was not created by the program, and may also be for other data.
    case notAlone(path: String, reason: String)
    /// A path in the data folder is not a file but, for example, a named pipe.
    case notAFile(path: String, kind: String)
    /// A file name that the program never uses.
    case unsafeName(String)
}

extension DataFolderError {
    /// The system's refusal to create something, by the number of its error.
    static func refused(_ path: String, by code: Int32) -> DataFolderError {
        .cannotCreate(path: path, reason: systemMessage(code), code: code)
    }
}

extension DataFolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noHome:
            "neither XDG_DATA_HOME nor HOME is an absolute path; set one of them or choose a data folder"
        case .cannotCreate(let path, let reason, let code):
            "cannot create \(DisplayText(path)) (\(reason)); "
                + WriteRemedy.text(
                    for: code, elsewhere: "choose a writable folder", other: "choose a writable folder")
        case .cannotRemove(let path, let reason):
            "cannot delete the recording \(DisplayText(path)) (\(reason)); delete it by hand"
        case .cannotPutAside(let path, let reason):
            "cannot move the history \(DisplayText(path)) aside (\(reason)); move it by hand"
        case .link(let path):
            "\(DisplayText(path)) is a symbolic link, which standup does not follow; replace it with what it "
                + "points to"
        case .notAlone(let path, let reason):
            "\(DisplayText(path)) is not for standup alone (\(DisplayText(reason))); choose a new or empty "
                + "folder, or allow this one to be shared"
        case .notAFile(let path, let kind):
            "\(DisplayText(path)) is \(kind), not a file; move it away"
        case .unsafeName(let name):
            "'\(DisplayText(quoting: name))' is not a file name of standup's; check the history"
        }
    }
}
