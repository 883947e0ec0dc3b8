package import MeetingModel

package enum InvitationError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    /// A later version of the program wrote the file.
    case newer(path: String)
    case cannotWrite(path: String, reason: String)
    case tooMany(limit: Int)
    /// libcrypto is missing.
    case noLibrary

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the invitations in \(path) (\(reason)); fix or remove the file, which revokes all of them"
        case .newer(let path):
            "a later version of standup wrote the invitations in \(path); use that version, or remove the file"
        case .cannotWrite(let path, let reason):
            "cannot write the invitations to \(path) (\(reason)); check the folder and the free disk space"
        case .tooMany(let limit):
            "there are \(limit) invitations, the most that are kept; revoke some: standup invitations"
        case .noLibrary:
            "libcrypto is missing, which invitations need; install the package libssl3"
        }
    }
}

extension InvitationError: ProgramError {
    package var exitCode: Failure.Code {
        switch self {
        case .unreadable, .newer, .tooMany: .failed
        case .cannotWrite: .cannotWrite
        case .noLibrary: .unavailable
        }
    }
}
