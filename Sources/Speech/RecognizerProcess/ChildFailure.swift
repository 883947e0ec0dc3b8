import Glibc

/// What went wrong with a recogniser's process.
enum ChildFailure: Error, Hashable, Sendable {
    /// It cannot be started, for a reason that the system gives as a number.
    case notStarted(path: String, error: Int32)
    /// It speaks another version of the protocol.
    case otherVersion(path: String, version: UInt32)
    /// It cannot use what it was told to load.
    case cannotLoad(String)
    /// It has ended.
    case ended(ProcessEnd)
    /// It has not answered in time.
    case silent
    /// It has not greeted or not loaded its model within so long.
    case notReady(within: Duration)
    /// What it answers cannot be true.
    case nonsense(String)
    /// It has taken more memory than it may, in bytes.
    case tooLarge(Int)
    /// It says that it cannot do what it was asked.
    case refused(String)

    /// Whether another process may do better, soon enough to be tried.
    var isPassing: Bool {
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
        case .notStarted(let path, EACCES): "\(path) may not be run, install standup again"
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

/// How a process ended, and what it said last.
struct ProcessEnd: Hashable, Sendable {
    /// What `waitpid` gives; nil if nobody knows.
    let status: Int32?
    /// The last line that it wrote to standard error; "" if it wrote none.
    let lastWords: String

    /// An end, with what was written to standard error.
    init(status: Int32?, errors: [UInt8]) {
        self.status = status
        let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        let safe = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
        lastWords = String(String.UnicodeScalarView(safe)).prefix(Self.longestLine).description
    }

    private static let longestLine = 160

    /// What libraries say when memory is short; `calloc(50,16) failed from ps_lattice.c(1046)` is PocketSphinx.
    private var ranOutOfMemory: Bool {
        lastWords.contains("alloc(") && lastWords.contains("failed") || lastWords.contains("bad_alloc")
            || lastWords.lowercased().contains("cannot allocate memory")
    }
}

extension ProcessEnd: CustomStringConvertible {
    /// How it ended, for the end of a sentence.
    var description: String {
        if ranOutOfMemory { return "it ran out of memory" }
        let said = lastWords.isEmpty ? "" : ": \(lastWords)"
        guard let status else { return "it ended" + said }
        let signal = status & 0x7f
        guard signal != 0 else { return "it ended with exit code \(status >> 8 & 0xff)" + said }
        return "it was ended by signal \(signal), \(String(cString: strsignal(signal)).lowercased())" + said
    }
}
