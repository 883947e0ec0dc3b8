import Glibc
import Testing
import TestSupport

/// Devices that go away and come back, and devices that are missing from the start.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `Lost devices` {
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "36s").status == 0)
    }

    private func meeting() throws -> JSON {
        try JSON(program.run("meeting", "latest", "--json").output)
    }

    @Test func `a restarted sound server costs the meeting only the time in between`()
        async throws
    {
        let server = try await SoundServer()
        let meeting = try HeardMeeting(
            of: "Daily", "--warning", "none", "--recognizer", "none", program: program, on: server)
        try await meeting.time(8)
        try await server.unplug()
        let lost = try await meeting.event("device.lost")
        #expect(lost.document["device"]?.text == "room.monitor")
        // A change of speaker while there is no loudspeaker.
        try await meeting.event("ding")
        try await server.plug()
        let listener = try await Listener(to: server)
        let restored = try await meeting.event("device.restored")
        #expect(try await meeting.end() == 0, "\(meeting.errors)")

        #expect(meeting.events("device.lost").count == 1)
        #expect(meeting.events("device.restored").count == 1)
        #expect(meeting.events("ding").map(\.at) == [12, 24])
        #expect(meeting.events("turn.started").map(\.at) == [0, 12, 24])
        #expect(meeting.events.last?.document["reason"] == "finished")
        #expect(meeting.events.last?.document["duration"] == 36)
        let heard = try listener.dings().map { ($0 - meeting.origin).inSeconds }
        #expect(heard.count == 1, "the loudspeaker is back")
        if let heard = heard.first { #expect(abs(heard - 24) < 0.25, "heard at \(heard) s") }

        let document = try self.meeting()
        let frames = try #require(document["recording"]?["frames"]?.number)
        #expect(abs(frames / 48_000 - 36) < 0.1)
        let gaps = document["gaps"]?.elements.filter { $0["reason"] == "device" } ?? []
        let silence = gaps.reduce(0) { $0 + ($1["end"]?.number ?? 0) - ($1["start"]?.number ?? 0) }
        let told = try #require(restored.document["gap"]?.number)
        #expect(abs(silence - told) < 0.1)
        #expect(try #require(gaps.first?["start"]?.number) > 7.5)
        #expect(try #require(gaps.last?["end"]?.number) < restored.at + 0.1)
    }

    @Test func `without any sound the default devices are refused, and nothing is kept`() async throws {
        let server = try await SoundServer()
        try await server.unplug()
        let refused = try program.run(["start", "Daily", "--headless"], environment: server.environment)
        #expect(refused.status == 69)
        #expect(refused.output == "")
        #expect(refused.errorLines.count == 1, "\(refused.errors)")
        #expect(refused.errors.hasPrefix("standup: "))
        #expect(refused.errors.contains("--input none"))
        #expect(try JSON(program.run("meetings", "--json").output) == [])
        #expect(names(in: program.data + "/recordings") == [])

        let held = try HeardMeeting(
            of: "Daily", "--input", "none", "--output", "none", program: program, on: server)
        try await held.event("turn.started")
        held.send("end save")
        #expect(try await held.end() == 0, "\(held.errors)")
        #expect(held.events.last?.document["reason"] == "saved")
        #expect(try meeting()["state"] == "finished")
    }

    @Test func `a microphone alone is enough, with a line on the loudspeaker that is missing`() async throws {
        let server = try await SoundServer()
        let held = try HeardMeeting(
            of: "Daily", "--output", "no such loudspeaker", "--recognizer", "none", program: program, on: server)
        let problem = try await held.event("error")
        #expect(problem.document["message"]?.text?.contains("no loudspeaker 'no such loudspeaker'") == true)
        try await held.time(2)
        held.send("end save")
        #expect(try await held.end() == 0, "\(held.errors)")
        #expect(try meeting()["recording"]?["frames"]?.number ?? 0 > 48_000)
    }
}
