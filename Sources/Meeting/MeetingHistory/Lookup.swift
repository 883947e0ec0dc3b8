package import MeetingModel

/// Finds the standup that a user means.
package enum StandupLookup {
    /// The standup with this id, this title (any case), or the only one whose title starts so.
    ///
    /// An exact title wins over a start of one.
    package static func find(_ text: String, in standups: [Standup]) throws(LookupError) -> Standup {
        let index = try indexOfTitle(text, in: standups.map { (id: $0.id, title: $0.title) })
        return standups[index]
    }

    /// The index of the standup that is meant.
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
        guard found.isEmpty else {
            // The id tells those of one title apart.
            let names = found.map { index in
                titles.count { $0 == titles[index] } > 1
                    ? "\(standups[index].title) = \(standups[index].id)" : standups[index].title
            }
            throw .severalStandups(text, names)
        }
        throw .noStandup(text)
    }
}

/// Finds the meeting that a user means.
package enum MeetingLookup {
    /// The newest meeting for `latest`, the nth newest of a standup for `TITLE/n`, or the only meeting whose id starts
    /// so.
    ///
    /// - Parameters:
    ///   - text: What the user gave.
    ///   - meetings: All meetings, newest first.
    ///   - standups: The standups, whose titles are those of now. A meeting whose standup is not among them is found by
    ///     the title it was held under.
    /// - Returns: The meeting.
    /// - Throws: An error if there is none, or more than one.
    package static func find(
        _ text: String,
        in meetings: [Meeting],
        standups: [Standup]
    ) throws(LookupError) -> Meeting {
        if folded(text) == "latest" {
            guard let latest = meetings.first else { throw .noMeetings }
            return latest
        }
        if let slash = text.lastIndex(of: "/") {
            return try find(text, title: String(text[..<slash]), number: text[slash...].dropFirst(), meetings, standups)
        }
        let wanted = folded(text)
        let found = wanted.isEmpty ? [] : meetings.filter { folded($0.id.rawValue).hasPrefix(wanted) }
        guard let first = found.first else { throw .noMeeting(text) }
        if found.count == 1 { return first }
        if let exact = found.first(where: { folded($0.id.rawValue) == wanted }) { return exact }
        throw .severalMeetings(text, found.map(\.id.rawValue))
    }

    private static func find(
        _ text: String,
        title: String,
        number: Substring,
        _ meetings: [Meeting],
        _ standups: [Standup]
    ) throws(LookupError) -> Meeting {
        guard let number = Int(number), number > 0 else { throw .noMeeting(text) }
        var known = standups.map { (id: $0.id, title: $0.title) }
        var ids = Set(known.map(\.id))
        for meeting in meetings where ids.insert(meeting.standupID).inserted {
            known.append((id: meeting.standupID, title: meeting.title))
        }
        let standup = known[try StandupLookup.indexOfTitle(title, in: known)].id
        let held = meetings.filter { $0.standupID == standup }
        guard number <= held.count else { throw .tooFewMeetings(text, held.count) }
        return held[number - 1]
    }
}

/// Finds the attendee that a user means.
package enum AttendeeLookup {
    /// The index of the name (any case), or of its nth bearer for `NAME#n`.
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

/// Text as it is compared: in any case, without white space around it; strings compare accents by meaning anyway.
private func folded(_ text: String) -> String {
    text.trimmedName.lowercased()
}
