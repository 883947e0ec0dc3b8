import Foundation
import MeetingModel
import MeetingTiming
import Minutes
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupSpeech
@testable import standup

// What minutes wait for: an assistant, a complete transcript.

extension `Minutes for other services` {
    /// What the poster sends, by an assistant at a server.
    private func delivery(_ sent: SpeechServerDouble, assistant: SpeechServerDouble) throws -> MinutesDelivery {
        try configure(sent)
        let path = program.folder + "/config/standup/config.yaml"
        let configuration = try standup.Configuration(yaml: read(path), path: path)
        let sender = PostSender(configuration: configuration, folder: seed.folder)
        var server = AssistantServer(try ServerAddress(assistant.base, service: .assistant))
        server.retries.attempts = 1
        return MinutesDelivery(
            store: seed.store,
            poster: MinutesPoster(
                in: seed.store, folder: seed.folder, destinations: configuration.destinations(of:), send: sender.send),
            sender: sender, rules: Composition.makeMinutes(in: seed.store),
            assistant: LateMinutes(in: seed.store, folder: seed.folder, by: server),
            now: { Seed.start + .seconds(2 * 86_400) })
    }

    private func assistant(_ status: Int) throws -> SpeechServerDouble {
        let answer =
            #"{\"points\":[{\"kind\":\"done\",\"text\":\"finished the login\",\"lines\":[1],\"continues\":0}]}"#
        return try SpeechServerDouble { _, _ in
            .answer(status, #"{"choices":[{"message":{"content":"\#(answer)"}}]}"#)
        }
    }

    @Test(arguments: [(200, "• done: finished the login\n"), (400, "• done: I finished the login page.\n")])
    func `are sent after the assistant has answered or failed`(status: Int, line: String) throws {
        let meeting = try hold()
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        let delivery = try delivery(server, assistant: assistant(status))
        try delivery.poster.queue(meeting.id, at: delivery.now())
        let queued = QueuedTranscript(meeting: meeting.id, draft: "d")
        try seed.store.queueTranscript(queued)
        #expect(try delivery.sendDue().isEmpty && seed.store.pointVersions(of: meeting.id).isEmpty)
        try seed.store.dequeueTranscript(queued)
        // Its points are made now, as after a correction.
        let asking = try #require(try LiveLock.acquire("minutes-\(meeting.id)", in: seed.folder))
        #expect(try delivery.sendDue().isEmpty)
        asking.release()
        #expect(try delivery.sendDue().map(\.state) == [.sent])
        let body = try JSON(String(decoding: #require(server.requests.first).body, as: UTF8.self))
        #expect(body["text"]?.text?.hasSuffix(line) == true, "\(body)")
    }

    @Test(arguments: [(200, "• done: finished the login\n"), (400, "No points.\n")])
    func `in a language without rules are sent`(status: Int, line: String) throws {
        let meeting = try hold(language: "fr")
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        let delivery = try delivery(server, assistant: assistant(status))
        try delivery.poster.queue(meeting.id, at: delivery.now())
        #expect(try delivery.sendDue().map(\.state) == [.sent])
        let body = try JSON(String(decoding: #require(server.requests.first).body, as: UTF8.self))
        #expect(body["text"]?.text?.hasSuffix(line) == true, "\(body)")
    }

    @Test func `of a transcript that is not complete are sent only on request`() throws {
        let meeting = try hold()
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try configure(server)
        try seed.store.queueTranscript(QueuedTranscript(meeting: meeting.id, draft: "d"))
        let refused = try program.run("post", "latest")
        #expect(refused.status == 1 && refused.errorLines.count == 1 && server.requests.isEmpty)
        #expect(
            refused.errors.contains("is not complete: still waiting for the speech server;"),
            "\(refused.errors)")
        #expect(try program.run("post", "latest", "--dry-run").status == 0 && posts.isEmpty)
        #expect(try program.run("post", "latest", "--again").status == 0 && server.requests.count == 1)
    }

    @Test func `of meetings that were imported or transcribed again are not queued by themselves`() {
        let (ended, interrupted) = (Seed.meeting(1), Seed.meeting(2, state: .interrupted))
        for meeting in [ended, interrupted] { #expect(!PostedMeetings.none.includes(meeting, isFinal: true)) }
        #expect(!PostedMeetings.interrupted.includes(ended, isFinal: true))
        #expect(PostedMeetings.interrupted.includes(interrupted, isFinal: true))
        #expect(!PostedMeetings.interrupted.includes(interrupted, isFinal: false))
        var rehearsal = interrupted
        rehearsal.isRehearsal = true
        #expect(!PostedMeetings.interrupted.includes(rehearsal, isFinal: true))
        #expect(PostedMeetings.ended.includes(ended, isFinal: false))
        #expect(!PostedMeetings.ended.includes(interrupted, isFinal: false))
    }

    @Test func `wait for a queued transcript, and are tried again within the patience`() throws {
        let meeting = try hold()
        let server = try SpeechServerDouble { _, number in number == 1 ? .answer(500, "") : .answer(200, "ok") }
        let delivery = try delivery(server, assistant: assistant(400))
        try delivery.poster.queue(meeting.id, at: delivery.now())
        try Composition.makeMinutes(in: seed.store).make(of: meeting.id, at: meeting.startedAt)
        let queued = QueuedTranscript(meeting: meeting.id, draft: "d")
        try seed.store.queueTranscript(queued)
        #expect(try delivery.sendDue().isEmpty)
        try seed.store.dequeueTranscript(queued)
        let waiting = try delivery.sendDue(until: delivery.now(), wait: { _ in Issue.record("no time to wait") })
        #expect(waiting.map(\.state) == [.waiting] && waiting[0].dueAt == delivery.now() + .seconds(2))
    }
}
