import MeetingHistory
import MeetingModel
import StandupSpeech

extension MeetingCatalogue where Self: StandupStore {
    /// Contains the attendees, the standup's terms and the end of the previous meeting's transcript.
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

    /// The number of meetings to search for the previous one.
    ///
    /// It is the first one except in late transcriptions.
    private static var recentMeetings: Int { 20 }

    /// The maximum number of utterances that fit into a prompt.
    private static var lastUtterances: Int { 10 }
}
