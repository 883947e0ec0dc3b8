package import MeetingModel

extension PointRules {
    /// The points of a transcript with a number, in the order in which they were said.
    ///
    /// Each consists of the words of one sentence. What came from the other side of a call during somebody's turn
    /// belongs to nobody, and is left out.
    package func points(
        in transcript: [Utterance], number: Int? = nil, using generator: inout some RandomNumberGenerator
    ) -> [Point] {
        var points: [Point] = []
        for utterance in transcript where !utterance.isInterjection {
            for sentence in sentences(of: utterance) {
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
