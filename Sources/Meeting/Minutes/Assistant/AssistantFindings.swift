import MeetingModel

/// The points of a question, from all its pieces.
struct AssistantFindings: Hashable, Sendable {
    /// A point with its place in the meeting.
    struct Finding: Hashable, Sendable {
        let attendee: Attendee.ID
        let kind: Point.Kind
        let text: String
        let start: Duration
        let end: Duration
        let continues: Point.ID?

        func says(the other: Finding) -> Bool { kind == other.kind && text.folded == other.text.folded }
    }

    private(set) var findings: [Finding] = []
    private(set) var rejected: [PointRejection: Int] = [:]

    /// Adds the points of an answer; duplicates are rejected.
    mutating func add(_ answer: AssistantAnswer, to question: AssistantQuestion) {
        rejected.merge(answer.rejected, uniquingKeysWith: +)
        for point in answer.points {
            let lines = point.lines.map { question.lines[$0] }
            guard let last = lines.last else { continue }
            // The notes of a meeting are of several turns, of which the last one decides.
            let cited = question.subject == .meeting ? [last] : lines
            add(
                Finding(
                    attendee: last.attendee, kind: point.kind, text: point.text,
                    start: cited.map(\.start).min() ?? last.start, end: cited.map(\.end).max() ?? last.end,
                    continues: point.continues))
        }
    }

    /// Adds other findings; duplicates are rejected.
    mutating func add(_ other: AssistantFindings) {
        rejected.merge(other.rejected, uniquingKeysWith: +)
        for finding in other.findings { add(finding) }
    }

    private mutating func add(_ finding: Finding) {
        if findings.contains(where: { $0.attendee == finding.attendee && $0.says(the: finding) }) {
            rejected[.duplicate, default: 0] += 1
        } else {
            findings.append(finding)
        }
    }
}
