import Dispatch
import Glibc
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupTesting
import Synchronization
import TestSupport

@testable import MeetingEngine
@testable import MeetingSocket
@testable import Sound

/// A meeting of Ann, Ben and Cleo on the system's clock, without sound, and its socket in a folder of its own.
final class ServedMeeting: Sendable {
    static let names = ["Ann", "Ben", "Cleo"]
    let folder: String
    let session: MeetingSession
    let server: MeetingServer
    let path: MeetingSocketPath
    let standup: Standup
    let meeting: Meeting.ID

    /// Starts the meeting.
    init(
        length: Duration = .seconds(3600), isAttendedHere: Bool = true,
        openPoints: [(attendee: String, id: String)] = [], note: @escaping @Sendable (MeetingEvent) -> Void = { _ in },
        obstruct: ((String) throws -> Void)? = nil
    ) async throws {
        folder = try makeTemporaryFolder()
        let data = DataFolder(path: folder + "/data")
        try data.create()
        var generator = SeededGenerator(seed: 7)
        meeting = Meeting.ID(using: &generator)
        standup = Standup(
            id: Standup.ID(using: &generator), title: "Daily", length: length,
            attendees: Self.names.map { Attendee(id: Attendee.ID(rawValue: $0.lowercased()), name: $0) })
        path = try MeetingSocketPath(meeting, in: data)
        let clock = SystemClock()
        var plan = MeetingPlan(meeting: meeting, standup: standup, input: .none, output: .none)
        let held = Meeting(
            id: Meeting.ID(rawValue: "held"), standupID: standup.id, title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 0), attendees: [])
        plan.openPoints = openPoints.map { attendee, id in
            CarriedPoint(
                Point(
                    id: Point.ID(rawValue: id), attendee: Attendee.ID(rawValue: attendee), kind: .plan, text: id,
                    start: .zero, end: .seconds(1), maker: .rules), of: held)
        }
        let relay = Mutexed<MeetingServer?>(nil)
        session = try MeetingSession(
            plan: plan,
            dependencies: MeetingDependencies(
                clock: clock, audio: FakeAudioSystem(clock: ManualClock()),
                cues: .init(sampleRate: 48_000, samples: [:]),
                journal: MemoryJournal(), recordings: InMemoryRecordings(), recognizer: nil)
        ) { event in
            relay.value?.note(event)
            note(event)
        }
        server = MeetingServer(
            session, plan: plan, clock: clock, socket: path, version: "1", isAttendedHere: isAttendedHere)
        relay.value = server
        try await session.start()
        try obstruct?(path.path)
        server.open()
        server.report(.started(meeting))
        try await eventually("it listens") { [path] in access(path.path, F_OK) == 0 }
    }

    deinit { removeFolder(folder) }

    /// Ends the meeting and closes the socket.
    func close() async {
        session.interrupt()
        await session.waitUntilEnded()
        await server.finish()
    }
}

/// A thread that can be waited for.
final class Thread: Sendable {
    private let work: @Sendable () -> Void
    private let ended = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    func start() {
        DispatchQueue(label: "standup.tests.thread").async { [self] in
            work()
            ended.signal()
        }
    }

    func join() { ended.wait() }
}

extension MeetingServer {
    /// The number of unanswered commands of the reader that has the most.
    var unansweredNow: Int { readers.values.map(\.unanswered).max() ?? 0 }
}

/// A value behind a lock.
final class Mutexed<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }
}

/// A reader in a test: it sends texts and reads JSON, on the test's thread.
final class Reader {
    private let descriptor: CInt
    /// The socket, for calls on another thread.
    var end: CInt { descriptor }
    private var rest: [UInt8] = []

    init(_ path: MeetingSocketPath) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try mustSucceed(result)
        // Ends a test that would hang.
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ line: String) { sendBytes(line + "\n") }

    /// Sends bytes; returns how many were taken.
    @discardableResult
    func sendBytes(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line as JSON; nil at the end.
    func next() throws -> JSON? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                rest.removeSubrange(...end)
                return try JSON(String(decoding: line, as: UTF8.self))
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return nil }
            rest += bytes[..<count]
        }
    }

    /// The next line that has a key.
    func next(with key: String) throws -> JSON? {
        while let line = try next() {
            if line[key] != nil { return line }
        }
        return nil
    }

    /// The next event with a name.
    func event(_ name: String) throws -> JSON? {
        while let line = try next() {
            if line["event"] == .string(name) { return line }
        }
        return nil
    }
}
