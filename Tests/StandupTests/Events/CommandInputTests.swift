import Dispatch
import Glibc
import MeetingModel
import MeetingTiming
import Sound
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingEngine
@testable import standup

/// Lines on a pipe as commands to a meeting.
@Suite(.timeLimit(.minutes(10))) struct `Commands on standard input` {
    private let clock = VirtualClock()
    private let session: MeetingSession
    private let log = KindLog()
    private let reader: CInt
    private let writer: CInt
    private let input: CommandInput

    init() throws {
        let ann = Attendee(id: .init(rawValue: "a"), name: "Ann")
        let standup = Standup(
            id: .init(rawValue: "s"), title: "Daily", length: .seconds(100), attendees: [ann])
        session = try MeetingSession(
            plan: MeetingPlan(meeting: .init(rawValue: "m"), standup: standup, input: .none, output: .none),
            dependencies: MeetingDependencies(
                clock: clock, audio: FakeAudioSystem(clock: clock), cues: CueSounds(sampleRate: 48_000, samples: [:]),
                journal: MemoryJournal(), recordings: InMemoryRecordings(), recognizer: nil)
        ) { [log] in log.add($0.kind) }
        var ends: [CInt] = [0, 0]
        try mustSucceed(pipe(&ends))
        for end in ends {
            try mustSucceed(fcntl(end, F_SETFD, FD_CLOEXEC))
            try mustSucceed(fcntl(end, F_SETFL, O_NONBLOCK))
        }
        (reader, writer) = (ends[0], ends[1])
        input = CommandInput(session: session, attendees: [ann], descriptor: reader)
    }

    private func write(_ text: String) { _ = Glibc.write(writer, text, text.utf8.count) }

    private func closePipe() {
        close(reader)
        close(writer)
    }

    @Test func `are waited for, also where reading does not block`() async {
        let (started, input) = (DispatchSemaphore(value: 0), input)
        async let count = onThread {
            started.signal()
            return input.read(within: nil)
        }
        await onThread {
            started.wait()
            sched_yield()
        }
        write("pause\n")
        #expect(await count == 6)
        #expect(!input.isAtEnd)
        closePipe()
    }

    @Test func `end where the pipe does`() async throws {
        try await session.start()
        write("pause")
        close(writer)
        #expect(input.read(within: nil) == 5)
        #expect(input.read(within: nil) == 0)
        #expect(input.isAtEnd)
        clock.settle()
        #expect(log.all.contains(.paused(.user)))
        close(reader)
    }

    @Test func `are read only as fast as the meeting carries them out`() async throws {
        // As much as the pipe takes, some thousand lines.
        let line = "extend 1s\n"
        while Glibc.write(writer, line, line.utf8.count) > 0 {}
        let all = unread
        input.follow()
        // Nothing is carried out before the start.
        try await eventually("the first lines are read") { unread == all - 1024 }
        clock.settle()
        #expect(unread == all - 1024)
        try await session.start()
        try await eventually("all is read") {
            clock.advance(by: .zero)
            return unread == 0
        }
        closePipe()
    }

    private var unread: Int {
        var count: CInt = 0
        _ = ioctl(reader, UInt(FIONREAD), &count)
        return Int(count)
    }
}

private final class KindLog: Sendable {
    private let kinds = Mutex<[MeetingEvent.Kind]>([])
    func add(_ kind: MeetingEvent.Kind) { kinds.withLock { $0.append(kind) } }
    var all: [MeetingEvent.Kind] { kinds.withLock { $0 } }
}
