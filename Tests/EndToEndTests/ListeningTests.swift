import ProgramSupport
import Testing

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
        try await terminal.screen("the transcript and the seek bar") {
            $0.contains("Transcript ──") && $0.contains("■ Stopped") && $0.contains("│Ann") && $0.contains("│Ben")
        }
        try await terminal.press("Down")
        try await terminal.press("Down")
        try await terminal.type("p")
        try await terminal.screen("the sound") { $0.contains("▶ Playing") }
        // So much of a sentence tells it from the others; the more is heard, the likelier a busy machine leaves out pieces.
        try await eventually("more than a second was heard") { listener.speech.count >= 120 }
        try await terminal.type(" ")
        try await terminal.screen("the pause") { $0.contains("‖ Paused") }
        let (place, likeness) = Loudness.place(of: listener.speech.prefix(120), in: try Loudness.of(path))
        #expect(likeness > 0.9)
        #expect(abs(place - start) < 0.5, "heard from \(place) s, selected \(start) s")

        // Leaving stops the sound; the command ends with the place that it opened.
        try await terminal.type("q")
        try await terminal.screen("the standup's page") { $0.contains("1 past meeting") }
        try await terminal.press("C-c")
        try await terminal.screen("the shell") { !$0.contains("1 past meeting") }
        try await terminal.enter("clear; \(Program.path) play latest --speed 2; echo status $?")
        try await terminal.screen("its words, playing") { $0.contains("▶ Playing") && $0.contains("2×") }
        try await terminal.type("q")
        try await terminal.screen("the shell") { $0.contains("status 0") }
    }
}
