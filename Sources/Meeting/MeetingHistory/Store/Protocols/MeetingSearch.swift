package import MeetingModel

/// Search in the meetings of a history. [any thread]
package protocol MeetingSearch: Sendable {
    /// The utterances of current transcripts, updates of meetings, titles, notes and names that match.
    ///
    /// The best match comes first (BM25); of equal matches, the newer. A title or name shared by many meetings of a
    /// standup is one hit.
    func search(_ request: SearchRequest) throws(HistoryError) -> [SearchHit]

    /// All attendees of all meetings, once for each of their names, in no particular order.
    func people() throws(HistoryError) -> [Attendee]
}

extension MeetingSearch {
    /// The words of a search that found nothing, with each unknown one replaced by the most similar one that was said or
    /// written and begins with the same two letters; nil if there is none.
    package func likelyWords(_ text: String, in request: SearchRequest) throws(HistoryError) -> [String]? {
        var (likely, isNew) = ([String](), false)
        for word in SearchText.words(of: text) {
            likely.append(String(text[word.range]))
            guard word.folded.count > 3, let alone = try? SearchQuery("\"\(word.folded)\""),
                let beginning = try? SearchQuery(word.folded.prefix(2) + "*")
            else { continue }
            var request = request
            (request.query, request.limit, request.offset) = (alone, 1, 0)
            guard try search(request).isEmpty else { continue }
            (request.query, request.limit) = (beginning, 500)
            let known = try search(request).flatMap { hit in hit.matches.map { hit.text[$0].lowercased() } }
            guard let near = Misspelling.suggestions(for: word.folded, among: known).first else { continue }
            (likely[likely.count - 1], isNew) = (near, true)
        }
        return isNew ? likely : nil
    }
}
