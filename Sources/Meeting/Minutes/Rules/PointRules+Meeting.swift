package import MeetingModel

extension PointRules {
    /// The points of what attendees wrote for a meeting: those of each line, at the place of its author in the meeting.
    ///
    /// - Throws: `CancellationError` once `goOn` is false.
    package func points(
        written meeting: Meeting, using generator: inout some RandomNumberGenerator, while goOn: () -> Bool = { true }
    ) throws(CancellationError) -> [Point] {
        let lines = meeting.updates.flatMap { update in
            let place = meeting.place(of: update.attendee)
            return update.lines.map { line in
                Utterance(
                    attendee: update.attendee, start: place, end: place, text: line, recognizer: "", words: [])
            }
        }
        return try points(in: lines, using: &generator, while: goOn)
    }

    /// The points of a transcript with a number, in the order in which they were said.
    ///
    /// Each consists of the words of one clause or several. What came from the other side of a call during somebody's turn
    /// belongs to nobody, and is left out.
    ///
    /// - Throws: `CancellationError` once `goOn`, which is asked before each clause, is false.
    package func points(
        in transcript: [Utterance], number: Int? = nil, using generator: inout some RandomNumberGenerator,
        while goOn: () -> Bool = { true }
    ) throws(CancellationError) -> [Point] {
        var statements: [Statement] = []
        for utterance in transcript where !utterance.isInterjection {
            for clause in clauses(of: utterance) {
                guard goOn() else { throw CancellationError() }
                let words = PhraseWord.words(of: clause.text)
                let next = Statement(
                    attendee: utterance.attendee, kind: kind(of: words), text: String(clause.text), words: words,
                    start: clause.start, end: clause.end)
                let joined = statements.last.flatMap { join($0, next, inOneSentence: clause.isWithinSentence) }
                if joined != nil { statements.removeLast() }
                statements.append(joined ?? next)
            }
        }
        var points: [Point] = []
        for statement in statements {
            guard let kind = statement.kind, kind != .other else { continue }
            points.append(
                Point(
                    id: Point.ID(using: &generator), attendee: statement.attendee, kind: kind, text: statement.text,
                    start: statement.start, end: statement.end, maker: .rules, transcript: number))
        }
        return points
    }

    /// A statement with the clause that follows it; nil if that is another statement.
    private func join(_ last: Statement, _ next: Statement, inOneSentence: Bool) -> Statement? {
        let words = last.words + next.words
        guard last.attendee == next.attendee, words.count <= Self.longestClause else { return nil }
        let isReason = next.words.first { !fillers.contains($0) }.map(reasons.contains) ?? false
        let isSame = last.kind == next.kind
        let isNeeded = last.kind != nil && last.kind != .other && subject(of: last.words).isEmpty
        // Nobody says two blockers or questions in one breath, and "I merged it" says nothing new.
        let saysTheSame = isSame && ([.blocker, .question].contains(next.kind) || subject(of: next.words).count < 2)
        guard
            isReason || isNeeded && (next.kind == nil || isSame)
                || inOneSentence && (last.kind == nil || next.kind == nil || saysTheSame)
        else { return nil }
        // A reason may be what makes it a blocker.
        let known = isReason && last.kind != .blocker ? nil : last.kind ?? next.kind
        return Statement(
            attendee: last.attendee, kind: known ?? kind(of: words) ?? last.kind, text: "\(last.text) \(next.text)",
            words: words, start: last.start, end: next.end)
    }
}

/// What an attendee says in one clause or several.
private struct Statement {
    let attendee: Attendee.ID
    /// Nil if no rule says anything.
    let kind: Point.Kind?
    let text: String
    let words: [PhraseWord]
    let start: Duration
    let end: Duration
}
