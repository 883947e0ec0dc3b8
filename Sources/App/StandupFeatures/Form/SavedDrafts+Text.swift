import Foundation

extension SavedDrafts {
    /// Reads a text written by `text`, skipping drafts that a form could not produce.
    package init(text: String?) {
        let drafts = text.flatMap { try? JSONDecoder().decode([String: SavedDraft].self, from: Data($0.utf8)) }
        self.init(drafts: (drafts ?? [:]).filter { $0.value.draft.isTypeable && $0.value.unchanged.isTypeable })
    }

    /// The drafts encoded as one text.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(drafts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension StandupDraft {
    /// Whether a form could produce this draft: it has at least one row and no control characters.
    fileprivate var isTypeable: Bool {
        !rows.isEmpty
            && ([title, length, language, warnings, vocabulary] + rows.map(\.name))
                .allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
    }
}
