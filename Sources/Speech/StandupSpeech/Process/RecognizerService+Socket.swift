import CChildProcess
import Dispatch
import Glibc
import MeetingModel
import Synchronization

/// The recognizer process's side of the protocol.
package enum RecognizerService {
    /// Answers requests from the socket on standard input until it is closed, then exits at once, even during decoding.
    /// [main thread]
    ///
    /// After loading a model, the process can open no sockets, start no programs and change no files.
    ///
    /// The closed socket is the only reliable sign that the parent process has ended.
    package static func run(greeting: RecognizerGreeting, handler: consuming RequestHandler) -> Never {
        guard FileStatus(STDIN_FILENO)?.kind == .socket else {
            let line = "\(greeting.family): standup starts this program, it is not meant to be run by hand\n"
            _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(64)
        }
        raiseOutOfMemoryScore()
        var handler = handler
        let requests = RequestQueue()
        DispatchQueue(label: "standup.requests").async { requests.fill() }
        send(.hello(greeting))
        while true {
            let request = requests.next()
            let response = handler.answer(request)
            // The engine and its model are third-party code and data. If confinement fails, they run unconfined.
            if case .load = request { _ = standup_child_confine() }
            send(response)
        }
    }

    /// Tells the kernel to kill this process before the meeting's when memory is short: words can be transcribed later.
    ///
    /// A score of 500 counts as half of the machine's memory.
    private static func raiseOutOfMemoryScore() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "500", 3)
        close(file)
    }

    private static func send(_ response: RecognizerResponse) {
        let bytes = response.frame.bytes
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(STDIN_FILENO, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { _exit(0) }
            sent += count
        }
    }
}

private final class RequestQueue: Sendable {
    private let requests = Mutex<[RecognizerRequest]>([])
    private let filled = DispatchSemaphore(value: 0)

    /// Waits for the next request.
    func next() -> RecognizerRequest {
        filled.wait()
        return requests.withLock { $0.removeFirst() }
    }

    /// Reads requests until the socket is closed, then exits.
    func fill() -> Never {
        var decoder = FrameDecoder()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { _exit(0) }
            decoder.append(bytes[..<count])
            do throws(WireError) {
                while let frame = try decoder.next() {
                    let request = try RecognizerRequest(frame)
                    requests.withLock { $0.append(request) }
                    filled.signal()
                }
            } catch {
                _exit(65)
            }
        }
    }
}
