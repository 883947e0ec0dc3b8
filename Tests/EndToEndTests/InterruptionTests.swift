import Glibc
import Testing
import TestSupport

/// A meeting that is interrupted while somebody speaks.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `An interruption in the middle of a sentence` {
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "--length", "60s").status == 0)
    }

    private func words(_ meeting: String) throws -> [String] {
        let document = try JSON(program.run("meeting", meeting, "--json").output)
        return document["transcript"]?.elements.flatMap { Words.of($0["text"]?.text ?? "") } ?? []
    }

    @Test func `ends before all is transcribed; the rest is transcribed at the next start`() async throws {
        let voice = try #require(try Voice.all().first)
        let server = try await SoundServer()
        let meeting = try HeardMeeting(of: "Daily", program: program, on: server) { event in
            if event.name == "turn.started" { try? server.speak(voice.path) }
        }
        try await meeting.event("transcript.partial") { Words.of($0.document["text"]?.text ?? "").count >= 3 }
        meeting.signal(SIGINT)
        #expect(try await meeting.end() == 128 + SIGINT)
        let last = try #require(meeting.events.last)
        #expect(last.name == "meeting.ended")
        #expect(last.document["reason"] == "interrupted")
        #expect(try JSON(program.run("meeting", "latest", "--json").output)["state"] == "finished")
        let before = try words("daily/1")

        #expect(try program.run("create", "Other", "Cal").status == 0)
        let other = try HeardMeeting(of: "Other", "--input", "none", "--output", "none", program: program, on: nil)
        try await other.event("turn.started")
        other.send("end save")
        #expect(try await other.end() == 0, "\(other.errors)")
        let after = try words("daily/1")
        #expect(after.count > before.count, "before: \(before), after: \(after)")
        let spoken = voice.words().prefix(3)
        #expect(Words.errorRate(heard: Array(after.prefix(3)), spoken: Array(spoken)) < 0.5, "\(after)")
    }
}
