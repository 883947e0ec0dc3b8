import FoundationEssentials
import Glibc

/// A PocketSphinx model for one language: a folder with the layout of Debian's `en-us`.
///
/// A folder `LANG/` holds the acoustic model `LANG/LANG/`, the language model `LANG/LANG.lm.bin` and the pronunciation
/// dictionary, one `.dict` file (`cmudict-en-us.dict`).
package struct SpeechModel: Hashable, Sendable {
    /// The folder's name: a language, optionally with a region, in lower case, such as `en-us`.
    package let language: String
    package let acousticModel: String
    package let languageModel: String
    package let dictionary: String

    /// Reads the model in a folder; nil if a part is missing, empty, unreadable or of another format.
    ///
    /// PocketSphinx exits the process when a file has the wrong format, so the formats are checked first.
    init?(folder: String) {
        let name = URL(filePath: folder).lastPathComponent
        let dictionaries =
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?
            .filter { $0.hasSuffix(".dict") } ?? []
        let usual = dictionaries.first { $0 == "cmudict-\(name).dict" || $0 == "\(name).dict" }
        guard let dictionary = usual ?? dictionaries.min() else { return nil }
        language = name.lowercased()
        acousticModel = "\(folder)/\(name)"
        languageModel = "\(folder)/\(name).lm.bin"
        self.dictionary = "\(folder)/\(dictionary)"
        let (model, text) = (acousticModel, [""])
        // The first bytes of each format; a model definition may be binary in either byte order, or text.
        let parts = [
            "feat.params": text, "mdef": ["BMDF", "FDMB", "0.3", "#"], "means": ["s3\n"], "variances": ["s3\n"],
            "transition_matrices": ["s3\n"],
        ]
        guard parts.allSatisfy({ Self.file("\(model)/\($0.key)", beginsWith: $0.value) }),
            Self.file("\(model)/sendump", beginsWith: text)
                || Self.file("\(model)/mixture_weights", beginsWith: ["s3\n"]),
            Self.file(languageModel, beginsWith: text), Self.file(self.dictionary, beginsWith: text)
        else { return nil }
    }

    /// Whether a file is readable, not empty, and begins with one of these strings.
    private static func file(_ path: String, beginsWith starts: [String]) -> Bool {
        guard let file = fopen(path, "re") else { return false }
        defer { fclose(file) }
        var beginning = [UInt8](repeating: 0, count: 4)
        beginning.removeLast(4 - fread(&beginning, 1, 4, file))
        return !beginning.isEmpty && starts.contains { beginning.starts(with: $0.utf8) }
    }
}
