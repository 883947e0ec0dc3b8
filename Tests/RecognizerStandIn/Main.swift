import Glibc
import StandupSpeech

/// A recognizer's process with scripted behavior.
///
/// `recognizer-stand-in FOLDER STEP…`: the first process of a folder runs the first step, the second the second, and
/// all further ones the last. Each writes a file `run-N` with its process number, session, inherited descriptors and
/// number of variables with secrets; the file `language` has the received language.
@main
enum Main {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let folder = arguments.first, let last = arguments.dropFirst().last else { exit(64) }
        let steps = Array(arguments.dropFirst())
        let run = claimRun(folder)
        let step = Step(rawValue: run < steps.count ? steps[run] : last)
        switch step {
        case nil: exit(64)
        case .dieAtStart:
            say("no luck today")
            exit(3)
        case .hangAtStart:
            while true { pause() }
        case .otherVersion:
            RecognizerService.run(
                greeting: RecognizerGreeting(family: "stand-in", capabilities: [], version: 7),
                handler: RequestHandler { _ throws(RecognizerError) in
                    .recognizer(StandIn(.work, folder: folder, learned: nil))
                })
        case let step?:
            RecognizerService.run(
                greeting: RecognizerGreeting(family: "stand-in", capabilities: [.live, .whole]),
                handler: RequestHandler { load throws(RecognizerError) in
                    if step == .runOutOfMemory {
                        say("calloc(50,16) failed from ps_lattice.c(1046)")
                        exit(255)
                    }
                    while step == .hangAtLoading { pause() }
                    if step == .refuseModel { throw .failed(name: "stand-in", reason: "no such model") }
                    var learned: [Float]?
                    if case .live(let known) = load.mode { learned = known }
                    note(load.model["language"] ?? "none", in: folder + "/language")
                    if step == .voice { return .voices(embed: direction) }
                    return .recognizer(StandIn(step, folder: folder, learned: learned))
                })
        }
    }

    /// An embedding with the first and the last sample.
    private static func direction(of samples: [Int16]) -> [Float] {
        [samples.first, samples.last].map { Float($0 ?? 0) } + [Float](repeating: 0, count: VoiceEmbedding.size - 2)
    }

    /// Takes the next number in a folder, from 0, and records how this process was started.
    private static func claimRun(_ folder: String) -> Int {
        let descriptors = (0..<64).filter { fcntl($0, F_GETFD) >= 0 }
        for run in 0..<1000 {
            let file = open("\(folder)/run-\(run)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { continue }
            let names: [String] = ["STANDUP_API_KEY", "OPENAI_API_KEY"]
            let secrets = names.filter { name in getenv(name) != nil }.count
            let line = "\(getpid()) \(getsid(0)) \(descriptors.map { "\($0)" }.joined(separator: ",")) \(secrets)"
            _ = write(file, line, line.utf8.count)
            close(file)
            return run
        }
        exit(70)
    }

    /// Writes a line to its own file.
    private static func note(_ line: String, in path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        _ = write(file, line, line.utf8.count)
        close(file)
    }

    private static func say(_ line: String) {
        _ = write(STDERR_FILENO, line + "\n", line.utf8.count + 1)
    }
}

/// The behavior of a process.
enum Step: String {
    case work, dieAtStart, hangAtStart, hangAtLoading, otherVersion, runOutOfMemory, refuseModel
    case dieAtBegin, dieInTheMiddle, dieAtEnd, exitEarly
    case rubbish, hugeMessage, cutMessage, wrongAnswer, impossibleWords, refuse, grow, hang, decodeForever, trespass
    case voice
}

/// Returns the number of samples and a checksum, which depends on their order.
final class StandIn: SpeechRecognizer {
    let name = "stand-in"
    private(set) var learnedState: [Float]?
    private let step: Step
    private let folder: String
    private var samples: [Int16] = []
    private var steps = 0
    private let isDecoding: Int32
    private var hoard: [UnsafeMutableRawPointer] = []

    init(_ step: Step, folder: String, learned: [Float]?) {
        self.step = step
        self.folder = folder
        learnedState = learned
        // After loading the model, no file can be created.
        isDecoding = open(folder + "/is-decoding", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    }

    func begin() {
        if step == .dieAtBegin { kill(getpid(), SIGKILL) }
        samples = []
        steps = 0
    }

    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        self.samples += samples
        steps += 1
        if steps == 3 { try misbehave() }
        return "\(self.samples.count)"
    }

    func end() throws(RecognizerError) -> [RecognizedWord] {
        // The utterance was sent as a whole.
        if steps < 3 { try misbehave() }
        if step == .dieAtEnd { kill(getpid(), SIGKILL) }
        if step == .trespass { return trespass() }
        let learned = (learnedState?.first ?? 0) + 1
        learnedState = [learned]
        let sum = samples.reduce(0) { ($0 &* 31) &+ Int($1) }
        return [
            RecognizedWord(
                text: "\(samples.count)-\(sum)-\(Int(learned))", start: 0,
                end: step == .impossibleWords ? 1_000_000 : samples.count, confidence: 0.5)
        ]
    }

    /// The behavior in the middle of an utterance.
    private func misbehave() throws(RecognizerError) {
        switch step {
        case .dieInTheMiddle: kill(getpid(), SIGKILL)
        case .exitEarly: exit(0)
        case .rubbish: put((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919) })
        case .hugeMessage: put([0xff, 0xff, 0xff, 0x7f, 3])
        case .cutMessage:
            put([0, 1, 0, 0, 3, 0x61])
            exit(0)
        case .wrongAnswer: put(RecognizerResponse.begun.frame.bytes)
        case .refuse: throw .failed(name: name, reason: "not today")
        case .grow:
            while true {
                let block = malloc(16 << 20)
                guard let block else { exit(1) }
                memset(block, 1, 16 << 20)
                hoard.append(block)
            }
        case .hang, .decodeForever:
            _ = write(isDecoding, "1", 1)
            while true {
                if step == .hang { pause() }
            }
        default: break
        }
    }

    /// Tries forbidden calls, and some allowed ones; each returned word has the errno of one.
    private func trespass() -> [RecognizedWord] {
        func result(of what: String, _ call: () -> Int32) -> RecognizedWord {
            errno = 0
            let error = call() == 0 ? 0 : errno
            return RecognizedWord(text: "\(what):\(error)", start: 0, end: 0, confidence: 1)
        }
        func opens(_ path: String, _ flags: Int32) -> Int32 {
            let file = open(path, flags, 0o600)
            guard file >= 0 else { return -1 }
            return close(file)
        }
        // Some of these are variadic, or not in Swift's Glibc.
        func libc(_ name: String, _ first: Int, _ second: Int = 0, _ third: Int = 0) -> Int32 {
            guard let address = dlsym(nil, name) else { return -1 }
            typealias Function = @convention(c) (Int, Int, Int) -> Int32
            return min(unsafeBitCast(address, to: Function.self)(first, second, third), 0)
        }
        return [
            result(of: "socket") { min(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), 0) },
            result(of: "pair") {
                var pair: [Int32] = [0, 0]
                return socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
            },
            result(of: "program") {
                var process: pid_t = 0
                errno = posix_spawn(&process, "/bin/true", nil, nil, [nil], [nil])
                return errno
            },
            result(of: "new-file") { opens(folder + "/new", O_WRONLY | O_CREAT) },
            result(of: "old-file") { opens(folder + "/run-0", O_RDWR) },
            result(of: "remove") { unlink(folder + "/run-0") },
            result(of: "move") { rename(folder + "/run-0", folder + "/run-1") },
            result(of: "mode") {
                let file = open(folder + "/run-0", O_RDONLY)
                defer { close(file) }
                return fchmod(file, 0o666)
            },
            result(of: "signal") { kill(getppid(), 0) },
            result(of: "owner") { libc("fcntl", Int(STDIN_FILENO), 8, Int(getppid())) },  // F_SETOWN
            result(of: "niceness") { libc("setpriority", 0, Int(getppid()), 19) },
            result(of: "user's-niceness") { libc("setpriority", 2, 0, 19) },
            result(of: "namespace") { libc("unshare", 0x1000_0000) },
            result(of: "message-queue") { "/standup".withCString { libc("mq_open", Int(bitPattern: $0), 0) } },
            result(of: "shared-memory") { libc("shmget", 0x7374, 4096, 0o1600) },
            result(of: "own-signal") { kill(getpid(), 0) },
            result(of: "own-niceness") { libc("setpriority", 0, 0, 19) },
            result(of: "read") { opens(folder + "/run-0", O_RDONLY) },
            result(of: "thread") {
                var thread = pthread_t()
                return pthread_create(&thread, nil, { _ in nil }, nil)
            },
        ]
    }

    private func put(_ bytes: [UInt8]) {
        _ = write(STDIN_FILENO, bytes, bytes.count)
    }
}
