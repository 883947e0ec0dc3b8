import MeetingHistory
package import MeetingModel

/// A standup as an address names it.
package enum StandupReference {
    /// The standup that a text means: its id or title, its number in the list, or the start of one title or id.
    ///
    /// What is exact wins over a number, and a number over the start of something. Nil if there is no such standup, or
    /// more than one.
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
