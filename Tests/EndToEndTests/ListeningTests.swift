import Testing
import TestSupport

/// A past meeting is heard in the application.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `Listening in the application` {
    private let program: Program

    init() throws {
        program = try Program()
    }

    @Test func `plays a meeting from the selected utterance on, and standup play ends when its place is left`()
        async throws
    {
        let ann = try #require(try Voice.all().first)
        #expect(try program.run("create", "Daily", "Ann", "Ben", "--length", "3m").status == 0)
        let held = try program.run(
            "start", "Daily", "--headless", "--clock", "virtual", "--input", "file:" + ann.path, "--output", "none")
        #expect(held.status == 0, "\(held.errors)")
        let meeting = try JSON(program.run("meeting", "latest", "--json").output)
        let start = try #require(meeting["transcript"]?.elements.dropFirst().first?["start"]?.number)
        let path = try #require(meeting["recording"]?["file"]?.text)

        let server = try await SoundServer()
        let listener = try await Listener(to: server)
        var environment = server.environment
        environment["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        environment["TERM"] = "xterm-256color"
        let terminal = try await TerminalSession(program, environment: environment)
        try await terminal.enter("\(Program.path) open standup/Daily/meeting/1")
        try await terminal.screen("the minutes") { $0.contains("Minutes ──") }
        try await terminal.type("M")
        try await terminal.screen("the transcript and the seek bar") {
            $0.contains("Transcript ──") && $0.contains("■ Stopped") && $0.contains("│Ann") && $0.contains("│Ben")
        }
        try await terminal.press("Home")
        try await terminal.press("Down")
        try await terminal.type("p")
        try await terminal.screen("the sound") { $0.contains("▶ Playing") }
        try await eventually("three seconds were heard") { listener.speech.count >= 300 }
        try await terminal.type(" ")
        try await terminal.screen("the pause") { $0.contains("‖ Paused") }
        // So much of a sentence tells it from the others. A busy machine may leave out pieces, but not of all.
        // All that was said is in the first fifteen seconds.
        let (whole, speech) = (Array(try Loudness.of(path).prefix(1500)), Array(listener.speech))
        let parts = stride(from: 0, through: 180, by: 20)
            .map { offset in
                (place: Loudness.place(of: speech[offset..<offset + 120], in: whole), offset: Double(offset) / 100)
            }
        let best = try #require(parts.max { $0.place.likeness < $1.place.likeness })
        #expect(best.place.likeness > 0.9)
        #expect(
            (start - 0.5...start + best.offset + 0.5).contains(best.place.start),
            "\(best.offset) s after the first sound that of \(best.place.start) s, selected \(start) s")

        // Leaving stops the sound; the command ends with the place that it opened.
        try await terminal.type("q")
        try await terminal.screen("the standup's page") { $0.contains(" 1 meeting ─") }
        try await terminal.press("C-c")
        try await terminal.screen("the shell") { !$0.contains(" 1 meeting ─") }
        try await terminal.enter("clear; \(Program.path) play latest --speed 2; echo status $?")
        try await terminal.screen("its words, playing") { $0.contains("▶ Playing") && $0.contains("2×") }
        try await terminal.type("q")
        try await terminal.screen("the shell") { $0.contains("status 0") }
    }
}
