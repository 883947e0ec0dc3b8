package import MeetingModel

package enum SpeakerLookup {
    /// All people with this name; if there are none, all with a word in their name that starts with this text.
    ///
    /// Case and accents are ignored. A person who has had several names is found by each of them. People in different
    /// standups may share a name.
    package static func find(_ text: String, in people: [Attendee]) throws(LookupError) -> Set<Attendee.ID> {
        let wanted = SearchText.words(of: text).map(\.folded)
        let names = people.map { SearchText.words(of: $0.name).map(\.folded) }
        var found = people.indices.filter { wanted.isEmpty ? people[$0].name == text : names[$0] == wanted }
        if found.isEmpty, let term = SearchQuery.Term(text, isExplicit: true, isOpen: true) {
            found = people.indices.filter { !term.occurrences(in: names[$0]).isEmpty }
        }
        guard !found.isEmpty else { throw .noAttendee(text, Self.distinct(people.map(\.name))) }
        return Set(found.map { people[$0].id })
    }

    private static func distinct(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
