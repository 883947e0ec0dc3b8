#if Web
import Assets
import HTTPTypes
import Hummingbird
import Localization
import Synchronization
import Web

/// The texts of all languages. [any thread]
final class Languages: Sendable {
    private let folder: CatalogueFolder
    private let fallback: Localizer
    /// The localizers by their tags, which are those that `AcceptedLanguages` chooses.
    private let localizers = Mutex<[String: Localizer]>([:])

    init() throws {
        let english = try AssetFolder.locate("Catalogues/en.yaml")
        folder = try CatalogueFolder(path: String(english.dropLast("/en.yaml".count)))
        fallback = try Localizer(Negotiation.negotiate(preferred: [], available: folder.languages), folder: folder)
        // The others are read here too, so that a mistake in one is found at the start.
        for language in folder.languages { _ = try read(language.description) }
    }

    /// The texts for a browser, and the tag by which `localizer` finds them.
    func localizer(for request: Request) -> (localizer: Localizer, tag: String) {
        let choice = AcceptedLanguages.choose(request.headers[.acceptLanguage], available: folder.languages)
        let tag = choice.locale.description
        return (localizer(tag), tag)
    }

    func localizer(_ tag: String) -> Localizer {
        if let known = localizers.withLock({ $0[tag] }) { return known }
        return (try? read(tag)) ?? fallback
    }

    private func read(_ tag: String) throws(CatalogueError) -> Localizer {
        let negotiation = Negotiation.negotiate(preferred: [tag], available: folder.languages)
        let localizer = try Localizer(negotiation, folder: folder)
        localizers.withLock { $0[tag] = localizer }
        return localizer
    }
}
#endif
