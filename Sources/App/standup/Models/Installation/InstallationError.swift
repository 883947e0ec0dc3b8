import Glibc
package import MeetingModel

/// The reason why a model is not installed; `description` is one line with the problem and the remedy.
package enum InstallationError: Error, Hashable, Sendable {
    /// The catalogue cannot be read.
    case catalogue(path: String, reason: String)
    /// The catalogue has no model with this name.
    case unknown(name: String, known: [String])
    case notInstalled(name: String, folder: String)
    case noFile(path: String)
    /// Another program is installing or removing the same model.
    case busy(name: String)
    /// A system library is missing.
    case noLibrary(String)
    /// A file cannot be read or written.
    case file(path: String, error: Int32)
    /// The disk needs this many more bytes.
    case insufficientSpace(path: String, needed: Int)
    /// One source failed; the next one may work.
    case source(String)
    /// All sources failed.
    case noSource(name: String)
    /// The downloaded model cannot be used.
    case unusable(name: String, reason: String)
}

extension InstallationError: CustomStringConvertible {
    /// One line: the problem, its object, the remedy.
    package var description: String {
        switch self {
        case .catalogue(let path, let reason):
            "cannot read the model catalogue \(path) (\(reason)); fix it or install standup again"
        case .unknown(let name, let known):
            "no model \(name) in the catalogue; choose one of: \(known.joined(separator: ", "))"
        case .notInstalled(let name, let folder):
            "the model \(name) is not installed in \(folder); see: standup models"
        case .noFile(let path):
            "the file \(path) does not exist; give the path of a model file"
        case .busy(let name):
            "another program is installing \(name); wait until it is done and try again"
        case .noLibrary(let library):
            "the system library \(library) is missing; install it and try again"
        case .file(let path, ENOSPC), .file(let path, EDQUOT):
            "cannot write \(path), the disk is full; free some space and try again (the download is kept)"
        case .file(let path, let error):
            "cannot read or write \(path) (\(systemMessage(error))); fix that and try again"
        case .insufficientSpace(let path, let needed):
            "\(path) needs \(Self.megabytes(needed)) more for the download; free some disk space and try again"
        case .source(let reason): reason
        case .noSource(let name):
            "cannot download \(name) from any source; check the network and the proxy and try again "
                + "(the download is kept)"
        case .unusable(let name, let reason):
            "cannot use the model \(name) (\(reason)); please report this"
        }
    }

    static func megabytes(_ bytes: Int) -> String { "\((bytes + 500_000) / 1_000_000) MB" }
}

extension InstallationError: ProgramError {
    package var exitCode: Failure.Code {
        switch self {
        case .unknown, .notInstalled, .noFile: .notFound
        case .file, .insufficientSpace: .cannotWrite
        case .noSource, .source: .unavailable
        case .catalogue, .busy, .noLibrary, .unusable: .failed
        }
    }
}
