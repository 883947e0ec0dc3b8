import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// Pages, summaries and statistics of many meetings.
@Suite struct StatisticsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `The pages of meetings together are the whole list`() throws {
        let store = try folder.open()
        for number in 0..<23 {
            var meeting = Meeting.sample(
                Meeting.ID(rawValue: "m\(number)"),
                of: number % 3 == 0 ? "t" : "s",
                at: Int64(number / 2),
                state: .finished
            )
            meeting.recording = Recording(fileName: "r", sampleRate: 8_000, frames: 1)
            try store.begin(meeting)
        }
        for standup: Standup.ID? in [nil, "s", "t", "none"] {
            let all = try store.meetings(of: standup)
            #expect(try store.meetingCount(of: standup) == all.count)
            for size in [1, 4, 23] {
                var pages: [Meeting] = []
                for offset in stride(from: 0, to: 23, by: size) {
                    pages += try store.meetings(of: standup, limit: size, offset: offset)
                }
                #expect(pages == all)
            }
            #expect(try store.meetings(of: standup, limit: nil, offset: 5) == Array(all.dropFirst(5)))
            #expect(try store.meetings(of: standup, limit: 0, offset: 0) == [])
            #expect(try store.meetings(of: standup, limit: 5, offset: 99) == [])
        }
    }

    @Test func `A summary has the newest title and start, and the number of meetings`() throws {
        let store = try folder.open()
        #expect(try store.meetingSummaries() == [])
        try store.begin(.sample("a", title: "Old", at: 1))
        try store.begin(.sample("b", title: "New", at: 9))
        try store.begin(.sample("c", title: "Newest", at: 9))
        try store.begin(.sample("d", title: "Between", at: 5))
        try store.begin(.sample("e", of: "t", title: "Other", at: -3))
        #expect(
            try store.meetingSummaries().sorted { $0.count > $1.count } == [
                MeetingSummary(
                    standupID: "s", lastTitle: "Newest", lastStartedAt: Timestamp(nanosecondsSince1970: 9_000_000_000),
                    count: 4),
                MeetingSummary(
                    standupID: "t", lastTitle: "Other", lastStartedAt: Timestamp(nanosecondsSince1970: -3_000_000_000),
                    count: 1),
            ]
        )
    }

    @Test func `Meetings are found by the start of their id, in any case, and by nothing else`() throws {
        let store = try folder.open()
        for (index, id) in ["abc1", "ABC2", "xabc", "ab%", "ab_"].enumerated() {
            try store.begin(.sample(Meeting.ID(rawValue: id), at: Int64(index)))
        }
        #expect(try store.meetingIDs(startingWith: "abc") == ["ABC2", "abc1"])
        #expect(try store.meetingIDs(startingWith: "ABC1") == ["abc1"])
        #expect(try store.meetingIDs(startingWith: "ab%") == ["ab%"])
        #expect(try store.meetingIDs(startingWith: "a_") == [])
        #expect(try store.meetingIDs(startingWith: "").count == 5)
    }

    @Test func `Contributions cover the latest ended meetings, with the speech of the current transcript`()
        throws
    {
        let store = try folder.open()
        for number in 0..<4 { try store.begin(.full(Meeting.ID(rawValue: "m\(number)"))) }
        try store.begin(.sample("other", of: "t", at: 9, state: .finished))
        try store.begin(.sample("live", at: 9))
        for _ in 0..<3 { try store.record([.utterance(.sample(at: 5, attendee: "1"))], in: "m3") }
        try store.record([.state(.interrupted, duration: .seconds(3))], in: "m3")
        let found = try store.contributions(to: "s", last: 2)
        #expect(found.map(\.meeting) == ["m3", "m3", "m2", "m2"])
        #expect(found.map(\.attendee) == (try store.meeting("m3")?.attendees ?? []) + Meeting.full("m2").attendees)
        #expect(found.map(\.speech) == [.seconds(1), .seconds(4), .seconds(1), .seconds(1)])
        #expect(found.allSatisfy { $0.startedAt == Timestamp(nanosecondsSince1970: 0) })

        let ids = try store.transcript(of: "m3", version: 1).filter { $0.utterance.attendee == "1" }.map(\.id)
        let moved = ids.prefix(2).map { UtteranceCorrection(utterance: $0, attendee: "0") }
        _ = try store.correctTranscript(of: "m3", version: 1, moved, at: Timestamp(nanosecondsSince1970: 0))
        #expect(try store.contributions(to: "s", last: 1).map(\.speech) == [.seconds(3), .seconds(2)])
        #expect(try store.contributions(to: "s", last: 0) == [])
        #expect(try store.contributions(to: "s", last: 99).count == 8)
        #expect(try store.contributions(to: "none", last: 9) == [])
    }

    private func contribution(
        _ meeting: Meeting.ID, _ attendee: Attendee.ID, _ name: String, used: Int, speech: Int = 0,
        state: MeetingAttendee.State = .spoke
    ) -> Contribution {
        let part = MeetingAttendee(
            id: attendee, name: name, slot: .seconds(60), used: .seconds(used), overtime: .seconds(max(0, used - 60)),
            state: state)
        return Contribution(
            meeting: meeting, startedAt: Timestamp(nanosecondsSince1970: meeting == "new" ? 2 : 1), attendee: part,
            speech: .seconds(speech))
    }

    @Test func `Statistics have each person's times over the meetings in which they had a turn`() throws {
        let statistics = SpeakingStatistics([
            contribution("new", "2", "Robert", used: 90, speech: 40),
            contribution("new", "1", "Ann", used: 0, state: .absent),
            contribution("new", "3", "New", used: 10),
            contribution("old", "1", "Ann", used: 30, speech: 10),
            contribution("old", "2", "Bob", used: 70, speech: 50),
            contribution("old", "9", "Gone", used: 0, state: .waiting),
        ])
        #expect(statistics.meetings.map(\.id) == ["old", "new"])
        #expect(statistics.meetings.map(\.used) == [.seconds(100), .seconds(100)])
        #expect(statistics.people.map(\.name) == ["Robert", "Ann", "New", "Gone"])
        let (bob, ann, new, gone) = (
            statistics.people[0], statistics.people[1], statistics.people[2], statistics.people[3]
        )
        #expect(bob.series.map { $0?.attendee.used } == [.seconds(70), .seconds(90)])
        #expect((bob.used, bob.overtime, bob.speech) == (.seconds(160), .seconds(40), .seconds(90)))
        #expect((bob.averageUsed, bob.averageOvertime, bob.averageSpeech) == (.seconds(80), .seconds(20), .seconds(45)))
        #expect((ann.spoken, ann.absences, ann.averageUsed) == (1, 1, .seconds(30)))
        #expect(new.series.map { $0?.attendee.used } == [nil, .seconds(10)])
        #expect((gone.spoken, gone.absences, gone.averageUsed, gone.averageSpeech) == (0, 0, nil, nil))
        #expect(statistics.people.map(statistics.share) == [0.8, 0.15, 0.05, 0])
        #expect(bob.averageSlot == .seconds(60) && gone.averageSlot == nil)
        #expect(bob.trend == [.seconds(70), .seconds(90)] && bob.change == .seconds(20))
        #expect(new.trend == [nil, .seconds(10)] && new.change == nil && ann.trend == [.seconds(30), nil])
        #expect(new.averageUsed == .seconds(10) && new.averageSpeech == .zero)
        let untranscribed = SpeakingStatistics([
            contribution("new", "1", "Ann", used: 60), contribution("old", "1", "Ann", used: 60, speech: 40),
        ])
        #expect(untranscribed.people.map(\.averageSpeech) == [.seconds(40)])
        let none = SpeakingStatistics([])
        #expect(none.meetings == [])
        #expect(none.people == [])
        #expect(none.share(of: gone) == 0)
    }
}
