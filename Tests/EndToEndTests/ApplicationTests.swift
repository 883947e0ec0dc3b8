import Localization
import Testing
import TestSupport

/// The full-screen application, used by someone who has read only the screen.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `The application` {
    private let program: Program

    init() throws {
        program = try Program()
    }

    /// The texts of a language, as the program has them.
    private func texts(_ language: String) throws -> Localizer {
        let folder = try CatalogueFolder(path: Repository.path + "/Assets/Catalogues")
        return try Localizer(.negotiate(preferred: [language], available: folder.languages), folder: folder)
    }

    /// A terminal on which the application has been opened.
    private func open(_ language: String, on server: SoundServer) async throws -> TerminalSession {
        let folder = Program.path.split(separator: "/").dropLast().joined(separator: "/")
        var environment = server.environment
        environment["PATH"] = "/\(folder):/usr/local/bin:/usr/bin:/bin"
        environment["STANDUP_INTERFACE_LANGUAGE"] = language
        environment["TERM"] = "xterm-256color"
        // From 100 columns on, the speaker's name is not text but large letters.
        let terminal = try await TerminalSession(program, environment: environment, columns: 99)
        try await terminal.enter("standup; echo status $?")
        return terminal
    }

    /// A sound file with a voice's first sentence, and that sentence's longer words.
    private func clip(of voice: Voice) async throws -> (path: String, words: Set<String>) {
        let clip = program.folder + "/\(voice.name).wav"
        let (status, _) = try await ChildProcess.run(
            installed("sox"), [voice.path, clip, "trim", "0", "\(voice.sentences[0].end + 0.2)", "pad", "1"],
            environment: program.variables())
        #expect(status == 0)
        return (clip, Set(voice.words(ofFirst: 1).filter { $0.count > 3 }))
    }

    @Test(arguments: ["en", "ko"])
    func `takes a newcomer from the first standup to its transcript and back, by keyboard alone`(
        language: String
    ) async throws {
        let text = try texts(language)
        let ann = try #require(try Voice.all().first)
        let (path, words) = try await clip(of: ann)
        let server = try await SoundServer()
        let terminal = try await open(language, on: server)

        // A first standup.
        try await terminal.screen("the empty list") { $0.contains(text(.listEmptyTitle)) }
        try await terminal.type("a")
        try await terminal.screen("the form") { $0.contains(text(.formTitleNew)) }
        try await terminal.type("Daily")
        for _ in 1...2 { try await terminal.press("Tab") }
        try await terminal.type("Ann")
        try await terminal.press("Enter")
        try await terminal.type("벤")
        try await terminal.press("C-s")
        try await terminal.screen("its card") {
            $0.contains("Daily") && $0.contains("벤") && $0.contains(text(.listAttendees(count: .count(2))))
        }

        // Edited.
        try await terminal.press("Enter")
        try await terminal.screen("its page") { $0.contains(text(.pageStart)) }
        try await terminal.type("e")
        try await terminal.screen("the form") { $0.contains(text(.formTitleEdit(title: .text("Daily")))) }
        try await terminal.type(" standup")
        try await terminal.press("C-s")
        try await terminal.screen("the new title") {
            $0.contains("Daily standup") && $0.contains(text(.pageStart))
        }

        // Held.
        try await terminal.type("s")
        try await terminal.screen("who is here, and the equipment") {
            $0.contains(text(.startWhoIsHere)) && !$0.contains(text(.startLooking))
        }
        try await terminal.press("Enter")
        try await terminal.screen("the first speaker") {
            $0.contains(text(.recordSpeaking(name: .text("Ann"))))
                && $0.contains(text(.recordRecordingOn))
        }
        try server.speak(path)
        try await terminal.screen("the words as they come") { screen in
            words.isSubset(of: Words.of(screen))
        }
        try await terminal.type("n")
        try await terminal.screen("the second speaker") {
            $0.contains(text(.recordSpeaking(name: .text("벤")))) && $0.contains(text(.recordNoMore))
        }
        try await terminal.type("n")
        try await terminal.screen("the question") { $0.contains(text(.recordEndTitle)) }
        try await terminal.type("s")

        // Read.
        try await terminal.screen("the transcript") { screen in
            // The running meeting shows the words too, and the name of the transcript while it ends.
            screen.contains(text(.noticeMeetingSaved))
                && (screen.contains(text(.meetingTranscript)) || screen.contains(text(.pointsMinutes)))
                && words.isSubset(of: Words.of(screen))
        }

        // Deleted.
        try await terminal.press("Escape")
        try await terminal.screen("its page, with the meeting") {
            $0.contains(text(.pageStart)) && $0.contains(text(.pageMeetings(count: .count(1))))
        }
        try await terminal.press("Home")
        try await terminal.type("D")
        try await terminal.screen("the question") {
            $0.contains(text(.dialogDeleteStandupTitle(title: .text("Daily standup"))))
        }
        try await terminal.type("d")
        try await terminal.screen("the empty list") { $0.contains(text(.listEmptyTitle)) }
        try await terminal.type("q")
        try await terminal.screen("the shell") { $0.contains("status 0") }
        #expect(try await terminal.showsCursor)
        #expect(try JSON(program.run("list", "--json").output) == [])
        #expect(names(in: program.data + "/recordings") == [])
    }

    @Test func `never leaves a running meeting by accident`() async throws {
        #expect(try program.run("create", "Daily", "Ann", "Ben", "--length", "10m").status == 0)
        let server = try await SoundServer()
        let terminal = try await open("en", on: server)
        try await terminal.screen("the card") { $0.contains("Daily") }
        try await terminal.type("s")
        try await terminal.screen("who is here") { $0.contains("Who is here?") }
        try await terminal.press("Enter")
        try await terminal.screen("the first speaker") { $0.contains("Ann is speaking") }
        try await terminal.press("C-c")
        try await terminal.screen("a question, not the end") { $0.contains("End the meeting?") }
        try await terminal.type("s")
        try await terminal.screen("what was said") { $0.contains("Transcript ──") }
        try await terminal.press("C-c")
        try await terminal.screen("the shell") { $0.contains("status 0") }
        #expect(try JSON(program.run("meeting", "latest", "--json").output)["state"] == "finished")
    }
}
