import Foundation
import MeetingModel

extension Localizer {
    /// The name of a language, such as "English (United Kingdom)" for `en-GB`; the tag itself if it has no name.
    package func name(ofLanguage tag: String) -> String {
        let safe = DisplayText(tag).description
        let locale = Locale(identifier: locale.description)
        guard let name = locale.localizedString(forIdentifier: tag), !name.isEmpty, name != tag else { return safe }
        return DisplayText(name).description
    }
}
