import FoundationEssentials

/// Finds the PocketSphinx models of this machine.
///
/// It searches `$STANDUP_MODELS`, then `$XDG_DATA_HOME/standup-models` (`~/.local/share/standup-models`), then Debian's
/// `/usr/share/pocketsphinx/model`; each holds one folder per language. For a language it tries these names in order,
/// each in every folder: 1. the tag in lower case with hyphens (`en-gb` for `en_GB.UTF-8`), then without script or
/// variant; 2. without the region (`en`); 3. with the most common region (`en-us` for `en`, `fr-fr` for `fr`); 4. with
/// any other region, the first by name.
package struct SpeechModels: Hashable, Sendable {
    package let folders: [String]

    init(folders: [String]) {
        self.folders = folders
    }

    package init(environment: [String: String]) {
        var folders: [String] = []
        if let own = environment["STANDUP_MODELS"], !own.isEmpty {
            folders.append(own)
        }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            folders.append("\(data)/standup-models")
        } else if let home = environment["HOME"], !home.isEmpty {
            folders.append("\(home)/.local/share/standup-models")
        }
        folders.append("/usr/share/pocketsphinx/model")
        self.init(folders: folders)
    }

    /// The model for a BCP 47 tag or a POSIX locale, such as `en`, `en-GB` or `en_GB.UTF-8`.
    package func model(for language: String) throws(RecognizerError) -> SpeechModel {
        for candidate in Self.candidates(for: language) {
            for folder in folders {
                if let model = SpeechModel(folder: "\(folder)/\(candidate)") { return model }
            }
        }
        let base = Self.subtags(of: language).first ?? ""
        let related = installed().filter { !base.isEmpty && $0.language.hasPrefix(base + "-") }
        if let model = related.min(by: { $0.language < $1.language }) { return model }
        throw .noModel(language: language, searched: folders.joined(separator: ", "))
    }

    /// All models by language; of duplicates, the first folder's.
    package func installed() -> [SpeechModel] {
        var found: [String: SpeechModel] = [:]
        for folder in folders {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                guard let model = SpeechModel(folder: "\(folder)/\(name)"), found[model.language] == nil
                else { continue }
                found[model.language] = model
            }
        }
        return found.values.sorted { $0.language < $1.language }
    }

    /// The folder names to try for a language, best first.
    static func candidates(for language: String) -> [String] {
        let tags = subtags(of: language)
        guard let base = tags.first else { return [] }
        var candidates = [tags.joined(separator: "-")]
        if let region = tags.dropFirst().first(where: isRegion) { candidates.append("\(base)-\(region)") }
        candidates.append(base)
        candidates.append("\(base)-\(defaultRegions[base] ?? base)")
        return candidates.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The lower-case subtags; empty for a tag that could lead out of the folder.
    private static func subtags(of language: String) -> [String] {
        let bare = language.prefix { $0 != "." && $0 != "@" }.lowercased()
        let tags = bare.split(separator: "-", omittingEmptySubsequences: false).flatMap { $0.split(separator: "_") }
        let isTag = { (tag: Substring) in tag.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) } }
        guard tags.allSatisfy(isTag) else { return [] }
        return tags.map(String.init)
    }

    private static func isRegion(_ tag: String) -> Bool {
        tag.count == 2 || (tag.count == 3 && tag.allSatisfy(\.isNumber))
    }

    /// The most common region of languages whose region has another code.
    private static let defaultRegions = [
        "cs": "cz", "da": "dk", "el": "gr", "en": "us", "hi": "in", "ja": "jp", "ko": "kr", "pt": "br", "sv": "se",
        "uk": "ua", "zh": "cn",
    ]
}
