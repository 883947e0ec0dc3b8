import ArgumentParser
import Foundation
import Glibc
import MeetingHistory
import MeetingModel
import MeetingTiming
import Minutes
import StandupHistory
import StandupSpeech
import Testing
import TestSupport

@testable import StandupFeatures
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Minutes for other services` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
    }

    var addressFile: String { program.folder + "/webhook" }

    /// Holds a meeting in which Ann says something.
    @discardableResult
    func hold(_ number: Int = 1, language: String = "en") throws -> Meeting {
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

    func configure(_ yaml: String) throws {
        mkdir(program.folder + "/config/standup", 0o700)
        try write(yaml, to: program.folder + "/config/standup/config.yaml")
    }

    /// Configures Slack at a server.
    func configure(_ server: SpeechServerDouble) throws {
        try write(server.base + "/T0SECRETTOKEN\n", to: addressFile)
        chmod(addressFile, 0o600)
        try configure("post:\n  Daily: {to: slack, name: team, address-file: \(addressFile)}\n")
    }

    var posts: [MinutesPost] { get throws { try seed.store.posts(of: nil) } }

    @Test func `are sent on request, once, and shown before`() throws {
        try hold()
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        try configure(server)
        let shown = try program.run("post", "latest", "--dry-run")
        #expect(shown.status == 0 && server.requests.isEmpty)
        #expect(shown.output == "*Daily*, 2026-02-04 09:30, 0:24\n\n*Ann*\n• done: I finished the login page.\n")
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
        #expect(try tasks.perform(.post(request), in: seed.store, control) == .posted(destinations: 0, old: 1))
        #expect(server.requests.count == 1)
        let both = PostRequest(meeting: meeting.id, destination: "json", again: false)
        #expect(try tasks.perform(.post(both), in: seed.store, control) == .posted(destinations: 1))
        let again = PostRequest(meeting: meeting.id, destination: "team", again: true)
        #expect(try tasks.perform(.post(again), in: seed.store, control) == .posted(destinations: 1))
        #expect(server.requests.count == 3)
        try seed.store.queueTranscript(QueuedTranscript(meeting: meeting.id, draft: "d"))
        #expect(throws: TaskProblem.incompleteTranscript(.serverWords)) {
            try tasks.perform(.post(request), in: seed.store, control)
        }
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
        #expect(output.hasPrefix("Daily, 2026-02-04 09:30, 0:24\n\nAnn\n- done: I finished the login page.\n"))
        #expect(output.contains("STANDUP_EVENT=minutes.ready\n") && output.contains("STANDUP_TITLE=Daily\n"))
        #expect(!output.contains("PRIVATE"))
    }

    @Test(arguments: [
        ("post: slack", "post must be a map of standups"),
        ("post: {Daily: slack}", "post.Daily must be a map, such as {to: slack,"),
        ("post: {Daily: {address-file: /x}}", "post.Daily does not say where to; write: to: slack"),
        (
            "post: {Daily: {to: email}}",
            "to of post.Daily must be slack, mattermost, json, matrix or command"
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
