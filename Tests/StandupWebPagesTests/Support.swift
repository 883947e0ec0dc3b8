import Assets
import Localization
import MeetingModel
import StandupFeatures

@testable import standup_gallery
@testable import Web

/// What the tests share.
enum Support {
    /// The texts of all languages; times are in UTC.
    static let localizers: [String: Localizer] = ["en", "de", "ko"].reduce(into: [:]) { localizers, language in
        localizers[language] = try? Localizer(gallery: language)
    }

    /// The English texts.
    static var english: Localizer { localizers["en"] ?? Localizer() }

    /// The languages, in order.
    static let languages = ["en", "de", "ko"]
}

func id<Owner>(_ text: String) -> Identifier<Owner> { Identifier(rawValue: text) }
