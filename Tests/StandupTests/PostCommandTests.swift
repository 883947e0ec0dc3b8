import ArgumentParser
import Foundation
import Dispatch
import Glibc
import HTTPTransfer
import MeetingAssistant
import MeetingHistory
import MeetingMinutes
import MeetingModel
import MeetingTiming
import MinutesPosting
import ProgramSupport
import SQLiteHistory
import StandupFeatures
import Testing

@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Minutes for other services` {
    private let program: Program
    private let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
    }

    private var addressFile: String { program.folder + "/webhook" }

    /// Holds a meeting in which Ann says something.
    @discardableResult
    private func hold(_ number: Int = 1, language: String = "en") throws -> Meeting {
        var meeting = Seed.meeting(number, language: language)
        meeting.transcript = [
            Utterance(
                attendee: Seed.ann.id, start: .seconds(1), end: .seconds(5), text: "I finished the login page.",
                recognizer: "test", words: [])
        ]
        meeting.note = "PRIVATE"
        try seed.store.begin(meeting)
        return meeting
    }

    private func configure(_ yaml: String) throws {
        mkdir(program.folder + "/config/standup", 0o700)
        try write(yaml, to: program.folder + "/config/standup/config.yaml")
    }

    /// Configures Slack at a server.
    private func configure(_ server: SpeechServerDouble) throws {
        try write(server.base + "/T0SECRETTOKEN\n", to: addressFile)
        chmod(addressFile, 0o600)
        try configure("post:\n  Daily: {to: slack, name: team, address-file: \(addressFile)}\n")
    }

    private var posts: [MinutesPost] { get throws { try seed.store.posts(of: nil) } }

    @Test func `are sent on request, once, and shown before`() throws {
        try hold()
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try configure(server)
        let shown = try program.run("post", "latest", "--dry-run")
        #expect(shown.status == 0 && server.requests.isEmpty)
        #expect(shown.output == "*Daily*, 2026-02-04 09:30\n\n*Ann*\n• done: I finished the login page.\n")
        #expect(shown.errors == "To team (slack): address in \(addressFile):\n")
        let sent = try program.run("post", "latest")
        #expect(sent.status == 0 && sent.errors == "minutes sent to team\n", "\(sent.errors)")
        let text = try JSON(String(decoding: #require(server.requests.first).body, as: UTF8.self))["text"]?.text
        #expect(text == shown.output)
        let old = try program.run("post", "latest")
        #expect(old.status == 0 && old.errors.contains("to send them again, add --again"))
        #expect(server.requests.count == 1)
        #expect(try program.run("post", "latest", "--to", "team", "--again").status == 0)
        #expect(server.requests.count == 2)
        let list = try program.run("post", "--list")
        #expect(list.output.contains("team  sent       2"), "\(list.output)")
        let json = try JSON(program.run("post", "--list", "--json").output)
        #expect(json.elements[0]["state"] == "sent" && json.elements[0]["reason"] == .null)
    }

    @Test func `are shown and sent by the application as by the command, to one destination of several`() throws {
        let meeting = try hold()
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try write(server.base + "/T0SECRETTOKEN\n", to: addressFile)
        chmod(addressFile, 0o600)
        try configure(
            """
            post:
              Daily:
                - {to: slack, name: team, address-file: \(addressFile)}
                - {to: json, address-file: \(addressFile)}
                - {to: mattermost, address-file: \(addressFile), template: \(program.folder)/missing}

            """)
        let path = program.folder + "/config/standup/config.yaml"
        let tasks = try ApplicationTasks(
            composition: Composition(
                data: DataOption.parse(["--data", program.data]),
                configuration: standup.Configuration(yaml: read(path), path: path)))
        let previews = try tasks.previews(of: meeting.id, in: seed.store)
        #expect(previews.map(\.destination) == ["team", "json", "mattermost"])
        #expect(previews.map(\.service) == ["slack", "json", "mattermost"])
        for preview in previews.prefix(2) {
            let shown = try program.run("post", "latest", "--dry-run", "--to", preview.destination).output
            let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            // The program is in another time zone.
            let times = try preview.message.get().indices.filter { lines[$0].contains("2026-02-04 09:30") }
            var message = try preview.message.get()
            for index in times { message[index] = lines[index] }
            #expect(times.count == 1 && message == lines)
        }
        #expect(throws: TaskProblem.self) { try previews[2].message.get() }
        #expect(server.requests.isEmpty)
        let control = TaskControl { _ in }
        let request = PostRequest(meeting: meeting.id, destination: "team", again: false)
        #expect(try tasks.perform(.post(request), in: seed.store, control) == .posted(destinations: 1))
        #expect(server.requests.count == 1)
        #expect(try posts.map(\.destination) == ["team"])
        try configure("")
        let bare = try ApplicationTasks(
            composition: Composition(
                data: DataOption.parse(["--data", program.data]), configuration: standup.Configuration()))
        #expect(throws: TaskProblem.noDestination) { try bare.previews(of: meeting.id, in: seed.store) }
    }

    @Test func `that are refused say why, without the address, and are sent once that is mended`() throws {
        try hold()
        let server = try SpeechServerDouble { _, number in
            number == 1 ? .answer(404, "no_service for /v1/T0SECRETTOKEN, t0 secret, T0SECRE") : .answer(200, "ok")
        }
        try configure(server)
        let refused = try program.run("post", "latest")
        #expect(
            refused.status == 69 && refused.errors.contains("refused by team (status 404, with an answer of 52 bytes"))
        let list = try program.run("post", "--list")
        let settings = try program.run("config", "list")
        let doctor = try program.run("doctor", "--json")
        for text in [refused.errors, list.output, settings.output, doctor.output] {
            #expect(
                !text.uppercased().contains("SECRE") && !text.contains(":\(server.port)"), "\(text)")
        }
        #expect(settings.output.contains("post.Daily") && settings.output.contains("address in \(addressFile)"))
        #expect(try program.run("config", "get", "post.Daily").output == "team (slack): address in \(addressFile)\n")
        #expect(try program.run("post", "latest").status == 0)
        let database =
            try bytes(of: seed.folder.databasePath) + ((try? bytes(of: seed.folder.databasePath + "-wal")) ?? [])
        for form in ["SECRE", "secre"] { #expect(database.firstRange(of: Array(form.utf8)) == nil) }
    }

    @Test func `of an address that others can read are not sent`() throws {
        try hold()
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try configure(server)
        chmod(addressFile, 0o644)
        let result = try program.run("post", "latest")
        #expect(result.status == 64 && server.requests.isEmpty)
        #expect(
            result.errors
                == "standup: other users can read the address file \(addressFile); keep them out with: chmod 600 "
                + "\(addressFile)\n")
        let doctor = try program.run("doctor")
        #expect(doctor.output.contains("chmod 600 \(addressFile)"), "\(doctor.output)")
    }

    @Test func `by a template with a mistake are not sent`() throws {
        try hold()
        try write("{{title}}\n{{#people}}{{nam}}{{/people}}", to: program.folder + "/mine")
        try configure("post: {Daily: {to: command, command: /bin/cat, template: ~/mine}}")
        let result = try program.run("post", "latest")
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix("standup: template \(program.folder)/mine line 2, column 12: no value 'nam' here;"))
        #expect(try posts.isEmpty)
    }

    @Test(arguments: [
        (#"{"a":"{{title}}",}"#, "line 1, column 14 of its result: a comma before '}'; remove it: {\"a\":\"Daily\",}"),
        (
            #"{"a":{{title}}}"#,
            "line 1, column 6 of its result: no value begins here; put quotes around a text: {\"a\":Daily}"
        ),
        (" \n", "line 1, column 1: the template is empty; write one"),
    ])
    func `by a template that makes no JSON are not sent, which --dry-run and doctor say`(
        template: String, problem: String
    ) throws {
        try hold()
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try write(server.base + "/T0SECRETTOKEN\n", to: addressFile)
        chmod(addressFile, 0o600)
        try write(template, to: program.folder + "/mine")
        try configure("post: {Daily: {to: json, address-file: \(addressFile), template: ~/mine}}")
        for arguments in [["post", "latest", "--dry-run"], ["post", "latest"]] {
            let result = try program.run(arguments)
            #expect(result.status == 1 && result.errors.contains(problem), "\(result.errors)")
        }
        #expect(try posts.isEmpty && server.requests.isEmpty)
        let doctor = try program.run("doctor", "--json").output
        let sample = problem.components(separatedBy: ": {")[0].replacing("column 14", with: "column 20")
        #expect(doctor.contains(sample), "\(doctor)")
    }

    @Test(arguments: [
        ("cat > \"$HOME/out\"; env >> \"$HOME/out\"", 0, "minutes sent to command"),
        ("exit 75", 69, "minutes not sent to command yet (the command asks to try again"),
        ("exit 3", 69, "minutes refused by command (the command ended with exit code 3"),
        ("kill -9 $$", 69, "it is unknown whether command has the minutes (the command was ended by signal 9"),
    ])
    func `are handed to a command`(script: String, status: Int32, message: String) throws {
        try hold()
        try write("#!/bin/sh\n\(script)\n", to: program.folder + "/hand-on")
        chmod(program.folder + "/hand-on", 0o700)
        try configure("post: {daily: {to: command, command: [~/hand-on]}}")
        let result = try program.run("post", "latest")
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
        guard status == 0 else { return }
        let output = try read(program.folder + "/out")
        #expect(output.hasPrefix("Daily, 2026-02-04 09:30\n\nAnn\n- done: I finished the login page.\n"))
        #expect(output.contains("STANDUP_EVENT=minutes.ready\n") && output.contains("STANDUP_TITLE=Daily\n"))
        #expect(!output.contains("PRIVATE"))
    }

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

    // MARK: With an assistant

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
            refused.errors.contains("is not complete: the words of the speech server are still to come;"),
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
        for seed: UInt64 in [0, 328, 36_499] {
            let clock = Composition.makeClock(.virtual, seed: seed)
            rehearsal.startedAt = Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970)
            #expect(!PostedMeetings.interrupted.includes(rehearsal, isFinal: true))
        }
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

    @Test(arguments: [
        ("post: slack", "post must be a map of standups"),
        ("post: {Daily: slack}", "post.Daily must be a map, such as {to: slack,"),
        ("post: {Daily: {address-file: /x}}", "post.Daily does not say where to; write: to: slack"),
        (
            "post: {Daily: {to: email}}",
            "to of post.Daily must be slack, mattermost, json, matrix or command, not 'email'"
        ),
        ("post: {Daily: {to: slack}}", "post.Daily has no address-file, which slack needs; add it"),
        ("post: {Daily: {to: slack, address-file: x}}", "address-file of post.Daily must be an absolute path or ~/…"),
        ("post: {Daily: {to: slack, address: https://x}}", "post.Daily has no key 'address'; use one of: to, name,"),
        ("post: {Daily: {to: slack, address-file: /x, room: '!a'}}", "post.Daily has room, which slack does not use"),
        (
            "post: {Daily: {to: matrix, server: https://x, key-file: /k, room: '#a'}}",
            "must be the id of a room, such as"
        ),
        ("post: {Daily: {to: command, command: ./x}}", "command of post.Daily must be an absolute path"),
        (
            "post:\n  Daily:\n  - {to: command, command: x}\n  - {to: command, command: y}",
            "config.yaml line 4: post.Daily has two destinations called 'command'"
        ),
    ])
    func `need a configuration without mistakes`(yaml: String, problem: String) throws {
        try configure(yaml)
        let result = try program.run("list")
        #expect(result.status == 64 && result.errors.contains(problem), "\(result.errors)")
        #expect(result.errorLines.count == 1)
    }

    @Test func `need a destination`() throws {
        try hold()
        let none = try program.run("post", "latest")
        #expect(none.status == 66 && none.errors.contains("no destination is configured for Daily; add one to post"))
        try configure("post: {Daily: [{to: command, command: cat}, {to: command, name: b, command: cat}]}")
        let other = try program.run("post", "latest", "--to", "c")
        #expect(other.status == 66 && other.errors.contains("Daily has no destination 'c'; use one of: command, b"))
        #expect(try program.run("post", "--list").status == 66)
        #expect(try program.run("post", "--list", "--again").status == 64)
        let changed = try program.run("config", "set", "post.Daily", "slack")
        #expect(changed.status == 64 && changed.errors.contains("change them with: standup config edit"))
    }
}
