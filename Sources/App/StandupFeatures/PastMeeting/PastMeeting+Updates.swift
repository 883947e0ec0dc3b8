import Localization
import MeetingHistory
import MeetingModel

// What attendees have written for a past meeting.

extension PastMeeting {
    /// The updates in the transcript, each where the author's turn was or would have been.
    func writtenInTranscript(_ loaded: LoadedMeeting, _ localizer: Localizer) -> [WrittenRow] {
        loaded.meeting.updates.map { update in
            let place = loaded.meeting.place(of: update.attendee)
            let line = loaded.transcript.firstIndex { $0.utterance.start >= place }
            return row(update, above: line ?? loaded.transcript.count, of: loaded.meeting, localizer)
        }
        .sorted { $0.row < $1.row }
    }

    /// The updates in the minutes, each above the points of its author.
    func written(among points: [MeetingModel.Point], of meeting: Meeting, _ localizer: Localizer) -> [WrittenRow] {
        let order = Dictionary(
            meeting.attendees.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        return meeting.updates.map { update in
            let own = order[update.attendee] ?? .max
            let point = points.firstIndex { (order[$0.attendee] ?? .max) >= own }
            return row(update, above: point ?? points.count, of: meeting, localizer)
        }
        .sorted { $0.row < $1.row }
    }

    private func row(_ update: WrittenUpdate, above row: Int, of meeting: Meeting, _ localizer: Localizer) -> WrittenRow
    {
        WrittenRow(
            name: localizer(.recordWrote(name: .text(meeting.name(of: update.attendee, localizer)))),
            lines: update.lines, row: row)
    }
}

extension [MeetingScreen.Line] {
    /// The lines, with the speaker's name in each line that is below something written.
    func naming(speakersBelow written: [WrittenRow]) -> [MeetingScreen.Line] {
        var lines = self
        for row in written.lazy.map(\.row) where indices.contains(row) && self[row].name.isEmpty {
            lines[row].name = self[..<row].last { !$0.name.isEmpty }?.name ?? ""
        }
        return lines
    }
}
