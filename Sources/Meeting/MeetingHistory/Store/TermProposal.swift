package import MeetingModel

/// A word that users have corrected more than once, which may be a term of the standup.
package struct TermProposal: Hashable, Sendable {
    /// The word or words as corrected last.
    package let term: String
    /// How often something else was heard.
    package let count: Int
    /// What was heard, each once, the first first.
    package let heard: [String]

    package init(term: String, count: Int, heard: [String]) {
        (self.term, self.count, self.heard) = (term, count, heard)
    }

    /// The most words of a term, and of what was heard instead: more are another sentence.
    private static let mostWords = (term: 3, heard: 6)

    /// The words that corrections of a transcript put in place of others, in order.
    static func replacements(
        from old: [NumberedUtterance], to new: [NumberedUtterance]
    ) -> [(heard: String, term: String)] {
        let corrected = Dictionary(new.map { ($0.id, $0.utterance.text) }) { first, _ in first }
        return old.flatMap { utterance -> [(heard: String, term: String)] in
            guard let text = corrected[utterance.id], text != utterance.utterance.text else { return [] }
            return WordAlignment(from: words(utterance.utterance.text), to: words(text)).parts.compactMap { part in
                guard case .changed(let from, let to) = part, from.count <= mostWords.heard,
                    to.count <= mostWords.term
                else { return nil }
                let (heard, term) = (
                    from.joined(separator: " ").trimmingPunctuation, to.joined(separator: " ").trimmingPunctuation
                )
                return heard.isEmpty || term.isEmpty ? nil : (String(heard), String(term))
            }
        }
    }

    /// The proposals among replacements, the most frequent first.
    static func proposals(
        among replacements: [(heard: String, term: String)], excluding isExcluded: (String) -> Bool
    ) -> [TermProposal] {
        var proposals: [String: TermProposal] = [:]
        for (heard, term) in replacements where !isExcluded(term) {
            let before = proposals[term.lowercased()]
            let known = before?.heard ?? []
            let isNew = !known.contains { $0.lowercased() == heard.lowercased() }
            proposals[term.lowercased()] = TermProposal(
                term: term, count: (before?.count ?? 0) + 1, heard: isNew ? known + [heard] : known)
        }
        return proposals.values.filter { $0.count > 1 }.sorted { ($1.count, $0.term) < ($0.count, $1.term) }
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

extension MeetingCatalogue where Self: StandupStore & TranscriptStore {
    /// The proposals that a meeting's corrections have a part in, from the last 50 meetings of its standup; none if the
    /// standup was deleted.
    ///
    /// `isCommon` says which words are no terms; the names and terms of the standup are none either.
    package func termProposals(
        after meeting: Meeting, isCommon: (_ word: String) -> Bool
    ) throws(HistoryError) -> [TermProposal] {
        guard let standup = try standups().first(where: { $0.id == meeting.standupID }) else { return [] }
        let own = try replacements(in: meeting.id)
        guard !own.isEmpty else { return [] }
        var all = own
        for other in try meetings(of: standup.id, limit: 50, offset: 0) where other.id != meeting.id {
            all = try replacements(in: other.id) + all
        }
        let names = (standup.attendees.map(\.name) + meeting.attendees.map(\.name))
            .flatMap { [$0] + $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        let known = Set((standup.vocabulary + names).map { $0.lowercased() })
        let corrected = Set(own.map { $0.term.lowercased() })
        return TermProposal.proposals(among: all) { term in
            !corrected.contains(term.lowercased()) || known.contains(term.lowercased())
                || term.contains(where: Standup.termSeparators.contains)
                || term.split(separator: " ").allSatisfy { isCommon(String($0)) }
        }
    }

    /// What the corrections that led to a meeting's current transcript have replaced, the earliest first.
    private func replacements(in meeting: Meeting.ID) throws(HistoryError) -> [(heard: String, term: String)] {
        let versions = try transcriptVersions(of: meeting)
        var replacements: [(heard: String, term: String)] = []
        var version = versions.first(where: \.isCurrent)
        while let corrected = version, case .correction(let number) = corrected.origin, number < corrected.number {
            version = versions.first { $0.number == number }
            guard version != nil else { break }
            replacements =
                TermProposal.replacements(
                    from: try transcript(of: meeting, version: number),
                    to: try transcript(of: meeting, version: corrected.number)) + replacements
        }
        return replacements
    }
}
