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
    /// Each consists of the words of one sentence. What came from the other side of a call during somebody's turn
    /// belongs to nobody, and is left out.
    ///
    /// - Throws: `CancellationError` once `goOn`, which is asked before each sentence, is false.
    package func points(
        in transcript: [Utterance], number: Int? = nil, using generator: inout some RandomNumberGenerator,
        while goOn: () -> Bool = { true }
    ) throws(CancellationError) -> [Point] {
        var points: [Point] = []
        for utterance in transcript where !utterance.isInterjection {
            for sentence in sentences(of: utterance) {
                guard goOn() else { throw CancellationError() }
                let kind = kind(of: sentence.text)
                guard kind != .other else { continue }
                points.append(
                    Point(
                        id: Point.ID(using: &generator), attendee: utterance.attendee, kind: kind,
                        text: String(sentence.text), start: sentence.start, end: sentence.end, maker: .rules,
                        transcript: number))
            }
        }
        return points
    }
}
