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
        let found = indices(titled: text, in: standups)
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

    /// The standups with this title, or else those whose title starts with the text, as indices.
    static func indices(titled text: String, in standups: [(id: Standup.ID, title: String)]) -> [Int] {
        let wanted = folded(text)
        guard !wanted.isEmpty else { return [] }
        let titles = standups.map { folded($0.title) }
        let exact = titles.indices.filter { titles[$0] == wanted }
        return exact.isEmpty ? titles.indices.filter { titles[$0].hasPrefix(wanted) } : exact
    }

    /// What to type to choose each of the first standups: its title, or an id and the title if another has the same.
    package static func names(of standups: [Standup], first count: Int) -> [String] {
        choices(Array(standups.indices.prefix(count)), among: standups.map { (id: $0.id, title: $0.title) })
    }

    /// What to type to choose each standup, with the title beside an id.
    static func choices(_ found: [Int], among standups: [(id: Standup.ID, title: String)]) -> [String] {
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
    /// The meeting that a text names.
    ///
    /// `latest` is the newest meeting, `TITLE/n` the nth newest of a standup. Any other text names the newest meeting of
    /// a standup, as `StandupLookup` finds it, or is the start of a meeting's id. A whole id wins over a title, and a
    /// title over the start of an id. A meeting is found by its standup's current title, or by its own title if the
    /// standup was deleted. No list of meetings is read.
    ///
    /// - Parameters:
    ///   - text: What the user typed.
    ///   - store: The history.
    ///   - needsNumber: Whether a title without a number is an error, as for what cannot be undone.
    /// - Returns: The meeting's id.
    /// - Throws: A `LookupError` if there is none, or more than one; a `HistoryError` if it cannot be read.
    package static func find(
        _ text: String, in store: some MeetingCatalogue & StandupStore, needsNumber: Bool = false
    ) throws -> Meeting.ID {
        let wanted = folded(text)
        if wanted == "latest" {
            guard let latest = try store.meetings(of: nil, limit: 1, offset: 0).first else {
                throw LookupError.noMeetings
            }
            return latest.id
        }
        guard !wanted.isEmpty else { throw LookupError.noMeeting(text) }
        let started = wanted.count < StandupLookup.shortestID ? [] : try store.meetingIDs(startingWith: wanted)
        if let exact = started.first(where: { folded($0.rawValue) == wanted }) { return exact }
        let known = try titles(in: store)
        if let slash = text.lastIndex(of: "/"), let number = Int(text[slash...].dropFirst()) {
            guard number > 0 else { throw LookupError.noMeeting(text) }
            let title = String(text[..<slash])
            return try meeting(number, of: StandupLookup.indexOfTitle(title, in: known), known, text, in: store)
        }
        let titled = StandupLookup.indices(titled: text, in: known)
        guard titled.count < 2 else {
            throw LookupError.severalStandups(text, StandupLookup.choices(titled, among: known))
        }
        if let index = titled.first {
            let newest = try meeting(1, of: index, known, text, in: store)
            guard !needsNumber else { throw LookupError.noMeeting(text, near: [known[index].title + "/1"]) }
            return newest
        }
        if let first = started.first, started.count == 1 { return first }
        guard started.isEmpty else { throw LookupError.severalMeetings(text, started.map(\.rawValue)) }
        if !needsNumber, let index = try? StandupLookup.indexOfTitle(text, in: known) {
            return try meeting(1, of: index, known, text, in: store)
        }
        // A standup without meetings is no suggestion.
        let held = Set(try store.meetingSummaries().map(\.standupID))
        let near = Misspelling.suggestions(for: text, among: known.filter { held.contains($0.id) }.map(\.title))
        throw LookupError.noMeeting(text, near: needsNumber ? near.map { $0 + "/1" } : near)
    }

    /// The titles of the standups, and of the meetings whose standup was deleted, the newest first.
    private static func titles(
        in store: some MeetingCatalogue & StandupStore
    ) throws -> [(id: Standup.ID, title: String)] {
        let known = try store.standups().map { (id: $0.id, title: $0.title) }
        let ids = Set(known.map(\.id))
        let others = try store.meetingSummaries().filter { !ids.contains($0.standupID) }
        return known
            + others.sorted { $0.lastStartedAt > $1.lastStartedAt }.map { (id: $0.standupID, title: $0.lastTitle) }
    }

    /// The nth newest meeting of a standup.
    private static func meeting(
        _ number: Int, of index: Int, _ known: [(id: Standup.ID, title: String)], _ text: String,
        in store: some MeetingCatalogue & StandupStore
    ) throws -> Meeting.ID {
        let standup = known[index].id
        if let found = try store.meetings(of: standup, limit: 1, offset: number - 1).first { return found.id }
        throw LookupError.tooFewMeetings(text, try store.meetingCount(of: standup))
    }
}

/// Finds an attendee by what a user typed.
package enum AttendeeLookup {
    /// A name that several attendees have.
    package struct SharedName: Hashable, Sendable {
        /// The name of the first.
        package let name: String
        package let count: Int
    }

    /// The names that several attendees have, ignoring case, in their order.
    package static func shared(in names: [String]) -> [SharedName] {
        let bearers = Dictionary(grouping: names, by: folded)
        var told: Set<String> = []
        return names.compactMap { name in
            guard let count = bearers[folded(name)]?.count, count > 1, told.insert(folded(name)).inserted else {
                return nil
            }
            return SharedName(name: name, count: count)
        }
    }

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
