import Assets
import FoundationEssentials

/// The words of a recorded voice.
struct Voice: Sendable {
    let name: String
    let path: String
    /// Its sentences, each with the second of the file at which it ends.
    let sentences: [(text: String, end: Double)]

    private struct Script: Decodable {
        struct Attendee: Decodable {
            struct Sentence: Decodable {
                let text: String
                let end: Double
            }
            let name: String
            let file: String
            let start: Double
            let sentences: [Sentence]
        }
        let attendees: [Attendee]
    }

    /// The three voices that come with the program.
    static func all() throws -> [Voice] {
        let data = try Data(contentsOf: URL(filePath: AssetFolder.locate("Voices/demo.json")))
        return try JSONDecoder().decode(Script.self, from: data).attendees.map { attendee in
            Voice(
                name: attendee.name, path: try AssetFolder.locate("Voices/" + attendee.file),
                sentences: attendee.sentences.map { ($0.text, $0.end - attendee.start) })
        }
    }

    /// The words of the first sentences, or of all.
    func words(ofFirst count: Int = .max) -> [String] {
        sentences.prefix(count).flatMap { Words.of($0.text) }
    }
}

/// Words as they are compared: in lower case, without signs.
enum Words {
    /// The words of a text.
    static func of(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
    }

    /// The word error rate: how many words are wrong, missing or too many, for each word that was spoken.
    static func errorRate(heard: [String], spoken: [String]) -> Double {
        var row = Array(0...heard.count)
        for (index, word) in spoken.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in heard.indices {
                let substituted = diagonal + (heard[column] == word ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, row[column] + 1, row[column + 1] + 1)
            }
        }
        return Double(row[heard.count]) / Double(max(spoken.count, 1))
    }
}
