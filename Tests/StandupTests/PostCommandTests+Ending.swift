import Dispatch
import Glibc
import MeetingModel
import MeetingTiming
import Minutes
import StandupHistory
import StandupSpeech
import Testing
import TestSupport

@testable import MeetingHistory
@testable import standup

// After a meeting, a crash or the end of the application.

extension `Minutes for other services` {
    @Test func `of a program that is killed while sending are not sent again by themselves`() throws {
        let meeting = try hold()
        let isAsked = DispatchSemaphore(value: 0)
        let server = try SpeechServerDouble { _, number in
            isAsked.signal()
            return number == 1 ? .nothing : .answer(200, "ok")
        }
        try configure(server)
        let process = try program.start("post", "latest")
        isAsked.wait()
        #expect(try posts.map(\.state) == [.sending])
        let other = try program.run("post", "latest")
        #expect(other.status == 69 && other.errors == "another program is sending the minutes to team\n")
        kill(process, SIGKILL)
        #expect(wait(for: process) == 128 + SIGKILL)
        let after = try program.run("post", "latest")
        #expect(after.status == 69 && after.errors.contains("it is unknown whether team has the minutes"))
        #expect(after.errors.contains("standup post \(meeting.id.rawValue.prefix(8)) --to team --again"))
        #expect(server.requests.count == 1)
        #expect(try program.run("post", "latest", "--again").status == 0 && server.requests.count == 2)
    }

    @Test func `that are being sent when the application quits are unknown, not still being sent`() async throws {
        let meeting = try hold()
        try Composition.makeMinutes(in: seed.store).make(of: meeting.id, at: meeting.startedAt)
        let server = try SpeechServerDouble { _, _ in .nothing }
        try configure(server)
        let queued = MinutesPost(
            meeting: meeting.id, destination: "team", queuedAt: meeting.startedAt, transaction: "t")
        #expect(try seed.store.save(queued, replacing: nil))
        let terminal = try await TerminalSession(program)
        try await terminal.enter("\(Program.path); echo ended-$?")
        try await eventually("a request") { !server.requests.isEmpty }
        try await terminal.type("q")
        try await terminal.screen("the end") { $0.contains("ended-0") }
        #expect(try posts.map(\.state) == [.unknown])
    }

    @Test func `are sent when a meeting has ended, unless it was a rehearsal`() throws {
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try configure(server)
        let start = ["start", "Daily", "--headless", "--input", "none", "--output", "none", "--recognizer", "none"]
        #expect(try program.run(start + ["--clock", "virtual"]).status == 0 && server.requests.isEmpty)
        let result = try program.run(start, input: "end save\n")
        #expect(
            result.status == 0 && result.errors.hasSuffix("standup: note: minutes sent to team\n"), "\(result.errors)")
        #expect(server.requests.count == 1)
        #expect(try posts.map(\.state) == [.sent])
        #expect(try program.run(start, input: "end discard\n").status == 0 && server.requests.count == 1)
    }

    @Test func `of a rehearsal that was killed are not sent by the next meeting`() throws {
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try configure(server)
        let start = ["start", "Daily", "--headless", "--input", "none", "--output", "none", "--recognizer", "none"]
        // Of today or yesterday, so that it is not too old.
        let day = (Timestamp.now.nanosecondsSince1970 / 1_000_000_000 - 1_767_258_000) / 86_400
        var (commands, events): ([Int32], [Int32]) = ([0, 0], [0, 0])
        #expect(pipe(&commands) == 0 && pipe(&events) == 0)
        defer { for descriptor in [commands[1], events[0]] { close(descriptor) } }
        let rehearsal = try program.start(
            start + ["--events", "--clock", "virtual", "--seed", "\(day)", "--at-slot-end", "overtime"],
            descriptors: [commands[0], events[1], STDERR_FILENO])
        for descriptor in [commands[0], events[1]] { close(descriptor) }
        var byte: UInt8 = 0
        #expect(read(events[0], &byte, 1) == 1)
        kill(rehearsal, SIGKILL)
        #expect(wait(for: rehearsal) == 128 + SIGKILL)
        #expect(try program.run(start, input: "end save\n").status == 0)
        let meetings = try seed.store.meetings(of: nil)
        #expect(meetings.map(\.state) == [.finished, .interrupted])
        #expect(meetings.map(\.isRehearsal) == [false, true])
        #expect(server.requests.count == 1)
        #expect(try posts.map(\.meeting) == [meetings[0].id])
    }

    @Test func `of a server that is down are sent at the end of a later meeting`() throws {
        let server = try SpeechServerDouble { _, number in
            number == 1 ? .answer(429, "", headers: ["Retry-After: 60"]) : .answer(200, "ok")
        }
        try configure(server)
        let start = ["start", "Daily", "--headless", "--input", "none", "--output", "none", "--recognizer", "none"]
        let first = try program.run(start, input: "end save\n")
        #expect(
            first.status == 0 && first.errors.contains("minutes not sent to team yet (it is busy); tried again after"))
        let waiting = try #require(try posts.first)
        var due = waiting
        due.dueAt = waiting.queuedAt
        #expect(try seed.store.save(due, replacing: waiting))
        #expect(try program.run(start, input: "end save\n").status == 0)
        #expect(try posts.map(\.state) == [.sent, .sent] && server.requests.count == 3)
    }
}
