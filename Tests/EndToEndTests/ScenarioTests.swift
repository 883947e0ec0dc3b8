import Testing
import TestSupport

/// The gallery's scenarios: the application on fakes, driven by keys in a terminal.
@Suite(.onOwnThread, .timeLimit(.minutes(10)))
struct `A scenario of the gallery` {
    private let program: Program

    init() throws {
        program = try Program()
    }

    /// A terminal on which the application shows a text in a scenario.
    private func begin(_ scenario: String, shows text: String) async throws -> TerminalSession {
        let folder = Program.path.split(separator: "/").dropLast().joined(separator: "/")
        // From 100 columns on, the speaker's name is not text but large letters.
        let terminal = try await TerminalSession(
            program, environment: ["PATH": "/\(folder):/usr/bin:/bin", "STANDUP_SCENARIO": scenario], columns: 99)
        try await terminal.enter("standup-gallery; echo status $?")
        try await terminal.screen(text) { $0.contains(text) }
        return terminal
    }

    @Test(arguments: [
        ("empty", "No standups yet"), ("samples", "Kundendienst"), ("ko", "마지막 회의"),
        ("history-damaged", "Cannot read the history"), ("disk-full", "Engineering"), ("no-microphone", "Who is here?"),
    ])
    func `shows its state, and quits`(_ scenario: String, _ text: String) async throws {
        let terminal = try await begin(scenario, shows: text)
        if scenario == "no-microphone" {
            try await terminal.press("Escape")
            try await terminal.screen("the page") { $0.contains(" meetings ─") }
            try await terminal.press("Escape")
            try await terminal.screen("the list") { $0.contains("Kundendienst") }
        }
        try await terminal.press("q")
        try await terminal.screen("the shell") { $0.contains("status 0") }
        #expect(try await terminal.showsCursor)
    }

    @Test func `records a meeting with a speaker`() async throws {
        let terminal = try await begin("meeting", shows: "Ann is speaking")
        try await terminal.screen("words") { $0.contains("yesterday i finished the login page") }
        try await terminal.type("n")
        try await terminal.screen("the next speaker") { $0.contains("Benedict is speaking") }
        try await terminal.type("q")
        try await terminal.screen("the question") { $0.contains("End the meeting?") }
        try await terminal.type("s")
        try await terminal.screen("what was said") {
            $0.contains(/(Transcript|Minutes) ──/) && $0.contains(/[Yy]esterday [Ii] finished the login page/)
        }
        try await terminal.press("Escape")
        try await terminal.screen("the page") { $0.contains(" 6 meetings ─") }
    }

    @Test func `continues without a missing microphone`() async throws {
        let terminal = try await begin("no-microphone", shows: "Who is here?")
        try await terminal.type("s")
        try await terminal.screen("the question") { $0.contains("Continue without recording") }
        try await terminal.press("Enter")
        try await terminal.screen("the meeting") { $0.contains("Ann is speaking") && $0.contains("not recording") }
    }

    @Test func `loses the microphone and gets it back`() async throws {
        let terminal = try await begin("device-lost", shows: "● recording")
        try await terminal.screen("the loss") { $0.contains("microphone lost") }
        try await terminal.screen("the return") { $0.contains("● recording") }
    }

    @Test func `overwrites nothing that was changed elsewhere`() async throws {
        let terminal = try await begin("changed-elsewhere", shows: "Edit Engineering")
        try await terminal.type(" team")
        try await terminal.screen("the new title") { $0.contains("Engineering team") }
        try await terminal.press("C-s")
        try await terminal.screen("the question") { $0.contains("changed elsewhere") }
    }

    @Test func `keeps the form open where the disk is full`() async throws {
        let terminal = try await begin("disk-full", shows: "Kundendienst")
        try await terminal.type("a")
        try await terminal.screen("the form") { $0.contains("New standup") }
        try await terminal.type("Daily")
        try await terminal.press("C-s")
        try await terminal.screen("the error") { $0.contains("disk is full") && $0.contains("Daily") }
    }
}
