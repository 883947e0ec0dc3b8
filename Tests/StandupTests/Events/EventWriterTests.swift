import Foundation
import Glibc
import MeetingEngine
import Synchronization
import Testing
import TestSupport

@testable import standup

/// Events on their way to a reader, through pipes.
@Suite(.timeLimit(.minutes(10))) struct `Events are written` {
    private func makePipe(isBlocking: Bool) throws -> (reader: CInt, writer: CInt) {
        var ends: [CInt] = [0, 0]
        try mustSucceed(pipe(&ends))
        for end in ends { try mustSucceed(fcntl(end, F_SETFD, FD_CLOEXEC)) }
        // F_SETPIPE_SZ, which the module map leaves out: as small as a pipe can be.
        try mustSucceed(fcntl(ends[1], 1031, 4096) == 4096 ? 0 : -1)
        if !isBlocking { try mustSucceed(fcntl(ends[1], F_SETFL, O_NONBLOCK)) }
        return (ends[0], ends[1])
    }

    private func writer(to descriptor: CInt) -> EventWriter {
        // As it is while a meeting is held.
        signal(SIGPIPE, SIG_IGN)
        return EventWriter(EventStream(.json(levels: false), isRecorded: true), to: descriptor)
    }

    private func ding(_ second: Int) -> MeetingEvent { MeetingEvent(at: .seconds(second), kind: .ding) }

    @Test(arguments: [true, false])
    func `to a late reader, all of them, whether the pipe blocks or not`(isBlocking: Bool) async throws {
        let (reader, end) = try makePipe(isBlocking: isBlocking)
        let writer = writer(to: end)
        for second in 0..<1000 { writer.write(ding(second)) }
        // The pipe is full when no more of it is left to write to.
        var descriptor = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
        try await eventually("the pipe is full") { poll(&descriptor, 1, 0) == 0 }
        async let lines = onThread { readAll(reader).split(separator: "\n").map(String.init) }
        await writer.finish()
        close(end)
        let told = try await lines.map { try JSON($0)["at"] }
        #expect(told == (0..<1000).map { .number(Double($0)) })
        #expect(!writer.hasFailed)
        #expect(!writer.isGivenUp)
        close(reader)
    }

    @Test func `to a reader who does not read, with a limit after a signal`() async throws {
        let (reader, end) = try makePipe(isBlocking: false)
        let writer = writer(to: end)
        for second in 0..<1000 { writer.write(ding(second)) }
        writer.hurryUp()
        await writer.finish()
        #expect(writer.isGivenUp)
        close(reader)
    }

    @Test func `to a reader who does not read, until there is a signal`() async throws {
        let (reader, end) = try makePipe(isBlocking: false)
        let writer = writer(to: end)
        for second in 0..<1000 { writer.write(ding(second)) }
        async let finished: Void = writer.finish()
        writer.hurryUp()
        await finished
        #expect(writer.isGivenUp)
        close(reader)
    }

    @Test func `to no one once the reader has closed`() async throws {
        let (reader, end) = try makePipe(isBlocking: true)
        close(reader)
        let writer = writer(to: end)
        for second in 0..<10 { writer.write(ding(second)) }
        await writer.finish()
        #expect(!writer.hasFailed)
        // Nor is anything waited for where the reader had gone before the end.
        writer.write(ding(10))
        await writer.finish()
        close(end)
    }

    @Test func `events for a full disk are retried, and at the end it is said that they are missing`() async throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        let (writer, told) = reportingWriter(to: full)
        writer.write(ding(1))
        try await eventually("it is told") { !told.lines.isEmpty }
        await writer.finish()
        #expect(writer.hasFailed)
        #expect(told.lines.count == 1)
        close(full)
    }

    @Test func `to a disk that was full, as soon as it has room`() async throws {
        let (reader, end) = try makePipe(isBlocking: true)
        let disk = open("/dev/full", O_WRONLY | O_CLOEXEC)
        let (writer, told) = reportingWriter(to: disk)
        for second in 0..<3 { writer.write(ding(second)) }
        try await eventually("it is told") { !told.lines.isEmpty }
        try mustSucceed(dup2(end, disk) == disk ? 0 : -1)
        close(end)
        await writer.finish()
        close(disk)
        #expect(readAll(reader).split(separator: "\n").count == 3)
        #expect(!writer.hasFailed)
        close(reader)
    }

    private func reportingWriter(to descriptor: CInt) -> (EventWriter, ReportLog) {
        let told = ReportLog()
        let stream = EventStream(.json(levels: false), isRecorded: true)
        return (EventWriter(stream, to: descriptor) { line in told.add(line) }, told)
    }
}

private final class ReportLog: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ line: String) { all.withLock { $0.append(line) } }
    var lines: [String] { all.withLock { $0 } }
}

/// Runs blocking work on a separate thread: the task pool has few.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
