internal import Glibc
internal import GRDB
internal import MeetingHistory
internal import MeetingModel

extension HistoryError {
    /// Converts an error of SQLite or GRDB.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as HistoryError:
            self = error
        case let error as DatabaseError:
            let reason = error.message ?? error.resultCode.description
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                self = .locked(path: path)
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_AUTH,
                .SQLITE_PROTOCOL, .SQLITE_NOMEM, .SQLITE_TOOBIG, .SQLITE_NOLFS,
                .SQLITE_CONSTRAINT:
                let code = Self.systemError(behind: error.resultCode, path: path)
                // SQLite has one text for all reasons.
                let isVague = [.SQLITE_CANTOPEN, .SQLITE_IOERR].contains(error.resultCode)
                self = .cannotWrite(
                    path: path, reason: isVague ? code.map(systemMessage) ?? reason : reason,
                    code: code)
            default:
                self = .unreadable(path: path, reason: reason)
            }
        default:
            self = .unreadable(path: path, reason: "\(error)")
        }
    }

    /// The number of the system's error behind one of SQLite, as far as it can be found out afterwards.
    private static func systemError(behind result: ResultCode, path: String) -> Int32? {
        switch result {
        case .SQLITE_FULL: return ENOSPC
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_AUTH: break
        default: return nil
        }
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        if access(folder, W_OK | X_OK) != 0 { return errno }
        if access(path, W_OK) != 0, errno != ENOENT { return errno }
        var disk = statvfs()
        return statvfs(folder, &disk) == 0 && disk.f_bavail == 0 ? ENOSPC : nil
    }
}

/// A row with a value that the program never writes.
struct DamagedRow: Error, CustomStringConvertible {
    let description: String
}
