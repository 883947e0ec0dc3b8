package import MeetingModel

/// Finds a standup by what a user typed.
package enum StandupLookup {
    /// The shortest prefix of an id that names a standup; shorter ones are easily confused with numbers in a list.
    package static let shortestID = 4

    /// The standup with this id or title, or the only one whose title, or else id, starts with the text.
    ///
    /// The case of titles is ignored.
    package static func find(_ text: String, in standups: [Standup]) throws(LookupError) -> Standup {
        let index = try indexOfTitle(text, in: standups.map { (id: $0.id, title: $0.title) })
        return standups[index]
    }

    /// The index of the standup that matches.
    static func indexOfTitle(
        _ text: String,
        in standups: [(id: Standup.ID, title: String)]
    ) throws(LookupError) -> Int {
        if let index = standups.firstIndex(where: { $0.id.rawValue == text }) { return index }
        let wanted = folded(text)
        let titles = standups.map { folded($0.title) }
        let exact = titles.indices.filter { titles[$0] == wanted }
        let found = exact.isEmpty && !wanted.isEmpty ? titles.indices.filter { titles[$0].hasPrefix(wanted) } : exact
        if let first = found.first, found.count == 1 { return first }
        guard found.isEmpty else { throw .severalStandups(text, choices(found, among: standups)) }
        let ids = standups.map { folded($0.id.rawValue) }
        let started = wanted.count < shortestID ? [] : ids.indices.filter { ids[$0].hasPrefix(wanted) }
        if let first = started.first, started.count == 1 { return first }
        guard started.isEmpty else {
            let short = ShortID.texts(of: ids)
            throw .severalStandups(text, started.map { "\(short[$0]) (\(standups[$0].title))" })
        }
        throw .noStandup(text, near: Misspelling.suggestions(for: text, among: standups.map(\.title)))
    }

    /// What to type to choose each standup: its title, or the start of its id if another has the same title.
    private static func choices(_ found: [Int], among standups: [(id: Standup.ID, title: String)]) -> [String] {
        let titles = standups.map { folded($0.title) }
        let short = ShortID.texts(of: standups.map(\.id.rawValue))
        return found.map { index in
            titles.count { $0 == titles[index] } > 1
                ? "\(short[index]) (\(standups[index].title))" : standups[index].title
        }
    }

    /// The other standups with the same title, ignoring case.
    package static func namesakes(of standup: Standup, in standups: [Standup]) -> [Standup] {
        standups.filter { $0.id != standup.id && folded($0.title) == folded(standup.title) }
    }
}

/// Finds a meeting by what a user typed.
package enum MeetingLookup {
    /// The newest meeting for `latest`, the nth newest of a standup for `TITLE/n`, or the only meeting whose id starts
    /// with the text.
    ///
    /// A meeting is found by its standup's current title, or by its own title if the standup was deleted. No list of
    /// meetings is read.
    ///
    /// - Parameters:
    ///   - text: What the user typed.
    ///   - store: The history.
    /// - Returns: The meeting's id.
    /// - Throws: A `LookupError` if there is none, or more than one; a `HistoryError` if it cannot be read.
    package static func find(_ text: String, in store: some MeetingCatalogue & StandupStore) throws -> Meeting.ID {
        if folded(text) == "latest" {
            guard let latest = try store.meetings(of: nil, limit: 1, offset: 0).first else {
                throw LookupError.noMeetings
            }
            return latest.id
        }
        if let slash = text.lastIndex(of: "/") {
            return try find(text, title: String(text[..<slash]), number: text[slash...].dropFirst(), in: store)
        }
        let wanted = folded(text)
        let found = wanted.isEmpty ? [] : try store.meetingIDs(startingWith: wanted)
        guard let first = found.first else { throw LookupError.noMeeting(text, near: try near(text, in: store)) }
        if found.count == 1 { return first }
        if let exact = found.first(where: { folded($0.rawValue) == wanted }) { return exact }
        throw LookupError.severalMeetings(text, found.map(\.rawValue))
    }

    /// The newest meetings of the standups that match a title without a number.
    private static func near(_ text: String, in store: some MeetingCatalogue & StandupStore) throws -> [String] {
        let standups = try store.standups()
        if let standup = try? StandupLookup.find(text, in: standups) { return [standup.title + "/1"] }
        return Misspelling.suggestions(for: text, among: standups.map(\.title)).map { $0 + "/1" }
    }

    private static func find(
        _ text: String,
        title: String,
        number: Substring,
        in store: some MeetingCatalogue & StandupStore
    ) throws -> Meeting.ID {
        guard let number = Int(number), number > 0 else { throw LookupError.noMeeting(text) }
        var known = try store.standups().map { (id: $0.id, title: $0.title) }
        let ids = Set(known.map(\.id))
        let others = try store.meetingSummaries().filter { !ids.contains($0.standupID) }
        known += others.sorted { $0.lastStartedAt > $1.lastStartedAt }.map { (id: $0.standupID, title: $0.lastTitle) }
        let standup = known[try StandupLookup.indexOfTitle(title, in: known)].id
        if let found = try store.meetings(of: standup, limit: 1, offset: number - 1).first { return found.id }
        throw LookupError.tooFewMeetings(text, try store.meetingCount(of: standup))
    }
}

/// Finds an attendee by what a user typed.
package enum AttendeeLookup {
    /// The index of the name (ignoring case), or of the nth attendee with that name for `NAME#n`.
    package static func index(of text: String, in names: [String]) throws(LookupError) -> Int {
        let found = bearers(of: text, in: names)
        if let first = found.first, found.count == 1 { return first }
        if found.count > 1 {
            throw .severalAttendees(text, (1...found.count).map { "\(names[found[$0 - 1]])#\($0)" })
        }
        if let mark = text.lastIndex(of: "#"), let number = Int(text[mark...].dropFirst()), number > 0 {
            let found = bearers(of: String(text[..<mark]), in: names)
            if number <= found.count { return found[number - 1] }
        }
        throw .noAttendee(text, names)
    }

    private static func bearers(of text: String, in names: [String]) -> [Int] {
        let wanted = folded(text)
        return names.indices.filter { folded(names[$0]) == wanted }
    }
}

/// A text for comparison: lowercased and trimmed.
///
/// Strings compare composed and decomposed accents alike.
private func folded(_ text: String) -> String {
    text.trimmedName.lowercased()
}
