import Assets
import MeetingModel
import StandupFeatures
import StandupSpeech
import Testing
import TestSupport

@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Lists of terms` {
    let program: Program

    init() throws { program = try Program() }

    private var file: String { program.folder + "/terms.txt" }

    @Test(arguments: ["en", "de-AT"]) func `the list of a language has terms, each once`(language: String) throws {
        let list = try TermList(for: language, standup.Configuration())
        #expect(list.terms.count > 200)
        #expect(list.summary?.name == "software" && list.summary?.count == list.terms.count)
        #expect(list.terms.count == list.text.split(separator: "\n").count { !$0.hasPrefix("#") })
        #expect(list.terms.allSatisfy { $0.count <= 40 && $0 == $0.trimmedName })
    }

    @Test func `a language without a list has no terms`() throws {
        let list = try TermList(for: "ko", standup.Configuration())
        #expect(list.terms == [] && list.summary == nil)
    }

    @Test func `a recognizer gets the terms of the configuration`() throws {
        try write("# ours\nFlux Capacitor\n\n  Kubernetes \r\nkubernetes\n", to: file)
        for (value, terms) in [(file, ["Flux Capacitor", "Kubernetes"]), ("none", [])] {
            let choice = try RecognizerChoice(
                flag: "pocketsphinx", language: "en", configuration: standup.Configuration([.vocabulary: value]))
            #expect(choice.segments?.generalTerms == terms)
            #expect(choice.source?.segments.generalTerms == terms)
        }
    }

    @Test func `show says which list is used, and config prints it`() throws {
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        let terms = try TermList(for: "en", standup.Configuration()).terms
        let usual = try program.run("show", "Daily").output
        #expect(usual.contains("  shared terms \(terms.count) (vocabulary: software)\n"), "\(usual)")
        try write("# ours\nFlux Capacitor\n", to: file)
        let own = ["STANDUP_VOCABULARY": file]
        let shown = try program.run("show", "Daily", environment: own).output
        #expect(shown.contains("  shared terms 1 (vocabulary: \(file))\n"), "\(shown)")
        #expect(try program.run("config", "words", environment: own).output == "# ours\nFlux Capacitor\n")
        #expect(try program.run("config", "words").output.contains("\npull request\n"))
        #expect(try program.run("config", "words", "de").output.contains("\nPull Request\n"))
        let none = ["STANDUP_VOCABULARY": "none"]
        #expect(try program.run("show", "Daily", environment: none).output.contains("  shared terms none\n"))
        let missing = try program.run("config", "words", environment: none)
        #expect(missing.status == 66 && missing.errorLines.count == 1, "\(missing.errors)")
    }

    @Test(arguments: [
        ("login\na, b\n", 64, "terms.txt line 2: the term 'a, b' contains a comma; add each term by itself"),
        ("…\n", 64, "terms.txt line 1: a term needs a letter or a digit, not '…'"),
        (String(repeating: "a", count: 201), 64, "is too long; use at most 200 characters"),
        (
            (1...1001).map { "term \($0)" }.joined(separator: "\n"), 64,
            "line 1001: too many terms (1001); keep at most 1000"
        ),
        (String(repeating: "# a comment\n", count: 100_000), 1, "it is larger than 1 MB"),
    ])
    func `a mistake in a list names the file, the line and the remedy`(text: String, status: Int32, message: String)
        throws
    {
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        try write(text, to: file)
        let result = try program.run("show", "Daily", environment: ["STANDUP_VOCABULARY": file])
        #expect(result.status == status && result.errorLines.count == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func `a list that is missing or no text is an error of one line`() throws {
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        let missing = try program.run("show", "Daily", environment: ["STANDUP_VOCABULARY": file])
        #expect(missing.status == 64)
        #expect(missing.errors == "standup: vocabulary: there is no file \(file); create it, one term a line\n")
        try write([0x61, 0xff, 0x0a] as [UInt8], to: file)
        let binary = try program.run("show", "Daily", environment: ["STANDUP_VOCABULARY": file])
        #expect(binary.status == 1 && binary.errors.contains("not UTF-8 text"), "\(binary.errors)")
    }
}
