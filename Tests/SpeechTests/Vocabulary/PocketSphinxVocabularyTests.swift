import Foundation
@testable import StandupSpeech
import Testing

@testable import standup_pocketsphinx

private let hasModel = FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us/mdef")
private let flite = "/usr/bin/flite"
private let hasVoice = FileManager.default.isExecutableFile(atPath: flite)

@Suite(.timeLimit(.minutes(10))) struct `PocketSphinx's vocabulary` {
    @Test func `the trigram model's probabilities sum to one`() throws {
        let model = TrigramModel([["a", "b"], ["a", "c"], ["b", "a", "b"]])
        let lines = model.arpa.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "\\data\\" && lines.suffix(2) == ["\\end\\", ""])
        #expect(lines[1...3] == ["ngram 1=5", "ngram 2=7", "ngram 3=6"])
        func ngrams(_ length: Int) throws -> [(words: [String], probability: Double, backOff: Double)] {
            let start = try #require(lines.firstIndex(of: "\\\(length)-grams:"))
            return try lines[(start + 1)...].prefix { !$0.isEmpty }
                .map { line in
                    let parts = line.split(separator: "\t")
                    return (
                        parts[1].split(separator: " ").map(String.init), pow(10, try #require(Double(parts[0]))),
                        parts.count > 2 ? pow(10, try #require(Double(parts[2]))) : 1
                    )
                }
        }
        let (first, second) = (try ngrams(1), try ngrams(2))
        let all = first.filter { $0.words != ["<s>"] }.map(\.probability).reduce(0, +)
        #expect(abs(all - 1) < 0.001)
        for (words, _, backOff) in first where words != ["</s>"] {
            let seen = second.filter { $0.words[0] == words[0] }
            let unseen = first.filter { word in
                word.words != ["<s>"] && !seen.contains { $0.words[1] == word.words[0] }
            }
            let sum = seen.map(\.probability).reduce(0, +) + backOff * unseen.map(\.probability).reduce(0, +)
            #expect(abs(sum - 1) < 0.001, "\(words)")
        }
        #expect(model.arpa == TrigramModel([["a", "b"], ["a", "c"], ["b", "a", "b"]]).arpa)
        #expect(!TrigramModel([[]]).arpa.contains("nan"))
    }

    @Test(.enabled(if: hasModel && hasVoice)) func `adds words that it did not recognize before`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: path) }
        let speaking = try Process.run(
            URL(filePath: flite),
            arguments: [
                "-voice", "rms", "-t", "Today I will deploy the Kubernetes cluster with Siobhan", "-o", path.path,
            ])
        speaking.waitUntilExit()
        let bytes = try Data(contentsOf: path).dropFirst(44)
        let samples = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
            .map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
        let model = try SpeechModels(folders: ["/usr/share/pocketsphinx/model"]).model(for: "en")
        func heard(_ vocabulary: Vocabulary) throws -> [String] {
            let recognizer = try PocketSphinxRecognizer(model: model, mode: .whole, knowing: vocabulary.pronouncedTerms)
            try recognizer.begin()
            _ = try samples.withUnsafeBufferPointer { samples in try recognizer.hear(samples) }
            return try recognizer.end().map(\.text)
        }
        let vocabulary = Vocabulary(
            names: ["Siobhan"], terms: ["Kubernetes", "pull request"],
            dictionary: PronunciationDictionary(path: model.dictionary))
        #expect(try heard(vocabulary).contains("kubernetes"))
        #expect(try !heard(Vocabulary()).contains("kubernetes"))
        // In other languages the pronunciation is unknown.
        let spoken = Vocabulary(names: ["Jörg Li"], terms: ["Kubernetes"], language: "de").pronouncedTerms
        #expect(spoken.map(\.spelling) == ["Kubernetes", "Jörg"])
        #expect(spoken.map(\.words.count) == [0, 0])
    }
}
