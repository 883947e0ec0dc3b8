import Glibc
import MeetingModel

/// A failure of a recognizer's process.
enum ChildFailure: Error, Hashable, Sendable {
    /// It cannot be started; `error` is an errno.
    case notStarted(path: String, error: Int32)
    case versionMismatch(path: String, version: UInt32)
    case cannotLoad(String)
    case ended(ProcessExit)
    case timedOut
    /// It did not start or load its model in time.
    case notReady(within: Duration)
    case implausible(String)
    /// It exceeded its memory limit, in bytes.
    case tooLarge(Int)
    /// It reports that the request failed.
    case refused(String)

    /// Whether to retry with another process.
    var isTransient: Bool {
        switch self {
        case .notStarted(_, let error): error == EAGAIN || error == ENOMEM
        case .versionMismatch, .cannotLoad, .notReady: false
        case .ended, .timedOut, .implausible, .tooLarge, .refused: true
        }
    }
}

extension ChildFailure: CustomStringConvertible {
    /// The problem, and the remedy if there is one.
    var description: String {
        switch self {
        case .notStarted(let path, ENOENT): "\(path) is missing; install standup again"
        case .notStarted(let path, EACCES): "\(path) is not executable; install standup again"
        case .notStarted(let path, let error): "\(path) cannot start: \(systemMessage(error))"
        case .versionMismatch(let path, let version):
            "\(path) is from another version of standup (protocol \(version), not "
                + "\(RecognizerGreeting.currentVersion)); install standup again"
        case .ended(let end): end.description
        case .timedOut: "it did not answer in time"
        case .notReady(let limit): "it was not ready after \(limit.components.seconds) s"
        case .implausible(let what): "it answered with \(what)"
        case .tooLarge(let bytes): "it took more than \(bytes >> 20) MB of memory"
        case .cannotLoad(let reason), .refused(let reason): reason
        }
    }
}

/// The exit of a process, with the last line of its standard error.
struct ProcessExit: Hashable, Sendable {
    /// The status from `waitpid`; nil if unknown.
    let status: Int32?
    /// The last line of its standard error; "" if it wrote none.
    let lastLine: String

    init(status: Int32?, errors: [UInt8]) {
        self.status = status
        let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        let safe = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
        lastLine = String(String.UnicodeScalarView(safe)).prefix(Self.longestLine).description
    }

    private static let longestLine = 160

    /// Messages of libraries when memory is short; `calloc(50,16) failed from ps_lattice.c(1046)` is PocketSphinx's.
    private var ranOutOfMemory: Bool {
        lastLine.contains("alloc(") && lastLine.contains("failed") || lastLine.contains("bad_alloc")
            || lastLine.lowercased().contains("cannot allocate memory")
    }
}

extension ProcessExit: CustomStringConvertible {
    /// The kind of exit, for the end of a sentence.
    var description: String {
        if ranOutOfMemory { return "it ran out of memory" }
        let said = lastLine.isEmpty ? "" : ": \(lastLine)"
        guard let status else { return "it ended" + said }
        let signal = status & 0x7f
        guard signal != 0 else { return "it ended with exit code \(status >> 8 & 0xff)" + said }
        return "it was ended by signal \(signal), \(String(cString: strsignal(signal)).lowercased())" + said
    }
}
