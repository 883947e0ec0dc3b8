#if Web
import Assets
import HTTPTypes
import Hummingbird
import LiveMeetings
import Localization
import WebGuard

/// The texts of all languages.
struct Languages: Sendable {
    private let folder: CatalogueFolder
    private let localizers: [String: Localizer]
    private let fallback: Localizer

    /// Reads all catalogues.
    init() throws {
        let english = try AssetFolder.locate("Catalogues/en.yaml")
        folder = try CatalogueFolder(path: String(english.dropLast("/en.yaml".count)))
        var localizers: [String: Localizer] = [:]
        for language in folder.languages {
            let negotiation = Negotiation.negotiate(preferred: [language.description], available: folder.languages)
            localizers[language.description] = try Localizer(negotiation, folder: folder)
        }
        self.localizers = localizers
        fallback = try Localizer(Negotiation.negotiate(preferred: [], available: folder.languages), folder: folder)
    }

    /// The texts for a browser.
    func localizer(for request: Request) -> Localizer {
        let wishes = AcceptLanguage.tags(request.headers[.acceptLanguage])
        return localizer(Negotiation.negotiate(preferred: wishes, available: folder.languages).language.description)
    }

    /// The texts of a language by its tag.
    func localizer(_ tag: String) -> Localizer { localizers[tag] ?? fallback }
}
#endif
