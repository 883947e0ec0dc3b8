internal import Glibc

/// What a user can do when the system refuses to write.
package enum WriteRemedy {
    /// The remedy for an error of the system, as the second half of a line.
    ///
    /// - Parameters:
    ///   - code: The number of the error (`errno`); nil for another reason.
    ///   - elsewhere: How to choose another place, such as `choose another folder`.
    ///   - other: The remedy for all other reasons.
    /// - Returns: The remedy, which follows a semicolon.
    package static func text(for code: Int32?, elsewhere: String, other: String) -> String {
        switch code {
        case EEXIST, EISDIR, ENAMETOOLONG: "choose another name"
        case ENOENT, ENOTDIR: "create the folder or \(elsewhere)"
        case EACCES, EPERM, EROFS: elsewhere
        case ENOSPC, EDQUOT: "free some disk space or \(elsewhere)"
        case EMFILE, ENFILE: "allow more open files (ulimit -n) or close other programs"
        default: other
        }
    }
}
