import Glibc
import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound
import Testing
import TestSupport

@testable import MeetingHistory
@testable import MeetingSocket

@Suite(.timeLimit(.minutes(10)))
struct `The socket of a meeting` {
    @Test func `sends a snapshot and then the events in order`() async throws {
        let served = try await ServedMeeting()
        let reader = try Reader(served.path)
        let snapshot = try #require(try reader.next())
        #expect(snapshot["event"] == "meeting.snapshot")
        #expect(snapshot["meeting"] == .string(served.meeting.rawValue))
        #expect(snapshot["title"] == "Daily" && snapshot["version"] == "1")
        #expect(snapshot["attendee"] == "ann" && snapshot["process"] == .number(Double(getpid())))
        served.session.send(.timer(.next))
        served.session.send(.timer(.pause(.user)))
        let names = try (0..<5).map { _ in try reader.next()?["event"]?.text }
        #expect(names == ["turn.ended", "ding", "turn.started", "queue.changed", "paused"])
        await served.close()
        #expect(try reader.event("meeting.ended") != nil)
        #expect(try reader.next() == nil)
        #expect(access(served.path.path, F_OK) != 0)
    }

    @Test func `says that the countdown is over while the last words are written`() async throws {
        let served = try await ServedMeeting()
        let before = try Reader(served.path)
        #expect(try before.next()?["ending"] == nil)
        served.session.interrupt()
        await served.session.waitUntilEnded()
        let after = try Reader(served.path)
        #expect(try after.next()?["ending"] == .bool(true))
        await served.server.finish()
    }

    @Test func `is for its owner alone`() async throws {
        let served = try await ServedMeeting()
        #expect(FileStatus(served.path.path)?.mode == 0o600)
        await served.close()
    }

    @Test func `answers each command, and says why one is refused`() async throws {
        let served = try await ServedMeeting()
        let reader = try Reader(served.path)
        func answer(_ line: String) throws -> JSON? {
            reader.send(line)
            return try reader.next(with: "answer")
        }
        let done = try answer(#"{"id": 5, "command": "next", "by": {"role": "lead"}}"#)
        #expect(done == ["answer": .number(5), "ok": .bool(true)])
        #expect(served.session.status.timer.speaker?.rawValue == "ben")
        for (line, reason) in [
            (#"{"id": 1, "command": "next"}"#, "by"),
            (#"{"id": 1, "command": "dance", "by": {"role": "lead"}}"#, "dance"),
            (#"{"id": 1, "command": "resume", "by": {"role": "lead"}}"#, "not paused"),
            (#"{"id": 1, "command": "@3 next", "by": {"role": "lead"}}"#, "at once"),
            (#"{"id": 1, "command": "next", "by": {"role": "watch"}}"#, "not allowed"),
            (#"{"id": 1, "command": "next", "by": {"role": "speak", "attendee": "ann"}}"#, "not allowed"),
        ] {
            let refused = try answer(line)
            #expect(refused?["ok"] == .bool(false))
            #expect(refused?["error"]?.text?.contains(reason) == true, "\(line)")
        }
        #expect(served.session.status.timer.speaker?.rawValue == "ben")
        let own = try answer(#"{"id": 2, "command": "next", "by": {"role": "speak", "attendee": "ben"}}"#)
        #expect(own?["ok"] == .bool(true))
        #expect(served.session.status.timer.speaker?.rawValue == "cleo")
        reader.send("not json")
        #expect(try reader.next(with: "ok")?["ok"] == .bool(false))
        await served.close()
    }

    @Test func `refuses a command for a turn that is over, and says who speaks`() async throws {
        let served = try await ServedMeeting()
        let reader = try Reader(served.path)
        func answer(_ command: String, _ name: String, turn: (String, Int)? = nil) throws -> JSON? {
            let turn = turn.map { #", "turn": {"attendee": "\#($0.0)", "index": \#($0.1)}"# } ?? ""
            reader.send(
                #"{"id": 1, "command": "\#(command)"\#(turn), "by": {"role": "lead", "name": "\#(name)"}}"#)
            return try reader.next(with: "answer")
        }
        #expect(try answer("next", "Cleo", turn: ("ann", 0))?["ok"] == .bool(true))
        // Somebody else was as fast, whether the command names its turn or not.
        for turn in [("ann", 0), nil] {
            let late = try answer("next", "Dora", turn: turn)
            #expect(late?["ok"] == .bool(false) && late?["error"] == "Ben is already speaking")
        }
        for command in ["previous", "later", "extend 30s"] {
            #expect(try answer(command, "Dora", turn: ("ann", 0))?["error"] == "Ben is already speaking", "\(command)")
        }
        #expect(served.session.status.timer.currentTurn == .init(attendee: .init(rawValue: "ben"), index: 1))
        #expect(try answer("pause", "Dora", turn: ("ann", 0))?["ok"] == .bool(true))
        #expect(try answer("resume", "Dora")?["ok"] == .bool(true))
        // Whoever has started the turn may end it at once.
        #expect(try answer("next", "Cleo")?["ok"] == .bool(true))
        #expect(served.session.status.timer.speaker?.rawValue == "cleo")
        await served.close()
    }

    @Test func `lets attendees mark their own open points, also before their turn`() async throws {
        let served = try await ServedMeeting(openPoints: [("ann", "pppp1"), ("ben", "pppp2")])
        let reader = try Reader(served.path)
        func answer(_ command: String, _ role: String, _ attendee: String = "ann") throws -> JSON? {
            reader.send(#"{"id": 1, "command": "\#(command)", "by": {"role": "\#(role)", "attendee": "\#(attendee)"}}"#)
            return try reader.next(with: "answer")
        }
        for (command, role, attendee, reason) in [
            ("point done pppp1", "speak", "ben", "not allowed"), ("point done pppp1", "watch", "ann", "not allowed"),
            ("point done pppp2", "speak", "ann", "not allowed"), ("point done pppp", "speak", "ben", "not allowed"),
            ("point done qqqq", "lead", "ann", "no open point of whoever speaks now matches 'qqqq'"),
            ("point later pppp1", "lead", "ann", "point needs done, open or drop, and a point's id"),
        ] {
            let refused = try answer(command, role, attendee)
            #expect(refused?["error"]?.text?.contains(reason) == true, "\(command) \(role)")
        }
        reader.send(#"{"id": 2, "command": "point open PPPP1", "by": {"role": "speak", "attendee": "ann"}}"#)
        let marked = try reader.event("point.marked")
        #expect(marked?["id"] == "pppp1" && marked?["state"] == "open" && marked?["undone"] == .bool(false))
        #expect(try reader.next(with: "answer")?["ok"] == .bool(true))
        #expect(try answer("point done pppp2", "speak", "ben")?["ok"] == .bool(true))
        // A cut id is that of a point of whoever speaks.
        #expect(try answer("point drop pppp", "lead")?["ok"] == .bool(true))
        #expect(served.session.status.pointMarks.map(\.state) == [.done, .dropped])
        await served.close()
    }

    @Test func `ends and saves a meeting when its lead says next to the last speaker`() async throws {
        let served = try await ServedMeeting()
        let reader = try Reader(served.path)
        for id in 1...3 { reader.send(#"{"id": \#(id), "command": "next", "by": {"role": "lead"}}"#) }
        #expect(try reader.event("meeting.ended")?["reason"] == "saved")
        await served.close()
    }

    @Test func `is not held up by a reader that does not read`() async throws {
        let served = try await ServedMeeting()
        let stuck = try Reader(served.path)
        let reader = try Reader(served.path)
        _ = try reader.next()
        // More than two mebibytes of events, twice what waits for a reader at most.
        let count = 12_000
        var slots: [JSON] = []
        while slots.count < count {
            for _ in 0..<500 { served.session.send(.timer(.extend(.seconds(1)))) }
            for _ in 0..<500 { if let slot = try reader.next()?["slot"] { slots.append(slot) } }
        }
        #expect(slots == (1...count).map { .number(1200 + Double($0)) })
        // What was sent before the connection was cut; then its end.
        var kept = 0
        while try stuck.next() != nil { kept += 1 }
        #expect(kept < count)
        served.session.send(.timer(.next))
        #expect(try reader.event("turn.started")?["name"] == "Ben")
        await served.close()
    }

    @Test func `sends the newest status to a screen that did not read, and every change to the others`() async throws {
        let served = try await ServedMeeting()
        let (stuck, reader) = (try Reader(served.path), try Reader(served.path))
        for reader in [stuck, reader] { reader.send(#"{"follow": "status"}"#) }
        // Together far more than a socket holds.
        let notes = (1...60).map { "\($0) " + String(repeating: "x", count: 9000) }
        for note in notes {
            served.session.send(.note(note))
            while let line = try reader.next(), line["status"]?["note"]?.text != note {}
        }
        var received: [String] = []
        while received.last != notes.last {
            let line = try #require(try stuck.next())
            if let note = line["status"]?["note"]?.text { received.append(note) }
        }
        #expect(received.count < notes.count)
        // From now on it has what the other has.
        served.session.send(.timer(.next))
        for reader in [stuck, reader] {
            while try #require(try reader.next())["happened"]?["kind"]?["turnStarted"] == nil {}
        }
        await served.close()
    }

    @Test func `is bound again if somebody removes it, and replaces a stale one`() async throws {
        let served = try await ServedMeeting()
        try mustSucceed(unlink(served.path.path))
        try await eventually("it is bound again") { access(served.path.path, F_OK) == 0 }
        let reader = try Reader(served.path)
        #expect(try reader.next()?["event"] == "meeting.snapshot")
        await served.close()
    }

    @Test func `closes a connection whose line is too long, and refuses more than it can serve`() async throws {
        let served = try await ServedMeeting()
        let long = try Reader(served.path)
        _ = try long.next()
        let part = String(repeating: "x", count: 1 << 14)
        for _ in 0...MeetingServer.longestLine / part.utf8.count where long.sendBytes(part) > 0 {}
        #expect(try long.next() == nil)
        let readers = try (0..<MeetingServer.mostReaders).map { _ in try Reader(served.path) }
        for reader in readers { #expect(try reader.next() != nil) }
        let refused = try Reader(served.path)
        let answer = try refused.next()
        #expect(answer?["ok"] == .bool(false) && answer?["error"]?.text?.contains("too many") == true)
        #expect(try refused.next() == nil)
        await served.close()
    }

    @Test func `gives every reader its turn, whatever others send`() async throws {
        let served = try await ServedMeeting()
        let greedy = try (0..<2).map { _ in try Reader(served.path) }
        let isOver = Mutexed(false)
        let line = #"{"id": 1, "command": "mute", "by": {"role": "lead"}}"# + "\n"
        let senders = greedy.map { reader in
            let end = reader.end
            return Thread {
                // Sends without a pause, and reads what is answered.
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                let lines = String(repeating: line, count: 100)
                while !isOver.value {
                    _ = Glibc.send(end, lines, lines.utf8.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                    _ = recv(end, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                }
            }
        }
        for sender in senders { sender.start() }
        for _ in 0..<20 {
            let reader = try Reader(served.path)
            #expect(try reader.next()?["event"] == "meeting.snapshot")
            reader.send(#"{"id": 7, "command": "unmute", "by": {"role": "lead"}}"#)
            #expect(try reader.next(with: "answer")?["answer"] == .number(7))
            #expect(await served.server.unansweredNow <= MeetingServer.mostUnanswered)
        }
        isOver.value = true
        for sender in senders { sender.join() }
        await served.close()
    }

    @Test func `answers all lines of a reader that has hung up`() async throws {
        let served = try await ServedMeeting()
        do {
            let reader = try Reader(served.path)
            for number in 1...100 { reader.send(#"{"command": "extend \#(number)s", "by": {"role": "lead"}}"#) }
        }
        try await eventually("all are performed") { () throws -> Bool in
            try Reader(served.path).next()?["slot"] == .number(1200 + 5050)
        }
        await served.close()
    }

    @Test(arguments: ["file", "folder"])
    func `reports that it cannot listen, once`(kind: String) async throws {
        let events = Mutexed<[String]>([])
        let served = try await ServedMeeting(
            note: { events.value.append(EventLine($0).text ?? "") },
            obstruct: { path in
                if kind == "file" { try write("", to: path) } else { try mustSucceed(mkdir(path, 0o700)) }
            })
        let told = { events.value.filter { $0.contains("something else is there; move it away") } }
        try await eventually("it says so") { !told().isEmpty }
        #expect(throws: SocketError.self) { _ = try SocketClient(served.path) }
        try mustSucceed(remove(served.path.path))
        try await eventually("it listens") { (try? Reader(served.path)) != nil }
        #expect(told().count == 1)
        await served.close()
    }

    @Test(.enabled(if: geteuid() == 0, "becoming another user needs root"))
    func `of another user is not talked to`() async throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        try mustSucceed(chmod(folder, 0o777))
        let path = try MeetingSocketPath(
            Meeting.ID(rawValue: "m"), in: DataFolder(path: folder))
        try mustSucceed(mkdir(folder + "/live", 0o777) | chmod(folder + "/live", 0o777))
        let program = """
            import os, socket, sys
            os.setuid(65534)
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1])
            os.chmod(sys.argv[1], 0o777)
            listener.listen()
            while True: listener.accept()[0].sendall(b'{"event": "meeting.snapshot"}\\n')
            """
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let other = try spawn(
            "/usr/bin/python3", ["-c", program, path.path], environment: [:],
            descriptors: [nowhere, nowhere, STDERR_FILENO])
        defer {
            kill(other, SIGKILL)
            _ = wait(for: other)
        }
        try await eventually("it is refused") { () -> Bool in
            do throws(SocketError) {
                _ = try SocketClient(path)
                return false
            } catch {
                return "\(error)".contains("another user's program listens")
            }
        }
    }

    @Test func `tells who looks on`() async throws {
        let served = try await ServedMeeting()
        let reader = try Reader(served.path)
        _ = try reader.next()
        let web = try Reader(served.path)
        web.send(
            #"{"id": 1, "follow": "nothing", "audience": [{"role": "speak", "attendee": "ben", "name": "Ben", "hand": true}]}"#
        )
        let changed = try reader.event("audience.changed")
        #expect(
            changed?["audience"]
                == .array([
                    .object([
                        "role": .string("speak"), "attendee": .string("ben"), "name": .string("Ben"),
                        "hand": .bool(true),
                    ])
                ]))
        await served.close()
    }
}

struct `A meeting that nobody attends` {
    private func timer(_ settings: MeetingSettings = MeetingSettings()) throws -> MeetingTimer {
        var timer = try MeetingTimer(
            attendees: [Attendee.ID(rawValue: "a"), Attendee.ID(rawValue: "b")], length: .seconds(120),
            settings: settings)
        timer.start(at: .zero)
        return timer
    }

    @Test func `ends ten minutes after its planned end at the latest`() throws {
        var limit = UnattendedLimit()
        #expect(limit.instant == nil)
        limit.leave(try timer(), at: .seconds(20))
        #expect(limit.instant == .seconds(120 + 600))
        limit.attend()
        #expect(limit.instant == nil)
    }

    @Test func `has the same limit in a pause, a question and in overtime`() throws {
        var limit = UnattendedLimit()
        var timer = try timer(MeetingSettings(atSlotEnd: .overtime))
        timer.perform(.pause(.user), at: .seconds(30))
        limit.leave(timer, at: .seconds(100))
        #expect(limit.instant == .seconds(100 + 90 + 600))
        timer.perform(.resume, at: .seconds(100))
        timer.perform(.ask, at: .seconds(110))
        limit.leave(timer, at: .seconds(120))
        #expect(limit.instant == .seconds(120 + 80 + 600))
        timer.perform(.answer(.resume), at: .seconds(120))
        timer.advance(to: .seconds(500))
        limit.leave(timer, at: .seconds(500))
        #expect(limit.instant == .seconds(500 + 60 + 600))
    }
}

struct `A participant` {
    private func timer() throws -> MeetingTimer {
        var timer = try MeetingTimer(
            attendees: ["a", "b", "c"].map { Attendee.ID(rawValue: $0) }, length: .seconds(120),
            settings: MeetingSettings())
        timer.start(at: .zero)
        return timer
    }

    private static let own: [MeetingSession.Command] = [
        .timer(.next), .timer(.later), .timer(.absent(Attendee.ID(rawValue: "a"))),
        .timer(.present(Attendee.ID(rawValue: "a"))), .markPoint(Point.ID(rawValue: "p"), .done),
    ]
    private static let others: [MeetingSession.Command] = [
        .timer(.previous), .timer(.pause(.user)), .timer(.resume), .timer(.extend(.seconds(30))), .shuffle,
        .mute(true), .note("x"), .timer(.end(.saved)), .timer(.end(.discarded)), .timer(.ask),
        .timer(.absent(Attendee.ID(rawValue: "b"))), .useMicrophone(.systemDefault), .useCall(.none),
        .timer(.change(MeetingSettings())), .timer(.reorder([])), .timer(.answer(.save)),
    ]

    @Test func `who leads may give every command, who watches none`() throws {
        let timer = try timer()
        for command in Self.own + Self.others {
            #expect(Participant.lead.may(command, in: timer))
            #expect(!Participant(role: .watch).may(command, in: timer))
            #expect(!Participant(role: .speak).may(command, in: timer))
        }
    }

    @Test func `who speaks decides about their own turn, while it runs`() throws {
        var timer = try timer()
        let ann = Participant(role: .speak, attendee: Attendee.ID(rawValue: "a"))
        let ben = Participant(role: .speak, attendee: Attendee.ID(rawValue: "b"))
        for command in Self.own { #expect(ann.may(command, in: timer)) }
        for command in Self.own { #expect(!ben.may(command, in: timer)) }
        for command in Self.others { #expect(!ann.may(command, in: timer)) }
        timer.perform(.pause(.user), at: .seconds(1))
        #expect(!ann.may(.timer(.next), in: timer) && !ann.may(.timer(.later), in: timer))
    }

    @Test func `who speaks marks their own points at any time, and nobody else's`() throws {
        let timer = try timer()
        let (a, b) = (Attendee.ID(rawValue: "a"), Attendee.ID(rawValue: "b"))
        let points = [a, b].map { attendee in
            CarriedPoint(
                Point(
                    id: Point.ID(rawValue: "point of \(attendee.rawValue)"), attendee: attendee, kind: .plan, text: "x",
                    start: .zero, end: .zero, maker: .rules),
                of: Meeting(
                    id: Meeting.ID(rawValue: "m"), standupID: Standup.ID(rawValue: "s"), title: "", startedAt: .now,
                    attendees: []))
        }
        for (attendee, own) in [(a, 0), (b, 1)] {
            let guest = Participant(role: .speak, attendee: attendee)
            for index in points.indices {
                let command = MeetingSession.Command.markPoint(points[index].id, .done)
                #expect(guest.may(command, in: timer, points: points) == (index == own))
            }
        }
    }
}
