import Foundation
import Localization
import Testing

/// The application's own texts, with the times of UTC.
enum Texts {
    static func localizer(_ language: String = "en") throws -> Localizer {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let folder = try CatalogueFolder(path: root.appending(path: "Assets/Catalogues").path)
        let negotiation = Negotiation.negotiate(preferred: [language], available: folder.languages)
        return try Localizer(negotiation, folder: folder, zone: .fixed(secondsFromUTC: 0))
    }
}
