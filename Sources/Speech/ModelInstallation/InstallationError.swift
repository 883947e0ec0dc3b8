import Glibc

/// Why a model is not installed; `description` is one line that says what, which and what to do.
package enum InstallationError: Error, Hashable, Sendable {
    /// The catalogue cannot be read.
    case catalogue(path: String, reason: String)
    /// The catalogue has no model of this name.
    case unknown(name: String, known: [String])
    /// No such model is installed.
    case notInstalled(name: String, folder: String)
    /// There is no file at a path.
    case noFile(path: String)
    /// Another program is installing or removing the same model.
    case busy(name: String)
    /// A system library is missing.
    case noLibrary(String)
    /// A file cannot be read or written.
    case file(path: String, error: Int32)
    /// The disk lacks so many bytes.
    case noRoom(path: String, needed: Int)
    /// One source failed; the next one may work.
    case source(String)
    /// No source worked.
    case noSource(name: String)
    /// The downloaded model cannot be used.
    case unusable(name: String, reason: String)
}

extension InstallationError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .catalogue(let path, let reason):
            "the catalogue of models cannot be read, \(path) (\(reason)), mend it or install standup again"
        case .unknown(let name, let known):
            "no such model, \(name) is not in the catalogue, choose one of: \(known.joined(separator: ", "))"
        case .notInstalled(let name, let folder):
            "no such model, \(name) is not installed in \(folder), see: standup models"
        case .noFile(let path):
            "no such file, \(path), give the path of a model's file"
        case .busy(let name):
            "another program is installing the model, \(name), wait until it is done and try again"
        case .noLibrary(let library):
            "a system library is missing, \(library), install it and try again"
        case .file(let path, ENOSPC), .file(let path, EDQUOT):
            "the disk is full, \(path) cannot be written, make room and try again; what was downloaded is kept"
        case .file(let path, let error):
            "a file cannot be read or written, \(path) (\(String(cString: strerror(error)))), mend that and try again"
        case .noRoom(let path, let needed):
            "the disk is too full, \(path) needs \(Self.megabytes(needed)) more for the download, make room and try again"
        case .source(let reason): reason
        case .noSource(let name):
            "the model cannot be downloaded, no source of \(name) worked, check the network and the proxy and try again; "
                + "what was downloaded is kept"
        case .unusable(let name, let reason):
            "the model cannot be used, \(name) (\(reason)), please report it"
        }
    }

    /// A number of bytes in megabytes.
    package static func megabytes(_ bytes: Int) -> String { "\((bytes + 500_000) / 1_000_000) MB" }
}
