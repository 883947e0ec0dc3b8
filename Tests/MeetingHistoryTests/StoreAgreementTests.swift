import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// The store in memory and the one on disk give the same answers after any sequence of calls.
@Suite(.timeLimit(.minutes(10))) struct StoreAgreementTests {
    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `Both stores give the same answers after each of many random calls`(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let stores = try StoreKind.allCases.map { try $0.make(in: folder) }
        var calls = RandomCalls(seed: seed)
        for number in 0..<200 {
            let (name, call) = calls.next()
            let results = stores.map { store in answer { try call(store) } }
            try #require(results[0] == results[1], "seed \(seed), call \(number), \(name)")
            let answers = stores.map(allAnswers)
            for (memory, disk) in zip(answers[0], answers[1]) {
                try #require(memory == disk, "seed \(seed), after call \(number), \(name)")
            }
        }
        #expect(calls.names.count == RandomCalls.kinds, "\(calls.names.sorted())")
    }
}

/// What a call returns or throws, in words.
private func answer(_ call: () throws -> Any) -> String {
    do { return "\(try call())" } catch { return "error: \(error)" }
}

/// The results of all queries, without the row numbers, which each store chooses.
private func allAnswers(of store: any MeetingStore) -> [String] {
    let general: [() throws -> Any] = [
        { try store.standups() },
        { try store.meetings(of: nil) },
        { try store.meetings(of: RandomCalls.standups[0], limit: 2, offset: 1) },
        { try pages(of: store) },
        { try store.meetingCount(of: nil) },
        { try store.meetingSummaries().map { "\($0)" }.sorted() },
        { try store.meetingIDs(startingWith: "m") },
        { try store.liveMeetings() },
        { try store.recordedMeetings(before: Timestamp(nanosecondsSince1970: 3_000_000_000)) },
        { try store.resumableMeetings() },
        { try store.untranscribedMeetings() },
        { try store.queuedTranscripts().map { "\($0)" }.sorted() },
        { try store.tombstones().map { "\($0)" }.sorted() },
        { try store.people().map { "\($0)" }.sorted() },
        { try store.contributions(to: RandomCalls.standups[0], last: 3) },
        { try store.meetingsWithPoints(of: nil, last: 3) },
        { try store.meetingsWithPoints(of: RandomCalls.standups[0], last: 9).carriedPoints },
        { try store.posts(of: nil) },
        { try store.recognizerState("mic") ?? [] },
        { try RandomCalls.standups.map { try store.waitingUpdates(of: $0) } },
        { try hits(for: "login", in: store) },
        { try hits(for: "ann", in: store) },
    ]
    let meetings: [() throws -> Any] = RandomCalls.meetings.flatMap { id in
        let calls: [() throws -> Any] = [
            { try store.meeting(id) as Any },
            { try store.meetingWithoutWords(id) as Any },
            { try store.countdownSteps(of: id) },
            { try store.draft("draft", of: id) },
            { try store.transcriptVersions(of: id) },
            { (1...3).map { number in answer { try store.transcript(of: id, version: number).map(\.utterance) } } },
            { try store.meetings(removedWith: .meeting(id)) },
            { try store.pointVersions(of: id) },
            { try (1...3).map { try store.points(of: id, version: $0) } },
            { try store.posts(of: id) },
        ]
        return calls
    }
    return (general + meetings).map { answer($0) }
}

private func pages(of store: any MeetingStore) throws -> [String] {
    var (listed, last): ([String], ListedMeeting?) = ([], nil)
    while let page = Optional(try store.listedMeetings(of: nil, after: last, limit: 2)), !page.isEmpty {
        listed += page.map { "\($0.meeting) \($0.speech.filter { $0.value > .zero }.map { "\($0)" }.sorted())" }
        last = page.last
    }
    return listed
}

private func hits(for words: String, in store: any MeetingStore) throws -> [String] {
    try store.search(SearchRequest(SearchQuery(words), limit: 100))
        .map { hit in
            let source =
                if case .utterance(_, let attendee, let name, let start, let end) = hit.source {
                    "\(attendee) \(name) \(start) \(end)"
                } else {
                    "\(hit.source)"
                }
            return "\(hit.meeting) \(hit.standup) \(hit.title) \(source) \(hit.text)"
        }
        .sorted()
}

/// Random calls that write, with few ids, so that many calls concern the same rows.
private struct RandomCalls {
    typealias Call = (any MeetingStore) throws -> Any

    static let standups: [Standup.ID] = ["s", "t", "u"]
    static let meetings: [Meeting.ID] = ["m1", "m2", "M3", "n4"]
    static let kinds = 27

    private var generator: SeededGenerator
    /// Which kinds of calls there were.
    private(set) var names: Set<String> = []

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> (name: String, call: Call) {
        let (name, call) = makeCall()
        names.insert(name)
        return (name, call)
    }

    private mutating func makeCall() -> (String, Call) {
        let (standup, meeting) = (self.standup(), self.meeting())
        let (id, version, item) = (meeting.id, number(4), self.item())
        let now = Timestamp(nanosecondsSince1970: Int64(number(9)))
        switch number(Self.kinds + 5) {
        case 0: return ("save", { try $0.save(standup) })
        case 1: return ("save replacing nothing", { try $0.save(standup, replacing: nil) })
        case 2: return ("save replacing", { try $0.save(standup, replacing: try $0.standups().first) })
        case 3: return ("delete standup", { try $0.deleteStandup(standup.id) })
        case 4: return ("begin", { try $0.begin(meeting) })
        case 5: return ("delete meeting", { try $0.deleteMeeting(id) })
        case 6: return ("add", { try $0.add([standup], [meeting]) })
        case 7: return ("set deleted", { try $0.setDeleted(item, by: "owner") })
        case 8: return ("undelete", { try $0.undelete(item) })
        case 9:
            let utterances = self.utterances()
            return (
                "add transcript",
                { try $0.addTranscript(utterances, to: id, recognizer: "r", at: now, finishing: "draft") }
            )
        case 10:
            let text = ["login", "", "page"][number(3)]
            return (
                "correct transcript",
                { store in
                    let first = try store.transcript(of: id, version: version).first?.id ?? -1
                    let correction = UtteranceCorrection(utterance: first, text: text, attendee: "1")
                    return try store.correctTranscript(of: id, version: version, [correction], at: now)
                }
            )
        case 11: return ("choose transcript", { try $0.chooseTranscript(of: id, version: version, at: now) })
        case 12: return ("delete transcript", { try $0.deleteTranscript(of: id, version: version) })
        case 13:
            let queued = QueuedTranscript(meeting: id, draft: ["draft", "other"][number(2)])
            return ("queue", { try $0.queueTranscript(queued) })
        case 14: return ("dequeue", { try $0.dequeueTranscript(QueuedTranscript(meeting: id, draft: "draft")) })
        case 15:
            let start = Int64(number(3)) * 10
            let part = DraftPart(frames: start..<start + 10, utterances: utterances())
            return ("keep", { try $0.keep(part, in: "draft", of: id) })
        case 16:
            let state = [Float(number(9))]
            return ("save recognizer state", { try $0.saveRecognizerState(state, for: "mic") })
        case 17:
            let points = (0..<number(4)).map { _ in point() }
            let settled = [point().id]
            return (
                "add points",
                { try $0.addPoints(points, to: id, by: .rules, from: version, settling: settled, at: now) }
            )
        case 18:
            let (state, point) = (Point.State.allCases[number(3)], point())
            return ("set state", { try $0.setState(state, of: [point.id]) })
        case 19:
            let update = update()
            return ("write update", { try $0.write(update, for: standup.id) })
        case 20:
            let (new, choice) = (update(), number(5))
            guard choice > 1 else {
                return ("delete waiting update", { try $0.deleteWaitingUpdate(of: new.attendee, for: standup.id) })
            }
            return (
                "replace waiting update",
                { store in
                    let waiting = try store.waitingUpdates(of: standup.id).first { $0.attendee == new.attendee }?.text
                    return try store.replaceWaitingUpdate(
                        choice == 2 ? "another" : waiting, by: choice == 3 ? nil : new, of: new.attendee,
                        for: standup.id)
                }
            )
        case 21: return ("discard", { try $0.discard(id) {} })
        case 22:
            let (added, choice) = (point(), number(4))
            return (
                "edit points",
                { store in
                    let edit: PointEdit =
                        switch (choice, try store.meeting(id)?.points.first) {
                        case (1, let first?): .delete(first)
                        case (2, let first?): .replace(first, by: first.edited(text: "b", kind: .done))
                        case (3, let first?): .replace(first, by: first.marked(.dropped))
                        default: .add(added)
                        }
                    return try store.editPoints(of: id, edit, at: now)
                }
            )
        case 23: return ("choose points", { try $0.choosePoints(of: id, version: version) })
        case 24:
            var post = MinutesPost(meeting: id, destination: ["a", "b"][number(2)], queuedAt: now, transaction: "t")
            post.state = MinutesPost.State.allCases[number(5)]
            let isNew = number(2) == 0
            return (
                "save post",
                { store in try store.save(post, replacing: isNew ? nil : store.posts(of: id).first) }
            )
        default:
            let changes = (0...number(3)).map { _ in change() }
            return ("record", { try $0.record(changes, in: id) })
        }
    }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func item() -> DeletedItem {
        switch number(3) {
        case 0: .standup(Self.standups[number(3)])
        case 1: .meeting(Self.meetings[number(4)])
        default: .transcript(Self.meetings[number(4)], version: number(4))
        }
    }

    private mutating func standup() -> Standup {
        .sample(Self.standups[number(3)], title: ["Daily", "Login"][number(2)], names: ["Ann", "Bob", "Cid"])
    }

    private mutating func meeting() -> Meeting {
        var meeting = Meeting.sample(
            Self.meetings[number(4)], of: Self.standups[number(3)], title: ["Daily", "Login"][number(2)],
            at: Int64(number(4)), state: Meeting.State.allCases[number(3)], names: ["Ann", "Bob"])
        meeting.duration = .seconds(20)
        if number(2) == 0 { meeting.recording = Recording(fileName: "r.wav", sampleRate: 48_000, frames: 960_000) }
        if number(2) == 0 { meeting.transcribedUpTo = .seconds(number(30)) }
        if number(3) == 0 { meeting.note = "the login\npage" }
        meeting.transcript = utterances()
        if number(3) == 0 { meeting.points = [point()] }
        if number(2) == 0 { meeting.updates = [update()] }
        return meeting
    }

    private mutating func point() -> Point {
        Point(
            id: ["p1", "p2", "p3", "p4"][number(4)], attendee: ["0", "1"][number(2)],
            kind: Point.Kind.allCases[number(6)], text: ["login", "a\0b"][number(2)], start: .seconds(number(4)),
            end: .seconds(5), maker: Point.Maker.allCases[number(3)], transcript: [nil, 1, 2][number(3)],
            state: Point.State.allCases[number(3)], continues: [nil, "p1"][number(2)])
    }

    private mutating func update() -> WrittenUpdate {
        .sample(of: ["0", "1", "9"][number(3)], ["the login\npage", "a\0b"][number(2)], at: Int64(number(2)))
    }

    private mutating func utterances() -> [Utterance] {
        (0..<number(3)).map { _ in utterance() }.sorted { $0.start < $1.start }
    }

    private mutating func utterance() -> Utterance {
        let channel = [nil, AudioChannel.room, .call][number(3)]
        return .sample(
            at: Double(number(4)), attendee: ["0", "1", "9"][number(3)], text: ["login", "the page"][number(2)],
            channel: channel, isInterjection: channel != nil && number(2) == 0)
    }

    private mutating func change() -> MeetingChange {
        switch number(16) {
        case 0: .turnStarted("0", at: .seconds(number(9)))
        case 1: .turnEnded(at: .seconds(number(9)))
        case 2:
            .attendee(
                MeetingAttendee(
                    id: ["0", "5"][number(2)], name: "Annabel", slot: .seconds(9), isRemote: number(2) == 0))
        case 3: .paused(at: .seconds(number(9)), reason: .user)
        case 4: .resumed(after: .seconds(number(9)))
        case 5: .gap(Gap(start: .zero, end: .seconds(1), reason: .device, channel: AudioChannel.allCases[number(2)]))
        case 6: .recording(Recording(fileName: "n.wav", sampleRate: 16_000, frames: 16_000, channels: 1 + number(2)))
        case 7: .recordingRemoved
        case 8: .transcribed(upTo: .seconds(number(30)))
        case 9: .note(["login", " ", "a\0b"][number(3)])
        case 10: .turns([Turn(attendee: "1", start: .zero, end: .seconds(2))])
        case 11: .countdownStep("step \(number(9))")
        case 12: number(4) == 0 ? .countdownSettled : .state(Meeting.State.allCases[number(3)], duration: .seconds(15))
        case 13: .marks((0..<number(3)).map { PassageMark(start: .seconds($0), end: .seconds($0 + 1)) })
        case 14: .pointState(point().id, Point.State.allCases[number(3)])
        default: .utterance(utterance())
        }
    }
}
