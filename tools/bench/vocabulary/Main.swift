import Foundation
import Glibc
import PocketSphinxModels
import PocketSphinxRecognition
import RecognizerProcess
import SpeechRecognition

/// Measures what a vocabulary does to what PocketSphinx hears.
///
/// `vocabulary-bench NAME,NAME TERM,TERM` reads the paths of sound files (mono, 16 bit, 16 kHz), one a line, and prints
/// what is heard in each, a JSON array a line: with the generic language model, the same corrected, with the vocabulary's
/// model mixed in, and that corrected. The last line has the CPU seconds of both models.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: vocabulary-bench NAME,NAME TERM,TERM")
            exit(64)
        }
        let model = try SpeechModels(environment: ProcessInfo.processInfo.environment).model(for: "en")
        let vocabulary = Vocabulary(
            names: arguments[1].split(separator: ",").map(String.init),
            terms: arguments[2].split(separator: ",").map(String.init),
            dictionary: PronunciationDictionary(path: model.dictionary))
        let files = Array(AnyIterator { readLine() })
        var heard = files.map { _ in [String]() }
        var seconds: [Double] = []
        for known in [Vocabulary(), vocabulary] {
            let recognizer = try PocketSphinxRecognizer(model: model, mode: .whole, knowing: known.spoken)
            let start = clock()
            for (index, file) in files.enumerated() {
                try recognizer.begin()
                _ = try samples(file).withUnsafeBufferPointer { samples in try recognizer.hear(samples) }
                let words = try recognizer.end()
                    .map {
                        RecognizedUtterance.Word(
                            text: $0.text, start: Int64($0.start), end: Int64($0.end), confidence: $0.confidence)
                    }
                let utterance = RecognizedUtterance(words: words, recognizer: recognizer.name)
                heard[index] += [utterance?.text ?? "", utterance?.corrected(by: vocabulary).text ?? ""]
            }
            seconds.append(Double(clock() - start) / Double(CLOCKS_PER_SEC))
        }
        let encoder = JSONEncoder()
        for texts in heard { print(String(decoding: try encoder.encode(texts), as: UTF8.self)) }
        print(String(decoding: try encoder.encode(seconds), as: UTF8.self))
    }

    /// The samples of a WAV file with the usual header of 44 bytes.
    private static func samples(_ path: String) throws -> [Int16] {
        let data = try Data(contentsOf: URL(filePath: path)).dropFirst(44)
        return stride(from: data.startIndex, to: data.endIndex - 1, by: 2)
            .map { Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8) }
    }
}
