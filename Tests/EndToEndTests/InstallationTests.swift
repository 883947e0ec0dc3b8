import Glibc
import Testing
import TestSupport

/// The program in another place than the one in which it was built.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `An installed program` {
    private let program: Program
    private var prefix: String { program.folder + "/prefix" }

    init() throws {
        program = try Program()
    }

    /// Installs the program that was built with the tests.
    private func install() async throws {
        let folder = "/" + Program.path.split(separator: "/").dropLast().joined(separator: "/")
        let (status, output) = try await ChildProcess.run(
            Repository.path + "/tools/install", ["--from", folder, prefix], environment: program.variables())
        #expect(status == 0, "\(output)")
    }

    @Test func `runs the demo and shows its result`() async throws {
        try await install()
        let text = TextCollector()
        let demo = try ChildProcess(
            prefix + "/bin/standup", ["demo", "--output", "none"], environment: program.variables(),
            onOutput: text.append)
        #expect(try await demo.wait(within: .seconds(150)) == 0, "\(text.text)")
        let output = text.text
        let document = try JSON(program.run("meeting", "latest", "--json").output)

        #expect(document["standup"]?["title"] == "Demo")
        #expect(document["duration"] == 40)
        #expect(output.split(separator: "\n").filter { $0.hasSuffix("ding!") }.count == 2)
        let utterances = document["transcript"]?.elements ?? []
        for voice in try Voice.all() {
            let heard = utterances.filter { $0["name"]?.text == voice.name }
                .flatMap { Words.of($0["text"]?.text ?? "") }
            let rate = Words.errorRate(heard: heard, spoken: voice.words())
            #expect(rate <= 0.25, "of \(voice.name) was heard: \(heard.joined(separator: " "))")
        }

        // The transcript is shown by speaker, with everyone's time, its path and the next step.
        let transcript = output.part(after: "Transcript\n")
        var rest = Substring(transcript)
        for utterance in utterances {
            let said = try #require(utterance["text"]?.text)
            let found = try #require(rest.firstRange(of: said), "\(said)")
            rest = rest[found.upperBound...]
        }
        let table = output.part(after: "Attendees\n")
        for name in ["Ann", "Ben", "Cal"] {
            #expect(table.split(separator: "\n").contains { $0.contains(name) && $0.contains("0:13") }, "\(name)")
        }
        #expect(output.contains(try #require(document["recording"]?["file"]?.text)))
        #expect(output.contains("standup meeting Demo/1"))
        #expect(output.contains("standup create Daily"))
    }

    @Test func `finds its files beside itself, and never where it was built`() async throws {
        try await install()
        let installed = try program.run(program: prefix + "/bin/standup", ["models"])
        #expect(installed.status == 0, "\(installed.errors)")

        removeFolder(prefix + "/share")
        let broken = try program.run(program: prefix + "/bin/standup", ["models"])
        #expect(broken.status == 1)
        #expect(broken.errorLines.count == 1, "\(broken.errors)")
        #expect(broken.errors.contains("Models/catalogue.yaml"))

        let elsewhere = try program.run(
            program: prefix + "/bin/standup", ["models"], environment: ["STANDUP_ASSETS": Repository.path + "/Assets"])
        #expect(elsewhere.status == 0, "\(elsewhere.errors)")
    }
}

extension String {
    /// What follows the first occurrence of a text; empty if there is none.
    fileprivate func part(after text: String) -> String {
        firstRange(of: text).map { String(self[$0.upperBound...]) } ?? ""
    }
}
