package import MeetingModel
import StandupSpeech

/// Asks an assistant for the points of a meeting: one question a turn, then one for the meeting.
package struct MeetingAssistant: Sendable {
    /// What an assistant needs besides the meeting.
    package struct Context: Sendable {
        /// The standup's names and terms.
        package var terms: [String]
        /// The names of all attendees of the standup.
        package var names: [Attendee.ID: String]
        /// The attendees' open points of earlier meetings.
        package var openPoints: [Attendee.ID: [Point]]

        init(
            terms: [String] = [], names: [Attendee.ID: String] = [:], openPoints: [Attendee.ID: [Point]] = [:]
        ) {
            self.terms = terms
            self.names = names
            self.openPoints = openPoints
        }
    }

    /// The points of a meeting, and what is missing.
    package struct Report: Hashable, Sendable {
        /// The points, in the order in which they were said.
        package internal(set) var points: [Point] = []
        /// How many points of the answers were not used, by the reason.
        package internal(set) var rejected: [PointRejection: Int] = [:]
        /// The turns, or the whole meeting, without points because the assistant's answer could not be used.
        package internal(set) var failures: [Failure] = []
    }

    /// A question without a usable answer.
    package struct Failure: Hashable, Sendable {
        /// The turn; nil for the question about the meeting.
        package let turn: SpokenTurn?
        package let error: AssistantError
    }

    private let client: AssistantClient

    /// Creates an assistant with a client, which it uses alone.
    package init(_ client: AssistantClient) { self.client = client }

    /// Asks for the points of a meeting's transcript with a number; takes minutes. [one thread at a time]
    ///
    /// `progress` gets the number of answered questions, and of all. Each point has the time of the lines that the answer
    /// cites, which are of the turn that the question was about.
    ///
    /// - Throws: `AssistantError` if the server fails, or if no answer can be used.
    package func points(
        of meeting: Meeting, number: Int? = nil, with context: Context,
        using generator: inout some RandomNumberGenerator,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(AssistantError) -> Report {
        let turns = SpokenTurn.turns(of: meeting)
        let names = context.names.merging(meeting.attendees.map { ($0.id, $0.name) }) { _, present in present }
        var findings = AssistantFindings()
        var failures: [Failure] = []
        for (index, turn) in turns.enumerated() {
            progress(index, turns.count + 1)
            let question = AssistantQuestion(
                subject: .turn(name: turn.name), lines: turn.utterances.map(PromptLine.init), names: names,
                language: meeting.language, terms: context.terms,
                openPoints: context.openPoints[turn.attendee] ?? [])
            do throws(AssistantError) {
                let found = try client.findings(of: question)
                findings.add(found)
                // A model that only says what cannot be used has not answered: the rules' points stay.
                if found.findings.isEmpty, !found.rejected.isEmpty {
                    let error = AssistantError(client.server.address.text, .answer("none of its points can be used"))
                    failures.append(Failure(turn: turn, error: error))
                }
            } catch {
                guard error.concernsOneTurn else { throw error }
                failures.append(Failure(turn: turn, error: error))
            }
        }
        if let failure = failures.first, failures.count == turns.count { throw failure.error }
        let notes = findings.findings.sorted { $0.start < $1.start }
        progress(turns.count, turns.count + 1)
        if Set(notes.map(\.attendee)).count > 1 {
            let question = AssistantQuestion(
                subject: .meeting,
                lines: notes.map {
                    PromptLine(
                        attendee: $0.attendee, text: "(\($0.kind.rawValue)) \($0.text)", start: $0.start, end: $0.end)
                },
                names: names, language: meeting.language, terms: context.terms, openPoints: [])
            do throws(AssistantError) {
                findings.add(try client.findings(of: question))
            } catch {
                guard error.concernsOneTurn else { throw error }
                failures.append(Failure(turn: nil, error: error))
            }
        }
        var report = Report(rejected: findings.rejected, failures: failures)
        for finding in findings.findings.sorted(by: { $0.start < $1.start }) {
            report.points.append(
                Point(
                    id: Point.ID(using: &generator), attendee: finding.attendee, kind: finding.kind,
                    text: finding.text, start: finding.start, end: finding.end, maker: .assistant,
                    transcript: number, continues: finding.continues))
        }
        return report
    }
}
