import Glibc
import MeetingModel
import Testing
import TestSupport

/// `standup start` on the built program, on its virtual clock and, where time itself matters, on the real one.
@Suite struct `standup start` {
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Bob", "Cid", "--length", "24s").status == 0)
        #expect(try program.run("create", "Long", "Ann", "--length", "8h").status == 0)
    }

    private func start(_ arguments: String..., input: String = "") throws -> Program.Result {
        try program.run(["start", "daily", "--recognizer", "none", "--events"] + arguments, input: input)
    }

    private func events(_ result: Program.Result) throws -> [JSON] {
        try result.output.split(separator: "\n").map { try JSON(String($0)) }
    }

    private func names(_ events: [JSON]) -> [String] {
        events.compactMap { if case .string(let name)? = $0["event"] { name } else { nil } }
    }

    @Test func `a virtual meeting of three gives exactly two dings`() throws {
        let result = try start("--clock", "virtual", "--input", "none")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let events = try events(result)
        #expect(
            names(events) == [
                "meeting.started", "turn.started", "queue.changed", "turn.ended", "ding", "turn.started",
                "queue.changed", "turn.ended", "ding", "turn.started", "queue.changed", "turn.ended", "meeting.ended",
            ])
        #expect(events.compactMap { $0["at"] } == [0, 0, 0, 8, 8, 8, 8, 16, 16, 16, 16, 24, 24])
        #expect(events.first?.keys == ["event", "at", "meeting", "standup", "length", "attendees"])
        #expect(events.first?["attendees"]?.elements.map(\.keys) == Array(repeating: ["id", "name", "slot"], count: 3))
        #expect(events[1].keys == ["event", "at", "attendee", "name", "index", "slot"])
        #expect(events[2].keys == ["event", "at", "attendee", "slot", "remaining", "queue", "absent"])
        #expect(events[2]["queue"]?.elements.map(\.keys) == Array(repeating: ["id", "slot", "remaining"], count: 2))
        #expect(events[3].keys == ["event", "at", "attendee", "used", "overtime"])
        #expect(events.last == ["event": "meeting.ended", "at": 24, "reason": "finished", "duration": 24])
    }

    @Test func `the same command gives the same events`() throws {
        let arguments = ["start", "daily", "--clock", "virtual", "--input", "silence", "--events", "--levels"]
        let first = try program.run(arguments)
        let second = try program.run(arguments)
        #expect(first.status == 0)
        #expect(first.output == second.output)
        #expect(try JSON(try program.run("meetings", "--json").output).elements.count == 1)
        let other = try program.run(arguments + ["--seed", "1"])
        #expect(other.output != first.output)
        #expect(try JSON(try program.run("meetings", "--json").output).elements.count == 2)
    }

    @Test func `the history has the meeting, and a recording of the same length`() throws {
        #expect(try start("--clock", "virtual", "--input", "silence").status == 0)
        let meeting = try JSON(try program.run("meeting", "latest", "--json").output)
        #expect(meeting["state"] == "finished")
        #expect(meeting["duration"] == 24)
        #expect(meeting["recording"]?["frames"] == 1_152_000)
        #expect(meeting["recording"]?["duration"] == 24)
        #expect(meeting["attendees"]?.elements.compactMap { $0["used"] } == [8, 8, 8])
        #expect(meeting["attendees"]?.elements.compactMap { $0["state"] } == ["spoke", "spoke", "spoke"])
        #expect(meeting["turns"]?.elements.compactMap { $0["name"] } == ["Ann", "Bob", "Cid"])
    }

    @Test func `commands act at their meeting times`() throws {
        let result = try start(
            "--clock", "virtual", "--input", "none",
            input: "@2.5 next\n@4 extend 5s\n@5 absent cid\n@6 dance\n@7 end save\n")
        let events = try events(result)
        #expect(
            names(events) == [
                "meeting.started", "turn.started", "queue.changed", "error", "turn.ended", "ding", "turn.started",
                "queue.changed", "queue.changed", "queue.changed", "turn.warning", "turn.ended", "meeting.ended",
            ])
        #expect(events.last?["reason"] == "saved")
        #expect(events.last?["duration"] == 7)
        let meeting = try JSON(try program.run("meeting", "latest", "--json").output)
        #expect(meeting["attendees"]?.elements.compactMap { $0["state"] } == ["spoke", "spoke", "absent"])
        #expect(meeting["attendees"]?.elements.compactMap { $0["slot"] }[1] == 13)
    }

    @Test(.timeLimit(.minutes(10))) func `the devices chosen in the application are the default`() throws {
        try mustSucceed(mkdir(program.data + "/remembered", 0o700))
        try write("silence", to: program.data + "/remembered/input")
        try write("none", to: program.data + "/remembered/output")
        func isRecorded(_ arguments: String..., environment: [String: String] = [:]) throws -> Bool {
            let command = ["start", "daily", "--recognizer", "none", "--events"] + arguments
            let result = try program.run(command, input: "end save\n", environment: environment)
            #expect(result.status == 0, "\(result.errors)")
            return try JSON(try program.run("meeting", "latest", "--json").output)["recording"] != .null
        }
        #expect(try isRecorded())
        #expect(try !isRecorded(environment: ["STANDUP_INPUT": "none"]))
        #expect(try isRecorded("--input", "silence", environment: ["STANDUP_INPUT": "none"]))
        let rehearsal = try start("--clock", "virtual")
        #expect(rehearsal.status == 64, "a rehearsal is the same wherever it is held")
    }

    @Test func `a discarded meeting leaves nothing`() throws {
        let result = try start("--clock", "virtual", "--input", "silence", input: "@3 end discard\n")
        #expect(result.status == 0)
        #expect(try events(result).last?["reason"] == "discarded")
        #expect(
            try program.run("meetings", "--json").output == "[]\n"
                || program.run("meetings", "--json").output == "[\n\n]\n")
        #expect(TestSupport.names(in: program.data + "/recordings") == [])
        #expect(try program.run("meeting", "latest").status == 66)
    }

    @Test(.timeLimit(.minutes(10))) func `a meeting that is paused at once takes the other commands too`() throws {
        let command = ["start", "daily", "--input", "none", "--output", "none", "--recognizer", "none", "--events"]
        let result = try program.run(command, input: "pause\nresume\nnext\nend save\n")
        #expect(result.status == 0, "\(result.errors)")
        let events = try events(result)
        #expect(names(events).filter { ["paused", "resumed", "turn.ended"].contains($0) }.count == 4)
        #expect(events.last?["reason"] == "saved")
    }

    @Test func `next on the last attendee saves`() throws {
        let events = try events(start("--clock", "virtual", "--input", "none", input: "next\nnext\nnext\n"))
        #expect(events.last?["reason"] == "saved")
        #expect(names(events).filter { $0 == "ding" }.count == 2)
    }

    @Test func `overtime continues until next`() throws {
        let result = try start(
            "--clock", "virtual", "--input", "none", "--at-slot-end", "overtime",
            input: "@10 next\n@20 next\n@30 end save\n")
        let events = try events(result)
        #expect(events.filter { $0["event"] == "turn.ended" }.compactMap { $0["overtime"] } == [2, 2, 2])
        #expect(names(events).filter { $0 == "ding" }.count == 5)
    }

    @Test(arguments: [("@1 pause", "advance", 1), ("", "overtime", 8)])
    func `a virtual meeting without possible commands is saved, even while the microphone has sound`(
        _ command: String, _ atSlotEnd: String, _ duration: JSON
    ) throws {
        let events = try events(
            start("--clock", "virtual", "--input", "silence", "--at-slot-end", atSlotEnd, input: command + "\n"))
        #expect(names(events).contains("error"))
        #expect(events.last == ["event": "meeting.ended", "at": duration, "reason": "saved", "duration": duration])
    }

    @Test func `the output can be written to a file`() throws {
        let path = program.folder + "/heard.wav"
        #expect(try start("--clock", "virtual", "--input", "none", "--output", "file:" + path).status == 0)
        #expect(exists(path))
        #expect(fileSize(path) >= 24 * 48_000 * 2)
    }

    @Test func `the output replaces no other file`() throws {
        let note = program.folder + "/note.txt"
        try write("dear diary", to: note)
        let places = [note, "/dev/null", program.data + "/standup.db", program.data + "/new.wav", "/nowhere/x.wav"]
        for place in places {
            let result = try start("--clock", "virtual", "--input", "none", "--output", "file:" + place)
            #expect(result.status == 73, "\(place)")
            #expect(result.errorLines.count == 1)
        }
        #expect(try read(note) == "dear diary")
        let heard = program.folder + "/heard.wav"
        #expect(try start("--clock", "virtual", "--input", "none", "--output", "file:" + heard).status == 0)
        #expect(try start("--clock", "virtual", "--input", "none", "--output", "file:" + heard).status == 0)
        let itself = try start("--clock", "virtual", "--input", "file:" + heard, "--output", "file:" + heard)
        #expect(itself.status == 73)
        #expect(
            try program.run("export", "latest", "--to", program.data + "/standup.db", "--force", "--format", "txt")
                .status == 73)
        #expect(try program.run("list").status == 0)
    }

    private func fileSize(_ path: String) -> Int { FileStatus(path)?.size ?? 0 }

    struct Refusal: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ status: Int32, _ arguments: String...) {
            self.status = status
            self.arguments = arguments
        }
    }

    @Test(arguments: [
        Refusal(64, "--clock", "virtual"),
        Refusal(64, "--clock", "virtual", "--input", "none", "--output", "default"),
        Refusal(66, "--input", "file:/nowhere.wav", "--output", "none"),
        Refusal(69, "--input", "no such microphone", "--output", "none"),
        Refusal(64, "--input", "none", "--output", "silence"),
        Refusal(64, "--recognizer", "ftp://127.0.0.1:1", "--input", "none", "--output", "none"),
        Refusal(64, "--recognizer", "parrot", "--input", "none", "--output", "none"),
        Refusal(64, "--input", "none", "--levels"),
        Refusal(64, "--input", "none", "--warning", "none", "--warning", "5s"),
    ]) func `an invalid meeting is one line and an exit code`(_ refusal: Refusal) throws {
        let result = try program.run(["start", "daily"] + refusal.arguments)
        #expect(result.status == refusal.status)
        #expect(result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.hasPrefix("standup: "))
        #expect(result.output == "")
        #expect(TestSupport.names(in: program.data + "/recordings") == [])
        #expect(try JSON(try program.run("meetings", "--json").output).elements == [])
    }

    @Test func `a meeting without speakers is refused, with a remedy in one line`() throws {
        #expect(try program.run("create", "Empty").status == 0)
        let result = try program.run("start", "Empty", "--input", "none", "--output", "none")
        #expect(result.status == 1)
        #expect(result.errors.contains("--add"))
    }

    @Test(.timeLimit(.minutes(10)), arguments: [SIGINT, SIGTERM]) func `a signal saves and ends`(_ signal: Int32) throws
    {
        let output = open(program.folder + "/events", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer {
            close(output)
            close(input)
        }
        let process = try program.start(
            "start", "long", "--input", "silence", "--output", "none", "--recognizer", "none", "--events",
            descriptors: [input, output, output])
        try eventually("a turn starts") { try read(program.folder + "/events").contains("turn.started") }
        kill(process, signal)
        #expect(wait(for: process) == 128 + signal)
        let last = try read(program.folder + "/events").split(separator: "\n").last.map { try JSON(String($0)) }
        #expect(last?["event"] == "meeting.ended")
        #expect(last?["reason"] == "interrupted")
        let meeting = try JSON(try program.run("meeting", "latest", "--json").output)
        #expect(meeting["state"] == "finished")
    }

    @Test(.timeLimit(.minutes(10))) func `a killed meeting is kept, with a readable recording`() throws {
        let output = open(program.folder + "/events", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer {
            close(output)
            close(input)
        }
        let process = try program.start(
            "start", "long", "--input", "silence", "--output", "none", "--recognizer", "none", "--events", "--levels",
            descriptors: [input, output, output])
        try eventually("there are 15 events") {
            try read(program.folder + "/events").split(separator: "\n").count >= 15
        }
        kill(process, SIGKILL)
        #expect(wait(for: process) == 128 + SIGKILL)
        let shown = try program.run("meeting", "latest", "--json")
        let meeting = try JSON(shown.output)
        #expect(meeting["state"] == "interrupted")
        guard case .number(let frames)? = meeting["recording"]?["frames"] else {
            Issue.record("no recording: \(shown.output)")
            return
        }
        #expect(frames >= 48_000)
        let export = program.folder + "/kept.wav"
        #expect(try program.run("export", "latest", "--to", export).status == 0)
        #expect(fileSize(export) >= 96_000)
    }

    @Test(.timeLimit(.minutes(10))) func `a reader that stops reading delays nothing, not even a signal`() throws {
        var ends: [Int32] = [0, 0]
        try mustSucceed(pipe(&ends))
        for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        // F_SETPIPE_SZ, which the module map leaves out: as small as a pipe can be.
        #expect(fcntl(ends[1], 1031, 4096) == 4096)
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { for descriptor in ends + [input] { close(descriptor) } }
        let process = try program.start(
            "start", "long", "--input", "silence", "--output", "none", "--recognizer", "none", "--events", "--levels",
            descriptors: [input, ends[1], ends[1]])
        // The pipe is full when no more of it is left to write to.
        var descriptor = pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)
        try eventually("the pipe is full") { poll(&descriptor, 1, 0) == 0 }
        kill(process, SIGINT)
        #expect(wait(for: process) == 128 + SIGINT)
        let meeting = try JSON(try program.run("meeting", "latest", "--json").output)
        #expect(meeting["state"] == "finished")
    }

    @Test(.timeLimit(.minutes(10))) func `a standup with a running meeting starts another only with --again`() throws {
        let quiet = ["start", "long", "--input", "none", "--output", "none", "--recognizer", "none", "--headless"]
        let process = try program.start(quiet)
        try eventually("it has begun") { try !JSON(try program.run("meetings", "--json").output).elements.isEmpty }
        let refused = try program.run(quiet)
        #expect(refused.status == 1)
        #expect(refused.errorLines.count == 1)
        #expect(refused.errors.contains("in process \(process)); "))
        #expect(refused.errors.contains("--again"))
        #expect(try program.run(quiet + ["--again"], input: "end save\n").status == 0)
        #expect(try program.run(quiet).status == 1, "the first one still runs")
        #expect(try program.run(["start", "long", "--clock", "virtual", "--input", "none"]).status == 0)
        kill(process, SIGTERM)
        #expect(wait(for: process) == 128 + SIGTERM)
        #expect(try program.run(quiet, input: "end save\n").status == 0)
    }

    @Test(.timeLimit(.minutes(10))) func `two meetings at once on one folder are both kept`() throws {
        let processes = try (0..<2).map { _ in
            try program.start(
                "start", "long", "--input", "none", "--output", "none", "--recognizer", "none", "--headless", "--again")
        }
        try eventually("both have begun") {
            try JSON(try program.run("meetings", "--json").output).elements.count == 2
        }
        for process in processes { kill(process, SIGTERM) }
        for process in processes { #expect(wait(for: process) == 128 + SIGTERM) }
        let meetings = try JSON(try program.run("meetings", "--json").output).elements
        #expect(meetings.compactMap { $0["state"] } == ["finished", "finished"])
    }
}
