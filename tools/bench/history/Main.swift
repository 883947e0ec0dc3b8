import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory

/// Measures the history in process: `history-bench search DATABASE` reads queries, one a line, from standard input and
/// prints the seconds that each took, the best of three, with the number of hits; `history-bench write DATABASE COUNT`
/// prints the seconds in which so many utterances were written, each synced; `history-bench team DATABASE ADDRESS` obeys the
/// commands on standard input, see `Team`.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else {
            print("usage: history-bench search DATABASE | write DATABASE COUNT | team DATABASE ADDRESS")
            exit(64)
        }
        let clock = ContinuousClock()
        var store: SQLiteMeetingStore?
        let opening = try clock.measure { store = try SQLiteMeetingStore(path: arguments[2]) }
        guard let store else { return }
        print("open \(opening.seconds)")
        switch arguments[1] {
        case "search":
            while let line = readLine() {
                let request = SearchRequest(try SearchQuery(line))
                var hits = 0
                let walls = try (0..<3).map { _ in
                    try clock.measure { hits = try store.search(request).count }.seconds
                }
                print("\(walls[0]) \(walls.min() ?? 0) \(hits)")
            }
        case "write":
            let meeting = Meeting(
                id: Meeting.ID(rawValue: "bench"), standupID: Standup.ID(rawValue: "bench"), title: "Bench",
                startedAt: Timestamp(nanosecondsSince1970: 0), language: "en",
                attendees: [MeetingAttendee(id: Attendee.ID(rawValue: "a"), name: "Ann", slot: .seconds(60))])
            try store.begin(meeting)
            for number in 0..<(Int(arguments[3]) ?? 100) {
                let spoken = utterance(number, by: meeting.attendees[0].id)
                print(try clock.measure { try store.record([.utterance(spoken)], in: meeting.id) }.seconds)
            }
            print(try clock.measure { try store.deleteMeeting(meeting.id) }.seconds)
        case "team" where arguments.count > 3: try Team(store: store, address: arguments[3]).obey()
        default: exit(64)
        }
    }

    /// Ten words.
    static func utterance(_ number: Int, by attendee: Attendee.ID) -> Utterance {
        let words = (0..<10)
            .map { Word(text: "word\($0 * number % 977)", start: .zero, end: .seconds(1), confidence: 0.5) }
        return Utterance(
            attendee: attendee, start: .seconds(number), end: .seconds(number + 1),
            text: words.map(\.text).joined(separator: " "), recognizer: "bench", words: words)
    }
}
