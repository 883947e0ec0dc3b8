import Glibc
@testable import StandupSpeech
import Testing
import TestSupport

/// A `standup-whisper` child process, as the system shows it.
struct WhisperHelper: Hashable {
    let process: pid_t

    /// The running child processes.
    static var running: Set<WhisperHelper> {
        Set(
            names(in: "/proc").compactMap { pid_t($0) }
                .filter { process in
                    guard let fields = fields("/proc/\(process)/stat"), fields.name == "standup-whisper" else {
                        return false
                    }
                    return fields.rest[0] != "Z" && fields.rest[1] == "\(getpid())"
                }
                .map(WhisperHelper.init))
    }

    /// The niceness of the decoding thread; nil if none decodes.
    var nicenessOfDecoding: Int? {
        for thread in names(in: "/proc/\(process)/task") {
            guard let fields = Self.fields("/proc/\(process)/task/\(thread)/stat"), fields.name == "decoding" else {
                continue
            }
            return Int(fields.rest[16])
        }
        return nil
    }

    /// The kernel's information about a process or thread: its name, and the fields from its state on.
    private static func fields(_ path: String) -> (name: String, rest: [Substring])? {
        guard let text = try? read(path), let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
        else {
            return nil
        }
        let rest = text[text.index(after: close)...].split(separator: " ")
        return rest.count > 17 ? (String(text[text.index(after: open)..<close]), rest) : nil
    }
}

/// A `standup-whisper` process that a test uses through its socket.
struct BareWhisper {
    let helper: WhisperHelper
    private let socket: Int32

    /// Starts the process, and loads the model `tiny.en`.
    init() throws {
        var sockets: [Int32] = [0, 0]
        try mustSucceed(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets))
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let process = try spawn(
            Whisper.program, [], environment: [:], descriptors: [sockets[1], nowhere, nowhere])
        close(sockets[1])
        socket = sockets[0]
        helper = WhisperHelper(process: process)
        let settings = ["path": try Whisper.model("tiny.en").path, "language": "en"]
        send([.load(RecognizerLoad(model: settings, mode: .whole))])
    }

    /// Sends a request, without waiting for the answer.
    func send(_ requests: [RecognizerRequest]) {
        for bytes in requests.map(\.frame.bytes) {
            #expect(Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        }
    }

    /// Requests the words of half a minute of speech, waits until it decodes, and returns its niceness.
    func decode(isBehind: Bool) throws -> Int {
        let speech = try (0..<5).flatMap { _ in try Whisper.librivox(920) }
        let pieces = stride(from: 0, to: speech.count, by: 100_000)
            .map { RecognizerRequest.samples(Array(speech[$0..<min($0 + 100_000, speech.count)])) }
        send([.begin] + pieces + [.end(isBehind: isBehind)])
        var niceness: Int?
        // The thread sets its niceness first.
        try eventually("it decodes") {
            niceness = helper.nicenessOfDecoding
            return niceness == (isBehind ? 0 : 5)
        }
        return niceness ?? -1
    }

    /// Closes the socket, waits for the process to end, and returns its exit code.
    func hangUp() -> Int32 {
        close(socket)
        return wait(for: helper.process)
    }
}
