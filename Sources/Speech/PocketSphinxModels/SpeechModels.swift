import Foundation
package import SpeechRecognition

/// Finds the models of this machine.
///
/// It looks in `$STANDUP_MODELS`, then `$XDG_DATA_HOME/standup-models` (`~/.local/share/standup-models`), then where
/// Debian puts them, `/usr/share/pocketsphinx/model`; each holds a folder per language. A language is tried in this
/// order, every candidate in every place before the next candidate:
/// 1. as it is, in lower case with hyphens (`en-gb` for `en_GB.UTF-8`), with script or variant left out if need be;
/// 2. without its region (`en`);
/// 3. in the region it is mostly spoken in (`en-us` for `en`, `fr-fr` for `fr`);
/// 4. in any other region there is a model for, the first by name.
package struct SpeechModels: Hashable, Sendable {
    /// Where the folders of the languages are, first come first.
    package let places: [String]

    /// Models in these places.
    package init(places: [String]) {
        self.places = places
    }

    /// Models where an environment says they are.
    package init(environment: [String: String]) {
        var places: [String] = []
        if let own = environment["STANDUP_MODELS"], !own.isEmpty {
            places.append(own)
        }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            places.append("\(data)/standup-models")
        } else if let home = environment["HOME"], !home.isEmpty {
            places.append("\(home)/.local/share/standup-models")
        }
        places.append("/usr/share/pocketsphinx/model")
        self.init(places: places)
    }

    /// The model for a BCP 47 tag or a POSIX locale: `en`, `en-GB`, `en_GB.UTF-8`.
    package func model(for language: String) throws(RecognizerError) -> SpeechModel {
        for candidate in Self.candidates(for: language) {
            for place in places {
                if let model = SpeechModel(folder: "\(place)/\(candidate)") { return model }
            }
        }
        let base = Self.subtags(of: language).first ?? ""
        let related = installed().filter { !base.isEmpty && $0.language.hasPrefix(base + "-") }
        if let model = related.min(by: { $0.language < $1.language }) { return model }
        throw .noModel(language: language, searched: places.joined(separator: ", "))
    }

    /// All models, by language; one that is in several places is listed from the first.
    package func installed() -> [SpeechModel] {
        var found: [String: SpeechModel] = [:]
        for place in places {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
                guard let model = SpeechModel(folder: "\(place)/\(name)"), found[model.language] == nil
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
        candidates.append("\(base)-\(usualRegions[base] ?? base)")
        return candidates.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The lower-case subtags; what could lead out of a place's folder gives none.
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

    /// Where a language is mostly spoken, unless the region is called as the language is.
    private static let usualRegions = [
        "cs": "cz", "da": "dk", "el": "gr", "en": "us", "hi": "in", "ja": "jp", "ko": "kr", "pt": "br", "sv": "se",
        "uk": "ua", "zh": "cn",
    ]
}
