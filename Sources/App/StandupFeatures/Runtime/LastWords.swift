import MeetingHistory
import MeetingModel

/// What each attendee said in a standup's previous meeting.
enum LastWords {
    /// The limit of each attendee's words, in characters: more than a screen shows.
    private static let limit = 1500
    /// The number of meetings in which a transcript is looked for.
    private static let lookBack = 5

    /// Reads the words of the newest meeting that has any, other than `meeting`; empty if there is none.
    static func read(
        of standup: Standup.ID, before meeting: Meeting.ID, in store: any MeetingStore
    ) throws(HistoryError) -> [Attendee.ID: String] {
        let meetings = try store.listedMeetings(of: standup, after: nil, limit: lookBack)
        for earlier in meetings.map(\.meeting) where earlier.id != meeting && earlier.state != .live {
            guard let version = try store.currentTranscript(of: earlier.id) else { continue }
            var words: [Attendee.ID: String] = [:]
            for line in try store.transcript(of: earlier.id, version: version) {
                let utterance = line.utterance
                guard !utterance.isInterjection else { continue }
                let before = words[utterance.attendee] ?? ""
                guard before.count < limit else { continue }
                words[utterance.attendee] = before.isEmpty ? utterance.text : before + " " + utterance.text
            }
            if !words.isEmpty { return words }
        }
        return [:]
    }
}
