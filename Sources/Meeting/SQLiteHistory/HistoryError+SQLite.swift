internal import GRDB
internal import MeetingHistory

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
                self = .cannotWrite(path: path, reason: reason)
            default:
                self = .unreadable(path: path, reason: reason)
            }
        default:
            self = .unreadable(path: path, reason: "\(error)")
        }
    }
}

/// A row with a value that the program never writes.
struct DamagedRow: Error, CustomStringConvertible {
    let description: String
}
