package import MeetingHistory
package import MeetingModel

// Errors of the history and its folder as the command line prints them, with the options and commands that help.

extension HistoryError: ProgramError {
    package var exitCode: Failure.Code {
        switch self {
        case .unreadable, .newer, .inUse, .notAFile, .transcriptInUse, .transcriptChanged, .inconsistent: .failed
        case .cannotWrite, .locked: .cannotWrite
        case .noMeeting, .noTranscript, .noPoints: .notFound
        }
    }

    package var line: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the history \(DisplayText(path)) (\(DisplayText(reason))), which is unchanged; "
                + "see what can be recovered with: standup doctor --data"
        case .notAFile(let path, let kind):
            "the history \(DisplayText(path)) is \(kind), not a file; move it away or set --data to another folder"
        case .cannotWrite(let path, let reason, let code):
            "cannot write the history \(DisplayText(path)) (\(DisplayText(reason))); "
                + WriteRemedy.text(
                    for: code, elsewhere: "set --data to a writable folder",
                    other: "free some disk space or set --data to a writable folder")
        case .noMeeting(let id):
            "no meeting matches '\(DisplayText(quoting: id.rawValue))'; list them with: standup meetings"
        case .newer, .inUse, .locked, .noTranscript, .transcriptInUse, .transcriptChanged, .noPoints, .inconsistent:
            "\(self)"
        }
    }
}

extension DataFolderError: ProgramError {
    package var exitCode: Failure.Code {
        switch self {
        case .noHome, .unsafeName, .link, .notAFile: .failed
        case .cannotCreate, .cannotRemove, .cannotPutAside: .cannotWrite
        case .notAlone: .usage
        }
    }

    package var line: String {
        switch self {
        case .noHome: "neither XDG_DATA_HOME nor HOME is an absolute path; choose a data folder with --data"
        case .cannotCreate(let path, let reason, let code):
            "cannot create \(DisplayText(path)) (\(reason)); "
                + WriteRemedy.text(
                    for: code, elsewhere: "set --data to a writable folder", other: "set --data to a writable folder")
        case .notAlone(let path, let reason):
            "\(DisplayText(path)) is not for standup alone (\(DisplayText(reason))); set --data to a new or "
                + "empty folder, or add --shared-folder to use this one"
        case .unsafeName: "\(self) with: standup doctor --data"
        case .cannotRemove, .cannotPutAside, .link, .notAFile: "\(self)"
        }
    }
}
