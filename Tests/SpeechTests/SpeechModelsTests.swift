import Foundation
@testable import StandupSpeech
import Testing

@testable import standup_pocketsphinx

@Suite struct SpeechModelsTests {
    /// A folder of models with the right layout and dummy content.
    private func withModels(_ languages: [String], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "models-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for language in languages {
            let folder = root.appending(path: language)
            try FileManager.default.createDirectory(
                at: folder.appending(path: language),
                withIntermediateDirectories: true
            )
            let files = ["feat.params", "mdef", "means", "variances", "transition_matrices", "sendump"]
            for file in files.map({ "\(language)/\($0)" }) + ["\(language).lm.bin", "cmudict-\(language).dict"] {
                let content = file.hasSuffix("mdef") ? "BMDF" : "s3\nversion 1.0"
                try Data(content.utf8).write(to: folder.appending(path: file))
            }
        }
        try body(root.path)
    }

    @Test(
        arguments: [
            ("en", ["en"]), ("en", ["en-us"]), ("en-GB", ["en-gb"]), ("en_GB.UTF-8", ["en-gb"]), ("en-GB", ["en"]),
            ("en-GB", ["en-us"]), ("EN-us", ["en-us"]), ("de", ["de-de"]), ("de-AT", ["de-de"]), ("pt", ["pt-br"]),
            ("en-IN", ["en-nz", "en-za"]), ("zh-Hant-TW", ["zh-tw"]), ("en-GB", ["en-gb", "en", "en-us"]),
            ("en-NZ", ["en", "en-us"]), ("de_DE@euro", ["de"]),
        ]
    )
    func `A language selects the closest model, in the first place that has it`(language: String, models: [String])
        throws
    {
        try withModels(models) { place in
            let model = try SpeechModels(folders: [place]).model(for: language)
            #expect(model.language == models[0])
            #expect(model.languageModel == "\(place)/\(models[0])/\(models[0]).lm.bin")
        }
    }

    @Test(arguments: ["fr", "", "..", "../en-us", "e", "en/us", "C.UTF-8"])
    func `A language without a model is an error with the searched places and a remedy`(
        language: String
    ) throws {
        try withModels(["en-us"]) { place in
            let error = RecognizerError.noModel(language: language, searched: "/nowhere, \(place)")
            #expect(throws: error) { try SpeechModels(folders: ["/nowhere", place]).model(for: language) }
            #expect(error.description.contains(place) && error.description.contains("install one"))
        }
    }

    @Test func `A better match takes precedence over an earlier place`() throws {
        try withModels(["en-us"]) { first in
            try withModels(["en-gb", "en-us"]) { second in
                let models = SpeechModels(folders: [first, second])
                let (british, american) = (try models.model(for: "en-GB"), try models.model(for: "en-US"))
                #expect(british.languageModel.hasPrefix(second) && american.languageModel.hasPrefix(first))
                #expect(models.installed().map(\.language) == ["en-gb", "en-us"])
            }
        }
    }

    @Test(arguments: ["en-us/mdef", "en-us/means", "en-us/sendump", "en-us.lm.bin", "cmudict-en-us.dict"])
    func `A model with a missing or empty part is ignored`(part: String) throws {
        for isEmpty in [false, true] {
            try withModels(["en-us"]) { place in
                let file = "\(place)/en-us/\(part)"
                try FileManager.default.removeItem(atPath: file)
                if isEmpty { try Data().write(to: URL(filePath: file)) }
                #expect(SpeechModels(folders: [place]).installed().isEmpty)
            }
        }
    }

    @Test(arguments: ["mdef", "means", "variances", "transition_matrices"])
    func `A model with a part of another format is ignored`(part: String) throws {
        try withModels(["en-us"]) { place in
            #expect(SpeechModels(folders: [place]).installed().count == 1)
            try Data("<html>not found</html>".utf8).write(to: URL(filePath: "\(place)/en-us/en-us/\(part)"))
            #expect(SpeechModels(folders: [place]).installed().isEmpty)
        }
    }

    @Test func `Places come from the environment, the most specific first`() {
        let models = SpeechModels(environment: ["STANDUP_MODELS": "/m", "XDG_DATA_HOME": "/d", "HOME": "/h"])
        #expect(models.folders == ["/m", "/d/standup-models", "/usr/share/pocketsphinx/model"])
        let home = SpeechModels(environment: ["HOME": "/h"])
        #expect(home.folders == ["/h/.local/share/standup-models", "/usr/share/pocketsphinx/model"])
    }

    @Test(
        arguments: [
            ("to(2)", "to"), ("hello", "hello"), ("<s>", nil), ("</s>", nil), ("<sil>", nil), ("[SPEECH]", nil),
            ("[NOISE]", nil), ("++UM++", nil), ("read(10)", "read"), ("i'm", "i'm"), ("", nil),
        ] as [(String, String?)]
    )
    func `Dictionary entries are converted to words`(entry: String, word: String?) {
        #expect(PocketSphinxRecognizer.word(entry) == word)
    }
}
