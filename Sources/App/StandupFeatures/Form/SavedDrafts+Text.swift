import Foundation
import MeetingModel

extension SavedDrafts {
    /// What the text holds.
    private struct Stored: Codable {
        var forms: [String: SavedDraft] = [:]
        var updates: [String: SavedUpdate] = [:]
    }

    /// Reads a text written by `text`, skipping what no form and no field could produce.
    package init(text: String?) {
        let stored = text.flatMap { try? JSONDecoder().decode(Stored.self, from: Data($0.utf8)) } ?? Stored()
        self.init(
            drafts: stored.forms.filter { $0.value.draft.isTypeable && $0.value.unchanged.isTypeable },
            updates: stored.updates.filter { $0.value.text.isTypeable })
    }

    /// The drafts encoded as one text.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(Stored(forms: drafts, updates: updates))).map {
            String(decoding: $0, as: UTF8.self)
        }
            ?? ""
    }
}

extension StandupDraft {
    /// Whether a form could produce this draft: it has at least one row and no control characters.
    fileprivate var isTypeable: Bool {
        !rows.isEmpty && ([title, length, language, warnings, vocabulary] + rows.map(\.name)).allSatisfy(\.isTypeable)
    }
}

extension String {
    /// Whether it has no control characters.
    var isTypeable: Bool { unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
}
