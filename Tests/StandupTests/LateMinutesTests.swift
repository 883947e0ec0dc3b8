import Foundation
import MeetingModel
import Minutes
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupSpeech
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Minutes that wait for an assistant` {
    private let program: Program
    private let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
    }

    /// Holds a meeting whose points the rules have made, unless it is not final.
    private func hold(_ number: Int, isFinal: Bool = true, at start: Timestamp? = nil) throws -> Meeting {
        var meeting = Seed.meeting(number)
        if let start { meeting.startedAt = start }
        meeting.transcript = [
            Utterance(
                attendee: Seed.ann.id, start: .seconds(1), end: .seconds(5), text: "I finished part \(number).",
                recognizer: "test", words: [])
        ]
        try seed.store.begin(meeting)
        if isFinal {
            let transcript = try seed.store.transcriptVersions(of: meeting.id).first?.number
            try seed.store.addPoints(
                [], to: meeting.id, by: .rules, from: transcript, settling: [], at: meeting.startedAt)
        } else {
            try seed.store.queueTranscript(QueuedTranscript(meeting: meeting.id, draft: "server"))
        }
        return meeting
    }

    private func late(_ server: SpeechServerDouble) throws -> LateMinutes {
        var assistant = AssistantServer(try ServerAddress(server.base, service: .assistant))
        assistant.retries.attempts = 1
        return LateMinutes(in: seed.store, folder: seed.folder, by: assistant)
    }

    private func makers(_ meeting: Meeting) throws -> [Point.Maker] {
        try seed.store.pointVersions(of: meeting.id).map(\.maker)
    }

    private func server(_ status: Int = 200) throws -> SpeechServerDouble {
        let answer = #"{\"points\":[{\"kind\":\"done\",\"text\":\"finished part\",\"lines\":[1],\"continues\":0}]}"#
        return try SpeechServerDouble { _, _ in .answer(status, #"{"choices":[{"message":{"content":"\#(answer)"}}]}"#)
        }
    }

    @Test func `are made once, for final transcripts of the last week`() throws {
        let (first, second) = (try hold(1), try hold(2, isFinal: false))
        let server = try server()
        let day: Int64 = 86_400_000_000_000
        let week = Timestamp(nanosecondsSince1970: first.startedAt.nanosecondsSince1970 + 7 * day)
        try late(server).ask { Timestamp(nanosecondsSince1970: week.nanosecondsSince1970 + 1) }
        #expect(server.requests.isEmpty)
        try late(server).ask { week }
        #expect(try makers(first) == [.rules, .assistant] && makers(second) == [])
        #expect(try seed.store.meeting(first.id)?.points.map(\.text) == ["finished part"])
        try late(server).ask { week }
        #expect(server.requests.count == 1)
    }

    @Test func `wait for a transcript that is not complete, and leave a version that was chosen`() throws {
        let (first, second) = (try hold(1), try hold(2))
        let queued = QueuedTranscript(meeting: first.id, draft: "server")
        try seed.store.queueTranscript(queued)
        let server = try server()
        try late(server).ask { second.startedAt }
        #expect(try makers(first) == [.rules] && makers(second) == [.rules, .assistant])
        try seed.store.dequeueTranscript(queued)
        try seed.store.choosePoints(of: second.id, version: 1)
        try late(server).ask { second.startedAt }
        #expect(try makers(first) == [.rules, .assistant] && makers(second) == [.rules, .assistant])
        #expect(try seed.store.currentPoints(of: second.id)?.number == 1)
    }

    @Test func `are asked for by the process that has held a meeting for another one`() async throws {
        let meeting = try hold(1, at: .now + .seconds(-3600))
        let server = try server()
        try FileManager.default.createDirectory(
            atPath: program.folder + "/config/standup", withIntermediateDirectories: true)
        try "minutes: assistant\nassistant: \(server.base)\n".write(
            toFile: program.folder + "/config/standup/config.yaml", atomically: true, encoding: .utf8)
        // It goes on until it is told to end.
        #expect(try program.run("edit", "Daily", "--length", "1h").status == 0)
        let started = try program.run(
            "start", "Daily", "--detach", "--input", "none", "--output", "none", "--recognizer", "none")
        #expect(started.status == 0, "\(started.errors)")
        #expect(try makers(meeting) == [.rules] && server.requests.isEmpty)
        #expect(try program.run("tell", "latest", "end", "save").status == 0)
        try await eventually("the assistant's points") { try makers(meeting) == [.rules, .assistant] }
    }

    @Test func `wait for a server that fails, and are left to another process that asks`() throws {
        let (first, second) = (try hold(1), try hold(2))
        let failing = try server(500)
        #expect(throws: AssistantError.self) { try late(failing).ask { second.startedAt } }
        #expect(failing.requests.count == 1)
        #expect(try makers(first) == [.rules] && makers(second) == [.rules])
        let lock = try #require(try LiveLock.acquire("minutes-\(first.id)", in: seed.folder))
        try late(server()).ask { second.startedAt }
        #expect(try makers(first) == [.rules] && makers(second) == [.rules, .assistant])
        let asked = try server()
        let busy = try program.run("minutes", first.id.rawValue, "--assistant", asked.base)
        #expect(busy.status == 1 && asked.requests.isEmpty)
        #expect(busy.errors.contains("the assistant is being asked about Daily already;"), "\(busy.errors)")
        lock.release()
        try late(server()).ask { second.startedAt }
        #expect(try makers(first) == [.rules, .assistant])
    }
}
