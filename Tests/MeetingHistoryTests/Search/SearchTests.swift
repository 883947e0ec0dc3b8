import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

/// What a search finds.
@Suite struct SearchTests {
    let folder: TemporaryFolder
    private let now = Timestamp(nanosecondsSince1970: 77)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Three meetings of two standups, the newest last.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.save(.sample("s"))
        try store.begin(meeting("m1", at: 100, names: ["Ann", "Zoë"], ["I fixed the login page", "회의를 시작합니다"]))
        try store.begin(meeting("m2", of: "t", title: "Weekly", at: 200, names: ["Cleo"], ["the café is closed"]))
        try store.begin(
            meeting("m3", at: 300, names: ["Ann", "Zoë"], ["the page of the new login is done", "not the login page"]))
        return store
    }

    /// A finished meeting in which attendees speak in turn, each for a second.
    private func meeting(
        _ id: Meeting.ID, of standup: Standup.ID = "s", title: String = "Daily", at seconds: Int64, names: [String],
        _ texts: [String]
    ) -> Meeting {
        var meeting = Meeting.sample(id, of: standup, title: title, at: seconds, state: .finished, names: names)
        meeting.attendees = names.map { name in
            MeetingAttendee(id: Attendee.ID(rawValue: "\(standup)-\(name)"), name: name, slot: .seconds(60))
        }
        meeting.transcript = texts.enumerated()
            .map { index, text in
                .sample(at: Double(index), attendee: meeting.attendees[index % names.count].id, text: text, words: [])
            }
        return meeting
    }

    /// The hits as text: the meeting, what it is, and the text with the matches in brackets.
    private func found(_ store: any MeetingStore, _ request: SearchRequest) throws -> [String] {
        try store.search(request).map { hit in
            var text = hit.text
            for range in hit.matches.reversed() {
                text.insert("]", at: range.upperBound)
                text.insert("[", at: range.lowerBound)
            }
            let source =
                switch hit.source {
                case .utterance(_, _, let name, let start, _): "\(name) \(start.components.seconds)"
                case .update(_, let name): "update of \(name)"
                case .title: "title"
                case .point: "point"
                case .note: "note"
                case .name: "name"
                }
            return "\(hit.meeting) \(source): \(text)"
        }
    }

    private func found(_ store: any MeetingStore, _ text: String) throws -> [String] {
        try found(store, SearchRequest(SearchQuery(text)))
    }

    @Test func `A phrase matches adjacent words; single words match in any order`() throws {
        let store = try filled()
        #expect(
            try found(store, "\"login page\"") == [
                "m3 Zoë 1: not the [login page]", "m1 Ann 0: I fixed the [login page]",
            ])
        #expect(Set(try found(store, "login page")).count == 3)
        #expect(try found(store, "page fixed") == ["m1 Ann 0: I [fixed] the login [page]"])
        #expect(try found(store, "login closed") == [])
        #expect(try found(store, "fixed OR closed").count == 2)
        #expect(try found(store, SearchRequest(SearchQuery("fixed closed", matching: .any))).count == 2)
        #expect(try found(store, "fix*") == ["m1 Ann 0: I [fixed] the login page"])
        #expect(try found(store, "\"fix\"") == [])
    }

    @Test func `Accents, case and particles make no difference`() throws {
        let store = try filled()
        #expect(try found(store, "CAFE") == ["m2 Cleo 0: the [café] is closed"])
        #expect(try found(store, "cafe\u{301}").count == 1)
        #expect(try found(store, "회의") == ["m1 Zoë 1: [회의를] 시작합니다"])
        #expect(try found(store, "시작합니다 회의").count == 1)
        #expect(try found(store, "회").count == 1)
    }

    @Test func `Better hits come first; of equally good ones, the newer`() throws {
        let store = try folder.open()
        for (index, text) in ["pear", "apple pear", "pear", "apple apple pear kiwi fig plum", "fig"].enumerated() {
            try store.begin(meeting(Meeting.ID(rawValue: "m\(index)"), at: Int64(index), names: ["X"], [text]))
        }
        // A meeting that is imported later may have been held earlier.
        try store.begin(meeting("old", at: -5, names: ["X"], ["pear"]))
        let pears = try store.search(SearchRequest(SearchQuery("pear"))).map(\.meeting)
        #expect(pears == ["m2", "m0", "old", "m1", "m3"])
        #expect(try store.search(SearchRequest(SearchQuery("apple OR kiwi"))).first?.meeting == "m3")
    }

    @Test func `Titles, names and notes are found; each title and name once, with its newest meeting`() throws {
        let store = try filled()
        try store.record([.note("first line\nask about the Quokka\nlast line")], in: "m1")
        #expect(try found(store, "daily") == ["m3 title: [Daily]"])
        #expect(try found(store, "zoe") == ["m3 name: [Zoë]"])
        #expect(try found(store, "weekly cleo") == [])
        #expect(try Set(found(store, "weekly OR cleo")) == ["m2 title: [Weekly]", "m2 name: [Cleo]"])
        #expect(try found(store, "quokka about line") == ["m1 note: ask [about] the [Quokka]"])
        try store.record([.note("a Wombat")], in: "m1")
        #expect(try found(store, "quokka") == [])
        #expect(try found(store, "wombat") == ["m1 note: a [Wombat]"])
        try store.record([.note("")], in: "m1")
        #expect(try found(store, "wombat") == [])
        try store.deleteMeeting("m3")
        #expect(try found(store, "daily") == ["m1 title: [Daily]"])
        #expect(try found(store, "zoe") == ["m1 name: [Zoë]"])
        try store.deleteMeeting("m1")
        #expect(try found(store, "daily") == [])
        #expect(try found(store, "zoe") == [])
    }

    @Test func `A search can be limited to a standup, speakers and dates`() throws {
        let store = try filled()
        func request(_ text: String, _ change: (inout SearchRequest) -> Void) throws -> [String] {
            var request = SearchRequest(try SearchQuery(text))
            change(&request)
            return try found(store, request)
        }
        #expect(try request("the") { _ in }.count == 4)
        #expect(try request("the") { $0.standup = "t" } == ["m2 Cleo 0: [the] café is closed"])
        #expect(try request("the") { $0.attendees = ["s-Zoë"] } == ["m3 Zoë 1: not [the] login page"])
        #expect(try request("the") { $0.attendees = [] } == [])
        #expect(try request("zoe") { $0.attendees = ["s-Zoë"] } == [])
        let from = Timestamp(nanosecondsSince1970: 200_000_000_000)
        let to = Timestamp(nanosecondsSince1970: 300_000_000_000)
        #expect(try request("the") { ($0.since, $0.until) = (from, to) } == ["m2 Cleo 0: [the] café is closed"])
        #expect(try request("the") { $0.until = from } == ["m1 Ann 0: I fixed [the] login page"])
        #expect(try request("the") { $0.since = to }.count == 2)
        // Of a title the newest meeting in the time that is asked for.
        #expect(try request("daily") { $0.until = to } == ["m1 title: [Daily]"])
        #expect(try request("ann") { $0.until = to } == ["m1 name: [Ann]"])
        #expect(try request("daily") { $0.standup = "t" } == [])
        #expect(try request("ann") { $0.standup = "t" } == [])
    }

    @Test func `The pages of hits together are the whole list`() throws {
        let store = try folder.open()
        for number in 0..<17 {
            let text = String(repeating: "word ", count: number % 3 + 1)
            try store.begin(meeting(Meeting.ID(rawValue: "m\(number)"), at: Int64(number), names: ["X"], [text, text]))
        }
        func page(_ limit: Int, _ offset: Int) throws -> [SearchHit] {
            try store.search(SearchRequest(SearchQuery("word"), limit: limit, offset: offset))
        }
        let all = try page(100, 0)
        #expect(all.count == 34)
        #expect(Set(all).count == 34)
        #expect(try page(10, 0) + page(10, 10) + page(20, 20) == all)
        #expect(try page(0, 0) == [])
        #expect(try page(10, 99) == [])
        #expect(try page(-1, -1) == [])
        #expect(try page(1, -5) == [all[0]])
    }

    @Test func `Only the current transcript is searched, whatever is changed`() throws {
        let store = try filled()
        let kept = try store.transcript(of: "m1", version: 1)
        let correction = UtteranceCorrection(utterance: kept[0].id, text: "I mended the walrus", attendee: "s-Zoë")
        let corrected = try store.correctTranscript(of: "m1", version: 1, [correction], at: now)
        #expect(try found(store, "fixed") == [])
        #expect(try found(store, "mended") == ["m1 Zoë 0: I [mended] the walrus"])
        // A hit names the utterance by the number that it has in the transcript that is shown.
        let hit = try #require(try store.search(SearchRequest(SearchQuery("mended"))).first)
        guard case .utterance(let number, let attendee, _, _, let end) = hit.source else {
            Issue.record("\(hit)")
            return
        }
        #expect(number == kept[0].id)
        #expect(attendee == "s-Zoë")
        #expect(end == .seconds(1))

        let again = try store.addTranscript(
            [.sample(at: 0, attendee: "s-Ann", text: "a narwhal")], to: "m1", recognizer: "server", at: now)
        #expect(try found(store, "mended OR fixed") == [])
        #expect(try found(store, "narwhal").count == 1)
        try store.chooseTranscript(of: "m1", version: 1, at: now)
        #expect(try found(store, "narwhal OR mended") == [])
        #expect(try found(store, "fixed").count == 1)
        try store.chooseTranscript(of: "m1", version: corrected, at: now)
        try store.deleteTranscript(of: "m1", version: 1)
        try store.deleteTranscript(of: "m1", version: again)
        #expect(try found(store, "narwhal OR fixed") == [])
        #expect(try found(store, "walrus").count == 1)
    }

    @Test func `Items marked deleted are not found until the deletion is undone`() throws {
        let store = try filled()
        let all = try found(store, "the OR daily OR ann")
        #expect(all.count == 6)
        try store.setDeleted(.meeting("m3"), by: "me")
        #expect(
            try Set(found(store, "the OR daily OR ann")) == [
                "m1 Ann 0: I fixed [the] login page", "m2 Cleo 0: [the] café is closed", "m1 title: [Daily]",
                "m1 name: [Ann]",
            ])
        try store.setDeleted(.standup("s"), by: "me")
        #expect(try found(store, "the OR daily OR ann") == ["m2 Cleo 0: [the] café is closed"])
        try store.undelete(.standup("s"))
        try store.undelete(.meeting("m3"))
        #expect(try Set(found(store, "the OR daily OR ann")) == Set(all))
    }

    @Test func `A running meeting's words are found at once, including late utterances`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", names: ["Ann"]))
        try store.record([.utterance(.sample(at: 3, text: "a giraffe"))], in: "m")
        #expect(try found(store, "giraffe") == ["m Ann 3: a [giraffe]"])
        try store.record([.utterance(.sample(at: 1, attendee: "nobody", text: "an okapi"))], in: "m")
        #expect(try found(store, "okapi") == ["m Someone 1: an [okapi]"])
        var ann = MeetingAttendee(id: "0", name: "Anouk", slot: .seconds(1))
        ann.state = .spoke
        try store.record([.attendee(ann), .attendee(MeetingAttendee(id: "9", name: "Guest", slot: .zero))], in: "m")
        #expect(try found(store, "anouk") == ["m name: [Anouk]"])
        #expect(try found(store, "guest") == ["m name: [Guest]"])
        #expect(try found(store, "\"ann\"") == [])
        // The same meeting, held again on the virtual clock.
        try store.begin(.sample("m", names: ["Ben"]))
        #expect(try found(store, "giraffe OR guest OR anouk") == [])
        #expect(try found(store, "ben") == ["m name: [Ben]"])
    }

    @Test func `People are all attendees of any meeting, under each of their names`() throws {
        let store = try filled()
        try store.begin(meeting("m4", at: 400, names: ["Ann"], []))
        var renamed = MeetingAttendee(id: "s-Ann", name: "Anna", slot: .zero)
        renamed.state = .absent
        try store.record([.attendee(renamed)], in: "m4")
        let people = try store.people().map { "\($0.id) \($0.name)" }
        #expect(people.sorted() == ["s-Ann Ann", "s-Ann Anna", "s-Zoë Zoë", "t-Cleo Cleo"])
    }

    @Test func `Speakers are found by name, or by part of it if nobody has that name`() throws {
        let people = [
            Attendee(id: "1", name: "Ann"), Attendee(id: "1", name: "Anna"), Attendee(id: "2", name: "Mary Ann Lee"),
            Attendee(id: "3", name: "ANN"), Attendee(id: "4", name: "김민준"), Attendee(id: "5", name: "🦊"),
        ]
        #expect(try SpeakerLookup.find("ann", in: people) == ["1", "3"])
        #expect(try SpeakerLookup.find("anna", in: people) == ["1"])
        #expect(try SpeakerLookup.find("ann l", in: people) == ["2"])
        #expect(try SpeakerLookup.find("lee", in: people) == ["2"])
        #expect(try SpeakerLookup.find("김", in: people) == ["4"])
        #expect(try SpeakerLookup.find("🦊", in: people) == ["5"])
        #expect(throws: LookupError.self) { try SpeakerLookup.find("nn", in: people) }
        #expect(throws: LookupError.self) { try SpeakerLookup.find("", in: people) }
    }

    @Test func `Of equally good hits the newer comes first, however old the other is`() throws {
        let store = try folder.open()
        var first = meeting("m1", at: 0, names: ["Ann"], ["login"])
        first.startedAt = Timestamp(nanosecondsSince1970: .min)
        try store.begin(first)
        try store.begin(meeting("m2", at: 1, names: ["Ann"], ["login"]))
        #expect(try found(store, "login") == ["m2 Ann 0: [login]", "m1 Ann 0: [login]"])
    }

    @Test func `Difficult texts and queries give hits or none, never an error`() throws {
        let store = try folder.open()
        for (index, text) in difficultTexts.enumerated() {
            try store.begin(
                meeting(Meeting.ID(rawValue: "m\(index)"), title: text, at: Int64(index), names: [text], [text]))
            try store.record([.note(text)], in: Meeting.ID(rawValue: "m\(index)"))
        }
        #expect(try Set(found(store, "zoe").map { $0.prefix(2) }) == ["m2", "m3"])
        #expect(try found(store, "李小龍").count == 4)
        // Text behind a NUL is found too.
        #expect(try found(store, "\"a b\"").count == 4)
        #expect(try found(store, "\"drop table\" standup").count == 4)
        for text in difficultTexts + ["a\" OR b", "NEAR(\"a\" \"b\", 5)", "text : a", "^a", "a NOT b", "{text} : a"] {
            guard let query = try? SearchQuery(text) else { continue }
            for hit in try store.search(SearchRequest(query)) { #expect(!hit.matches.isEmpty) }
        }
    }
}
