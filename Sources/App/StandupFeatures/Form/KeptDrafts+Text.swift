import Foundation

extension KeptDrafts {
    /// Reads a text that `text` wrote; one that cannot be read holds no drafts.
    package init(text: String?) {
        let drafts = text.flatMap { try? JSONDecoder().decode([String: KeptDraft].self, from: Data($0.utf8)) }
        self.init(drafts: drafts ?? [:])
    }

    /// The drafts as one text.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(drafts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
