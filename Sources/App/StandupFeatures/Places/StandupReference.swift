import MeetingHistory
package import MeetingModel

/// Resolves a standup from its text in an address.
package enum StandupReference {
    /// The standup for a text: its id or title, its number in the list, or a unique prefix of a title or id.
    ///
    /// An exact match takes precedence over a number, and a number over a prefix. Nil if there is no match, or more
    /// than one.
    package static func find(_ text: String, in standups: [Standup]) -> Standup? {
        let wanted = SearchText(text)
        if let exact = standups.first(where: { $0.id.rawValue == text }) { return exact }
        let isTitle = standups.contains { SearchText($0.title) == wanted }
        if !isTitle, text.utf8.count < 10, let number = Int(text), (1...max(1, standups.count)).contains(number),
            !standups.isEmpty
        {
            return standups[number - 1]
        }
        return try? StandupLookup.find(text, in: standups)
    }
}
