import Glibc

/// What went wrong with a recogniser's process.
enum ChildFailure: Error, Hashable, Sendable {
    /// It cannot be started; `error` is an errno.
    case notStarted(path: String, error: Int32)
    /// It speaks another version of the protocol.
    case otherVersion(path: String, version: UInt32)
    /// It cannot use what it was told to load.
    case cannotLoad(String)
    /// It has ended.
    case ended(ProcessEnd)
    /// It did not answer in time.
    case silent
    /// It did not greet or load its model in time.
    case notReady(within: Duration)
    /// Its answer is not plausible.
    case nonsense(String)
    /// It took more memory than its limit, in bytes.
    case tooLarge(Int)
    /// It says that it cannot do what it was asked.
    case refused(String)

    /// Whether another process is worth a try.
    var isTransient: Bool {
        switch self {
        case .notStarted(_, let error): error == EAGAIN || error == ENOMEM
        case .otherVersion, .cannotLoad, .notReady: false
        case .ended, .silent, .nonsense, .tooLarge, .refused: true
        }
    }
}

extension ChildFailure: CustomStringConvertible {
    /// What happened, and what to do where that is known.
    var description: String {
        switch self {
        case .notStarted(let path, ENOENT): "\(path) is missing, install standup again"
        case .notStarted(let path, EACCES): "\(path) is not executable, install standup again"
        case .notStarted(let path, let error): "\(path) cannot be started: \(String(cString: strerror(error)))"
        case .otherVersion(let path, let version):
            "\(path) is of another version of standup, protocol \(version) and not "
                + "\(RecognizerGreeting.currentVersion), install standup again"
        case .ended(let end): end.description
        case .silent: "it did not answer in time"
        case .notReady(let limit): "it was not ready after \(limit.components.seconds) s"
        case .nonsense(let what): "it answered with \(what)"
        case .tooLarge(let bytes): "it took more than \(bytes >> 20) MB of memory"
        case .cannotLoad(let reason), .refused(let reason): reason
        }
    }
}

/// How a process ended, and the last line of its errors.
struct ProcessEnd: Hashable, Sendable {
    /// The status that `waitpid` gives; nil if it is unknown.
    let status: Int32?
    /// The last line that it wrote to standard error; "" if it wrote none.
    let lastLine: String

    /// The end of a process that wrote `errors` to standard error.
    init(status: Int32?, errors: [UInt8]) {
        self.status = status
        let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        let safe = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
        lastLine = String(String.UnicodeScalarView(safe)).prefix(Self.longestLine).description
    }

    private static let longestLine = 160

    /// Messages of libraries when memory is short; `calloc(50,16) failed from ps_lattice.c(1046)` is PocketSphinx.
    private var ranOutOfMemory: Bool {
        lastLine.contains("alloc(") && lastLine.contains("failed") || lastLine.contains("bad_alloc")
            || lastLine.lowercased().contains("cannot allocate memory")
    }
}

extension ProcessEnd: CustomStringConvertible {
    /// How it ended, for the end of a sentence.
    var description: String {
        if ranOutOfMemory { return "it ran out of memory" }
        let said = lastLine.isEmpty ? "" : ": \(lastLine)"
        guard let status else { return "it ended" + said }
        let signal = status & 0x7f
        guard signal != 0 else { return "it ended with exit code \(status >> 8 & 0xff)" + said }
        return "it was ended by signal \(signal), \(String(cString: strsignal(signal)).lowercased())" + said
    }
}
