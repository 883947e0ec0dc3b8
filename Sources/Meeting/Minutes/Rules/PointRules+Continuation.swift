import MeetingHistory
import MeetingModel

extension PointRules {
    /// Points with links to the earlier points that they take up, and the earlier points that are settled by that.
    ///
    /// What is done settles a plan or a blocker of the same person; a plan takes up a plan, a blocker a blocker, a
    /// question a question. Both have to share two words that say something about the subject, or the only one of either.
    func continuing(
        _ points: [Point], from earlier: [CarriedPoint]
    ) -> (points: [Point], settled: [Point.ID]) {
        var candidates = earlier.filter(\.isOpen).map { (point: $0.point, subject: subject(of: $0.point)) }
        var settled: [Point.ID] = []
        let linked = points.map { point in
            guard point.continues == nil, point.state != .dropped else { return point }
            let subject = subject(of: point)
            let best = candidates.indices
                .filter { index in
                    let candidate = candidates[index].point
                    return candidate.attendee == point.attendee && point.kind.takesUp(candidate.kind)
                }
                .map { (index: $0, shared: subject.intersection(candidates[$0].subject).count) }
                .max { $0.shared < $1.shared }
            guard let best, best.shared > 0,
                best.shared > 1 || min(subject.count, candidates[best.index].subject.count) == 1
            else { return point }
            var continued = point
            continued.continues = candidates[best.index].point.id
            if point.kind == .done { settled.append(candidates[best.index].point.id) }
            candidates.remove(at: best.index)
            return continued
        }
        return (linked, settled)
    }

    /// The subject of a point; the longest word of an unfinished one without a subject, such as "I am blocked".
    private func subject(of point: Point) -> Set<[Unicode.Scalar]> {
        let words = PhraseWord.words(of: point.text)
        let subject = subject(of: words)
        guard subject.isEmpty, point.kind != .done else { return subject }
        let longest = words.max { $0.scalars.count < $1.scalars.count }
        return longest.map { [Array($0.scalars.prefix(stemLength))] } ?? []
    }

    /// The beginnings of the words that say something about the subject of a sentence.
    func subject(of words: [PhraseWord]) -> Set<[Unicode.Scalar]> {
        Set(
            words.filter { !ignored.contains($0) && !fillers.contains($0) && $0.scalars.count > 1 }
                .map { Array($0.scalars.prefix(stemLength)) })
    }
}

extension Point.Kind {
    /// Whether a point of this kind may take up an earlier one of another.
    fileprivate func takesUp(_ earlier: Point.Kind) -> Bool {
        switch (self, earlier) {
        case (.done, .plan), (.done, .blocker), (.plan, .plan), (.blocker, .blocker), (.question, .question): true
        default: false
        }
    }
}
