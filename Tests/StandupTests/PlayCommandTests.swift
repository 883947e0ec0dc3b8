import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import Sound
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Play` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.hold(Seed.meeting(1))
    }

    private var heard: String { program.folder + "/heard.wav" }

    /// Holds a meeting that still plays when a busy machine has stalled for a while.
    private func holdLongMeeting() throws {
        var meeting = Seed.meeting(2)
        meeting.duration = .seconds(180)
        meeting.turns[2].end = meeting.duration
        try seed.hold(meeting)
    }

    /// Plays into a file, on the virtual clock, and returns each level with the time for which it was played.
    private func play(_ arguments: String..., meeting: String = "latest") throws -> [(level: Int16, seconds: Double)] {
        let arguments = ["play", meeting, "--clock", "virtual", "--output", "file:" + heard] + arguments
        let result = try program.run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.isEmpty && result.errors.isEmpty)
        let reader = try AudioFileReader(path: heard)
        var samples = [Int16](repeating: 0, count: Int(reader.frames))
        _ = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        var levels: [(level: Int16, seconds: Double)] = []
        for sample in samples {
            if levels.last?.level != sample { levels.append((sample, 0)) }
            levels[levels.count - 1].seconds += 1 / Double(reader.sampleRate)
        }
        return levels.filter { $0.level != 0 }
    }

    @Test func `into a file is the recording, sample for sample`() throws {
        let heard = try play()
        #expect(heard.map(\.level) == [1 << 12, 2 << 12, 3 << 12])
        #expect(heard.map { $0.seconds.rounded() } == [8, 12, 4])
    }

    @Test func `plays both sides of a call, or one`() throws {
        let meeting = Seed.meeting(2)
        try seed.hold(meeting, call: 0.05)
        let both = try play(meeting: meeting.id.rawValue).map { (Double($0.level) / 32_768 * 1000).rounded() }
        #expect(both == [325, 450, 575])
        #expect(
            try play("--channel", "room", meeting: meeting.id.rawValue).map(\.level) == [1 << 12, 2 << 12, 3 << 12])
        let call = try play("--channel", "call", meeting: meeting.id.rawValue)
        #expect(call.map(\.level) == [1638] && call.map { $0.seconds.rounded() } == [24])
    }

    @Test func `begins at the given position, with the given attendee, at the given speed`() throws {
        #expect(try play("--from", "0:21").map { $0.seconds.rounded() } == [3])
        #expect(try play("--from", "0m20s").map(\.level) == [3 << 12])
        #expect(try play("--speaker", "ann").map(\.level) == [1 << 12, 3 << 12])
        let fast = try play("--speaker", "Ben", "--speed", "2")
        #expect(abs(fast.reduce(0) { $0 + $1.seconds } - 6) < 0.1)
    }

    @Test(arguments: [
        (["latest", "--from", "0:24"], 64, "--from 0:24 is past the end, 0:24"),
        (["latest", "--from", "23", "--speaker", "Ben"], 64, "--from 0:23 is past the last turn of Ben, which ends"),
        (["latest", "--from", "1:99"], 64, "the value '1:99'"),
        (["latest", "--from", "-5"], 64, "the value '-5' is invalid"),
        (["latest", "--channel", "call"], 66, "Daily was recorded without a call; leave out --channel"),
        (["latest", "--speed", "3"], 64, "--speed must be 0.75 to 2, not 3.0"),
        (["latest", "--speed", "nan"], 64, "--speed must be 0.75 to 2"),
        (["latest", "--speaker", "Zoe"], 66, "no attendee matches 'Zoe'; choose one of: Ann, Ben, Cleo"),
        (["latest", "--speaker", "Cleo"], 66, "Cleo has no turn in the recording"),
        (["Daily/7"], 66, "no meeting matches 'Daily/7'"),
        (["latest", "--output", "silence"], 64, "silence is a microphone, not a loudspeaker"),
        (["latest", "--output", "file:/none/x.wav"], 73, "cannot write the sound to /none/x.wav"),
        (["latest", "--clock", "virtual", "--output", "default"], 64, "the loudspeaker default cannot follow"),
    ])
    func `a recording that cannot be played is one line`(_ arguments: [String], status: Int, message: String) throws {
        let result = try program.run(["play"] + arguments)
        #expect(result.status == Int32(status))
        #expect(result.errorLines.count == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("standup: " + message), "\(result.errors)")
    }

    @Test func `without its recording says so`() throws {
        let path = try seed.folder.recordingPath(Seed.meeting(1).recordingName)
        try mustSucceed(truncate(path, 16_080))
        #expect(try play().map { $0.seconds.rounded() } == [1])
        for (change, message) in [
            ({ truncate(path, 80) }, "the recording is empty"),
            ({ truncate(path, 0) }, "cannot play the recording \(path) (it is empty)"),
            ({ unlink(path) }, "cannot play the recording \(path) (No such file or directory)"),
        ] {
            try mustSucceed(change())
            let result = try program.run("play", "latest", "--output", "none")
            #expect(result.status == 66 && result.errorLines.count == 1)
            #expect(result.errors.hasPrefix("standup: " + message), "\(result.errors)")
        }
        try seed.hold(Seed.meeting(2), recorded: false)
        let result = try program.run("play", "latest", "--output", "none")
        #expect(result.status == 66 && result.errors.hasPrefix("standup: Daily has no recording; "))
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `a signal ends it and keeps the sound played so far`(signal: Int32, status: Int32) throws {
        try holdLongMeeting()
        let process = try program.start("play", "latest", "--output", "file:" + heard)
        let folder = program.folder
        try eventually("it plays") { names(in: folder).contains { $0.hasPrefix(".standup-") } }
        #expect(kill(process, signal) == 0)
        #expect(TestSupport.wait(for: process) == status)
        #expect(names(in: folder).contains("heard.wav"))
        #expect(!names(in: folder).contains { $0.hasPrefix(".standup-") })
    }

    @Test(arguments: [["TERM": "xterm"], ["TERM": "dumb"], ["TERM": "dumb", "STANDUP_PLAIN": "yes"]])
    func `on a terminal plays a meeting without its standup`(_ environment: [String: String]) throws {
        let result = try program.runOnTerminal(
            "play", "latest", "--output", "none", "--from", "0:23", environment: environment)
        #expect(result.status == 0)
        #expect(result.output.isEmpty, "the application was opened: \(result.output)")
    }

    @Test func `in plain mode plays in the application's lines, also on a terminal that cannot move its cursor`()
        async throws
    {
        try seed.store.save(Seed.daily)
        let terminal = try await TerminalSession(program)
        try await terminal.enter(
            "TERM=dumb STANDUP_PLAIN=yes \(Program.path) play latest --output none; echo status $?")
        try await terminal.screen("its words, as lines") { $0.contains("the login page") }
        try await terminal.type("q")
        try await terminal.screen("the shell") { $0.contains("status 0") }
    }

    @Test func `on a terminal opens the meeting in the application, and ends with it`() async throws {
        try seed.store.save(Seed.daily)
        try holdLongMeeting()
        let terminal = try await TerminalSession(program)
        try await terminal.enter("\(Program.path) play latest --output none --from 0:09; echo status $?")
        try await terminal.screen("its words, playing") { screen in
            ["the login page", "search works", "▶ Playing", "of 3:00"].allSatisfy { screen.contains($0) }
        }
        try await terminal.type(" ")
        try await terminal.screen("the pause") { $0.contains("‖ Paused") }
        try await terminal.type("/login")
        try await terminal.screen("the search") { $0.contains("1 of 1") }
        try await terminal.press("Enter")
        try await terminal.press("Escape")
        try await terminal.screen("the end of the search") { $0.contains("‖ Paused") && !$0.contains("1 of 1") }
        try await terminal.type("q")
        try await terminal.screen("the shell") { $0.contains("status 0") && !$0.contains("Paused") }
    }
}
