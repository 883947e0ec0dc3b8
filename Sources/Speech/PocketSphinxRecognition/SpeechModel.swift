import Foundation

/// A language that PocketSphinx can hear: a folder laid out as Debian's `en-us`.
///
/// For a folder `LANG/` these are the acoustic model `LANG/LANG/`, the language model `LANG/LANG.lm.bin` and the
/// pronunciation dictionary, one `.dict` file (`cmudict-en-us.dict`).
package struct SpeechModel: Hashable, Sendable {
    /// The folder's name: a language and perhaps a region in lower case, such as `en-us`.
    package let language: String
    /// The folder of the acoustic model.
    package let acousticModel: String
    /// The file of the language model.
    package let languageModel: String
    /// The file of the dictionary.
    package let dictionary: String

    /// The model in a folder; nil if any of its parts is missing, empty or cannot be read.
    ///
    /// PocketSphinx ends the whole program over some model files that it cannot use, so it gets none that are visibly
    /// broken.
    package init?(folder: String) {
        let name = URL(filePath: folder).lastPathComponent
        let files = FileManager.default
        func isUsable(_ path: String) -> Bool {
            let path = URL(filePath: path).resolvingSymlinksInPath().path
            let size = try? files.attributesOfItem(atPath: path)[.size] as? Int
            return size ?? 0 > 0 && files.isReadableFile(atPath: path)
        }
        let dictionaries = (try? files.contentsOfDirectory(atPath: folder))?.filter { $0.hasSuffix(".dict") } ?? []
        let usual = dictionaries.first { $0 == "cmudict-\(name).dict" || $0 == "\(name).dict" }
        guard let dictionary = usual ?? dictionaries.min() else { return nil }
        language = name.lowercased()
        acousticModel = "\(folder)/\(name)"
        languageModel = "\(folder)/\(name).lm.bin"
        self.dictionary = "\(folder)/\(dictionary)"
        let needed = ["feat.params", "mdef", "means", "variances", "transition_matrices"]
        let mixtures = ["sendump", "mixture_weights"]
        let model = acousticModel
        guard (needed.map { "\(model)/\($0)" } + [languageModel, self.dictionary]).allSatisfy(isUsable),
            mixtures.contains(where: { isUsable("\(model)/\($0)") })
        else { return nil }
    }
}
