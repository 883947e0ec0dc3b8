import MeetingHistory
import MeetingModel
import SpeechRecognition

extension MeetingStore {
    /// What a recogniser is told of a meeting before it hears it: who is there, the terms of the standup, and how the
    /// meeting before it ended.
    func prompt(for meeting: Meeting) -> String {
        let standup = (try? standups())?.first { $0.id == meeting.standupID }
        return SpeechPrompt(
            names: meeting.attendees.map(\.name), vocabulary: standup?.vocabulary ?? [],
            lastWords: lastWords(before: meeting)
        ).text
    }

    private func lastWords(before meeting: Meeting) -> String {
        let recent = (try? meetings(of: meeting.standupID, limit: Self.recentMeetings, offset: 0)) ?? []
        let before = recent.first { $0.startedAt < meeting.startedAt && $0.id != meeting.id }
        guard let before, let whole = try? meetingWithoutWords(before.id) else { return "" }
        return whole.transcript.suffix(Self.lastUtterances).map(\.text).joined(separator: " ")
    }

    /// How far back the meeting before is looked for, which is the next but for late transcriptions.
    private static var recentMeetings: Int { 20 }

    /// More do not fit into a prompt.
    private static var lastUtterances: Int { 10 }
}
