import Foundation
import GRDB
import MeetingHistory
import MeetingModel
import StandupTesting
import TeamHistory
import Testing

@testable import SQLiteHistory

/// A history as a copy of a team's, against a server in memory.
@Suite final class TeamCopyTests {
    private let folder: String
    private let database = InMemoryTeamServer()

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/team-copy-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try database.connection(of: "ann").create()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func copy(of member: String) throws -> SQLiteMeetingStore {
        let store = try SQLiteMeetingStore(path: "\(folder)/\(member).db")
        try store.join(database.connection(of: member).identity(), at: "memory", named: "laptop")
        return store
    }

    @discardableResult
    private func sync(_ store: SQLiteMeetingStore, as member: String, _ consent: TeamSync.Consent = []) throws
        -> TeamSync.Summary
    {
        try TeamSync(store, with: database.connection(of: member)).run(consent: consent)
    }

    private func standup(shared: Bool = true) -> Standup {
        Standup(title: "Daily", attendees: [Attendee(name: "Ann"), Attendee(name: "Ben")], isShared: shared)
    }

    private func hold(_ standup: Standup, in store: SQLiteMeetingStore, saying text: String = "secret words") throws
        -> Meeting.ID
    {
        let id = Meeting.ID()
        try store.begin(
            Meeting(
                id: id, standupID: standup.id, title: standup.title, startedAt: .now,
                attendees: standup.attendees.map { MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(9)) }))
        try store.record(
            [
                .turnStarted(standup.attendees[0].id, at: .zero),
                .utterance(
                    Utterance(
                        attendee: standup.attendees[0].id, start: .zero, end: .seconds(1), text: text,
                        recognizer: "test", words: [Word(text: text, start: .zero, end: .seconds(1), confidence: 1)])),
                .note("private"),
            ], in: id)
        return id
    }

    private func finish(_ id: Meeting.ID, in store: SQLiteMeetingStore) throws {
        try store.record([.turnEnded(at: .seconds(2)), .state(.finished, duration: .seconds(2))], in: id)
    }

    /// Ann's and Ben's copies, a standup that they share, and a meeting that Ann has held and both know.
    private func copiesWithMeeting(saying text: String = "secret words") throws
        -> (ann: SQLiteMeetingStore, ben: SQLiteMeetingStore, standup: Standup, meeting: Meeting.ID)
    {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann, saying: text)
        try ann.record([.state(.finished, duration: .seconds(5))], in: meeting)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        return (ann, ben, standup, meeting)
    }

    @Test("A meeting is sent when it has ended, with its words and without its note")
    func ended() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        #expect(try ben.standups() == [standup] && ben.meeting(meeting) == nil)
        try finish(meeting, in: ann)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        let (own, received) = (try #require(try ann.meeting(meeting)), try #require(try ben.meeting(meeting)))
        #expect(received.transcript == own.transcript && received.turns == own.turns)
        #expect(received.note == nil && received.recording == nil)
        #expect(try ben.search(SearchRequest(SearchQuery("secret"), limit: 9)).count == 1)
    }

    @Test("The outbox names items, and no table but the history's own holds the words of a deleted meeting")
    func outbox() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        let columns = try ann.read { try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info('team_outbox')") }
        #expect(columns == ["number", "kind", "item"])
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        try ann.deleteMeeting(meeting)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        for store in [ann, ben] {
            try store.read { database in
                let tables = try String.fetchAll(
                    database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%'")
                for table in tables {
                    let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map(\.description)
                    #expect(!rows.contains { $0.contains("secret") }, "\(table)")
                }
                #expect(
                    try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info('team_tombstone')")
                        == ["kind", "item", "time", "counter", "writer"])
            }
            store.close()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
            #expect(bytes.range(of: Data("secret words".utf8)) == nil)
        }
    }

    @Test("Two corrections of one transcript are both kept, and all show the same")
    func corrections() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        for (store, text) in [(ann, "by Ann"), (ben, "by Ben")] {
            let utterance = try #require(try store.transcript(of: meeting, version: 1).first)
            _ = try store.correctTranscript(
                of: meeting, version: 1, [UtteranceCorrection(utterance: utterance.id, text: text)], at: .now)
        }
        for _ in 0..<2 { for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) } }
        for store in [ann, ben] {
            #expect(
                try store.transcriptVersions(of: meeting).map(\.origin) == [
                    .live, .correction(of: 1), .correction(of: 1),
                ])
            #expect(try store.meeting(meeting)?.transcript.map(\.text) == ["by Ben"])
        }
    }

    @Test("What was changed, chosen and missed while a standup was not shared is exchanged when it is shared again")
    func sharingAgain() throws {
        let (ann, ben, shared, meeting) = try copiesWithMeeting(saying: "we ship")
        var standup = shared

        standup.isShared = false
        try ben.save(standup)
        let words = try #require(try ben.transcript(of: meeting, version: 1).first)
        _ = try ben.correctTranscript(
            of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: "we sleep")], at: .now)
        let other = try hold(standup, in: ann, saying: "meanwhile")
        try ann.record([.state(.finished, duration: .seconds(5))], in: other)
        let third = try hold(standup, in: ann)
        try ann.record([.state(.finished, duration: .seconds(5))], in: third)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        try ann.deleteMeeting(third)
        for (store, member) in [(ann, "ann"), (ben, "ben"), (ann, "ann")] { try sync(store, as: member) }
        #expect(try ann.transcriptVersions(of: meeting).count == 1)
        #expect(try ben.meeting(other) == nil)

        standup.isShared = true
        try ben.save(standup)
        for (store, member) in [(ben, "ben"), (ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ann.meeting(meeting)?.transcript.map(\.text) == ["we sleep"])
        #expect(try ben.meeting(other) != nil)
        #expect(try ben.sharedContents() == ann.sharedContents())
        #expect(try ben.deletedItems() == ann.deletedItems())
    }

    @Test("What others delete while a standup is not shared stays here until it is shared again")
    func deletingWhileNotShared() throws {
        let (ann, ben, shared, meeting) = try copiesWithMeeting()
        var standup = shared
        standup.isShared = false
        try ben.save(standup)
        #expect(try ben.deletionReach(of: .meeting(meeting)) == nil)
        try ann.deleteMeeting(meeting)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.meeting(meeting) != nil)
        standup.isShared = true
        try ben.save(standup)
        try sync(ben, as: "ben", .deletions)
        #expect(try ben.meeting(meeting) == nil)
    }

    @Test("An update that comes while its standup is in the trash is there when the standup comes back")
    func updateInTheTrash() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        try ann.save(standup)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        _ = try ben.setDeleted(.standup(standup.id), by: "ben's program")
        let update = WrittenUpdate(attendee: standup.attendees[0].id, text: "I ship", writtenAt: .now)
        #expect(try ann.write(update, for: standup.id))
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        _ = try ben.undelete(.standup(standup.id))
        standup.isShared = true
        standup.length = .seconds(77)
        try ben.save(standup)
        for (store, member) in [(ben, "ben"), (ann, "ann")] { try sync(store, as: member) }
        for store in [ann, ben] { #expect(try store.waitingUpdates(of: standup.id).map(\.text) == ["I ship"]) }
    }

    /// Adds a point of another device, with the words of a transcript that nobody has yet.
    private func sendFromLaterTranscript(_ point: Point, of meeting: Meeting.ID, in standup: Standup) throws {
        try database.connection(of: "mallory").register(Device.ID(rawValue: "other"), named: "x")
        var fields: SharedFields = [:]
        for (name, value) in point.sharedValues(transcript: "later") {
            fields[name] = SharedField(value, at: HybridClock(time: 1, counter: 0, writer: "w"))
        }
        database.change { contents in
            contents.addRow(
                SharedChange(
                    kind: .point, item: "p@later", standup: standup.id, meeting: meeting, transcript: "later",
                    clock: HybridClock(time: 1, counter: 0, writer: "w"), content: SharedContent.json(fields)),
                of: Device.ID(rawValue: "other"))
        }
    }

    @Test("A point that comes before its transcript stays, whatever else of its meeting is changed meanwhile")
    func pointBeforeItsTranscript() throws {
        let (_, ben, standup, meeting) = try copiesWithMeeting()
        let point = Point(
            id: Point.ID(rawValue: "p"), attendee: standup.attendees[0].id, kind: .plan, text: "ship", start: .zero,
            end: .seconds(1), maker: .hand, transcript: nil)
        try sendFromLaterTranscript(point, of: meeting, in: standup)
        try sync(ben, as: "ben")
        try ben.record([.marks([PassageMark(start: .zero, end: .seconds(1))])], in: meeting)
        #expect(try ben.unsentItems() == ["mark \(meeting)/0-1000000000"])
    }

    @Test("A point that is shown and taken out is out, also where another transcript of it has yet to come")
    func pointTakenOut() throws {
        let (ann, ben, standup, meeting) = try copiesWithMeeting()
        let point = Point(
            id: Point.ID(rawValue: "p"), attendee: standup.attendees[0].id, kind: .plan, text: "ship", start: .zero,
            end: .seconds(1), maker: .rules, transcript: 1)
        try ann.addPoints([point], to: meeting, by: .rules, from: 1, settling: [], at: .now)
        try sendFromLaterTranscript(point, of: meeting, in: standup)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        try ben.addPoints([], to: meeting, by: .hand, from: 1, settling: [], at: .now)
        for (store, member) in [(ben, "ben"), (ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        for store in [ann, ben] { #expect(try store.meeting(meeting)?.points.isEmpty == true) }
    }

    @Test("A change follows what it replaces, also on a laptop whose clock was put back")
    func clockThatWasPutBack() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        standup.isShared = false
        try ann.save(standup)
        let tomorrow = Timestamp(nanosecondsSince1970: Timestamp.now.nanosecondsSince1970 + 86_400_000_000_000)
        let update = WrittenUpdate(attendee: standup.attendees[0].id, text: "first", writtenAt: tomorrow)
        #expect(try ann.write(update, for: standup.id))
        standup.isShared = true
        try ann.save(standup)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        let second = WrittenUpdate(attendee: standup.attendees[0].id, text: "second", writtenAt: .now)
        #expect(try ann.write(second, for: standup.id))
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        for store in [ann, ben] { #expect(try store.waitingUpdates(of: standup.id).map(\.text) == ["second"]) }
    }

    @Test("The latest time that can be, in a change or a field, keeps nobody from changing something later")
    func endOfTime() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        try ann.save(standup)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        let mallory = Device.ID(rawValue: "mallory")
        try database.connection(of: "mallory").register(mallory, named: "x")
        let end = HybridClock(time: HybridClock.latest, counter: HybridClock.largestCounter, writer: "w")
        let later = HybridClock(time: HybridClock.latest, counter: 5, writer: "w")
        var fields: SharedFields = [:]
        for (name, value) in standup.sharedValues { fields[name] = SharedField(value, at: later) }
        database.change { contents in
            contents.addRow(
                SharedChange(
                    kind: .attendee, item: "\(standup.id)/x", standup: standup.id, clock: end,
                    content: SharedContent.json(
                        ["position": SharedField(.null, at: end), "name": SharedField(.text("x"), at: end)])),
                of: mallory)
            contents.addRow(
                SharedChange(
                    kind: .standup, item: standup.id.rawValue, standup: standup.id,
                    clock: HybridClock(time: 1, counter: 0, writer: "w"), content: SharedContent.json(fields)),
                of: mallory)
        }
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        standup.title = "Later"
        try ann.save(standup)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.standups().map(\.title) == ["Later"])
        #expect(try ben.teamStatus().aside.isEmpty)
    }

    @Test("Many deletions are asked about with their number, also if their standup is deleted")
    func countOfDeletions() throws {
        let (ann, ben, standup, _) = try copiesWithMeeting()
        for _ in 0..<3 { try finish(hold(standup, in: ann), in: ann) }
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        try ann.deleteStandup(standup.id)
        try sync(ann, as: "ann")
        #expect(throws: TeamError.manyDeletions(count: 4)) { try sync(ben, as: "ben") }
        #expect(try TeamSync(ben, with: database.connection(of: "ben")).problem() == .manyDeletions(count: 4))
    }

    @Test("Who corrected a transcript may delete the correction for all")
    func deletionByTheWriter() throws {
        let (ann, ben, _, meeting) = try copiesWithMeeting()
        let words = try #require(try ben.transcript(of: meeting, version: 1).first)
        _ = try ben.correctTranscript(
            of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: "wrong words")], at: .now)
        for (store, member) in [(ben, "ben"), (ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        try ben.chooseTranscript(of: meeting, version: 1, at: .now)
        try ben.deleteTranscript(of: meeting, version: 2)
        for (store, member) in [(ben, "ben"), (ann, "ann")] { try sync(store, as: member) }
        #expect(try ann.transcriptVersions(of: meeting).map(\.number) == [1])
        #expect(try ben.hiddenItems().isEmpty)
    }

    @Test("What is being held is not deleted before it has ended")
    func deletionOfALiveMeeting() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        let meeting = try hold(standup, in: ben)
        try ann.deleteStandup(standup.id)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member, .deletions) }
        #expect(try ben.meeting(meeting)?.state == .live)
        #expect(try ben.teamStatus().waiting == 1)
        try ben.record([.state(.finished, duration: .seconds(5))], in: meeting)
        try sync(ben, as: "ben", .deletions)
        #expect(try ben.meeting(meeting) == nil && ben.standups().isEmpty)
        #expect(try ben.teamStatus().waiting == 0)
    }

    @Test("Transcripts that wait for another come with it, and a deletion takes what is kept aside")
    func chainOfWaitingTranscripts() throws {
        try database.connection(of: "mallory").register(Device.ID(rawValue: "other"), named: "x")
        try database.connection(of: "mallory").register(Device.ID(rawValue: "another"), named: "x")
        let (ann, ben, standup, meeting) = try copiesWithMeeting()
        database.change { contents in
            for number in (0..<300) {
                let parent = number == 299 ? "\(meeting)/1" : "t\(number + 1)"
                contents.addRow(
                    SharedChange(
                        kind: .transcript, item: "t\(number)", standup: standup.id, meeting: meeting,
                        clock: HybridClock(time: 1, counter: 0, writer: "w"),
                        content:
                            #"{"head":{"createdAt":\#(number),"isCorrection":true,"parent":"\#(parent)"},"utterances":[]}"#
                    ),
                    of: Device.ID(rawValue: "other"))
            }
            contents.addUnreadableRow(
                "what a later version said", of: Device.ID(rawValue: "another"), in: SharedPlace(standup.id, meeting))
        }
        try sync(ben, as: "ben")
        #expect(try ben.transcriptVersions(of: meeting).count == 301)
        let status = try ben.teamStatus()
        #expect(status.waiting == 0 && status.aside.count == 1, "\(status)")
        try ann.deleteMeeting(meeting)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.teamStatus().aside.isEmpty)
    }

    @Test("Nobody waits for a transcript that was deleted before it was ever sent")
    func correctionOfWhatWasNeverSent() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        let words = try #require(try ann.transcript(of: meeting, version: 1).first)
        _ = try ann.correctTranscript(
            of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: "other words")], at: .now)
        standup.isShared = false
        try ann.save(standup)
        try ann.deleteTranscript(of: meeting, version: 1)
        standup.isShared = true
        try ann.save(standup)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.teamStatus().waiting == 0)
        #expect(try ben.meeting(meeting)?.transcript.map(\.text) == ["other words"])
    }

    @Test("Points that were made again from a transcript that is deleted are those of the other transcript, everywhere")
    func pointsOfADeletedTranscript() throws {
        let (ann, ben, standup, meeting) = try copiesWithMeeting()
        let both = [(ann, "ann"), (ben, "ben")]
        func point(_ text: String, from transcript: Int) -> Point {
            Point(
                id: Point.ID(rawValue: "p"), attendee: standup.attendees[0].id, kind: .plan, text: text, start: .zero,
                end: .seconds(1), maker: .rules, transcript: transcript)
        }
        func add(_ text: String, from transcript: Int, in store: SQLiteMeetingStore) throws {
            try store.addPoints(
                [point(text, from: transcript)], to: meeting, by: .rules, from: transcript, settling: [], at: .now)
        }
        for (store, text) in [(ann, "by Ann"), (ben, "by Ben")] {
            let words = try #require(try store.transcript(of: meeting, version: 1).first)
            let version = try store.correctTranscript(
                of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: text)], at: .now)
            try add(text, from: version, in: store)
            try sync(store, as: store === ann ? "ann" : "ben")
        }
        for _ in 0..<2 { for (store, member) in both { try sync(store, as: member) } }
        func version(_ text: String, in store: SQLiteMeetingStore) throws -> Int {
            try #require(
                try store.transcriptVersions(of: meeting).map(\.number)
                    .first { try store.transcript(of: meeting, version: $0).first?.utterance.text == text })
        }
        try ann.chooseTranscript(of: meeting, version: version("by Ann", in: ann), at: .now)
        try add("by Ann", from: version("by Ann", in: ann), in: ann)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        // Ben shows his own again, and has not told it, when Ann deletes it.
        try ben.chooseTranscript(of: meeting, version: version("by Ben", in: ben), at: .now)
        try add("by Ben", from: version("by Ben", in: ben), in: ben)
        try ben.setState(.done, of: [Point.ID(rawValue: "p")])
        try ann.deleteTranscript(of: meeting, version: version("by Ben", in: ann))
        for _ in 0..<2 { for (store, member) in both { try sync(store, as: member) } }
        let cleo = try copy(of: "cleo")
        try sync(cleo, as: "cleo")
        for store in [ann, ben, cleo] {
            let points = try #require(try store.meeting(meeting)).points
            #expect(points.map(\.text) == ["by Ann"])
            #expect(points.map(\.state) == [.done], "a mark is the point's, whatever its words are from")
        }
        #expect(try ann.sharedContents() == cleo.sharedContents())
        #expect(try ann.sharedContents() == ben.sharedContents())
    }

    @Test("Who shared a standup leads it, also if it was in the trash when that was to be sent")
    func leadInTheTrash() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        _ = try ann.setDeleted(.standup(standup.id), by: "ann's program")
        try sync(ann, as: "ann")
        _ = try ann.undelete(.standup(standup.id))
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.lead(of: standup.id) == "ann")
        #expect(try ben.deletionReach(of: .standup(standup.id)) == .here(owner: "ann"))
    }

    @Test("What was on its way when the team was left, or a standup shared again, changes nothing for good")
    func changedWhileReceiving() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let batch = try #require(try ann.nextBatch())
        try sync(ann, as: "ann")
        let changes = batch.changes.enumerated()
            .map { ReceivedChange(device: batch.device, sequence: Int64($0) + 1, member: "ann", change: $1) }
        _ = try ben.apply(changes, covering: [batch.device: 3...batch.last], deletingAtMost: nil)
        #expect(try ben.received().isEmpty, "the numbers before are not here")
        try sync(ben, as: "ben")
        try ben.leave()
        try ben.deleteStandup(standup.id)
        _ = try ben.apply(changes, covering: [batch.device: 1...batch.last], deletingAtMost: nil)
        #expect(try ben.standups().isEmpty)
    }

    @Test("A meeting that comes before its standup waits for it")
    func meetingBeforeItsStandup() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        let batch = try #require(try ann.nextBatch())
        let changes = batch.changes.enumerated()
            .map { ReceivedChange(device: batch.device, sequence: Int64($0) + 1, member: "ann", change: $1) }
        _ = try ben.apply(changes.filter { $0.change?.kind != .standup }, covering: [:], deletingAtMost: nil)
        #expect(try ben.meeting(meeting) == nil)
        #expect(try ben.teamStatus().waiting == 2, "the meeting and its transcript")
        _ = try ben.apply(changes.filter { $0.change?.kind == .standup }, covering: [:], deletingAtMost: nil)
        #expect(try ben.teamStatus().waiting == 0)
        #expect(try ben.sharedContents() == ann.sharedContents())
    }

    @Test("A change of a private meeting, or of another standup's, is not taken over")
    func changeOfAnotherPlace() throws {
        try database.connection(of: "mallory").register(Device.ID(rawValue: "mallory"), named: "x")
        let ben = try copy(of: "ben")
        var own = standup(shared: false)
        try ben.save(own)
        let meeting = try hold(own, in: ben)
        try ben.record(
            [.state(.finished, duration: .seconds(5)), .marks([PassageMark(start: .zero, end: .seconds(1))])],
            in: meeting)
        let before = try ben.meeting(meeting)
        func forge(_ kind: SharedKind, _ item: String, _ content: String) {
            database.change { contents in
                contents.addRow(
                    SharedChange(
                        kind: kind, item: item, standup: Standup.ID(rawValue: "other"), meeting: meeting,
                        clock: HybridClock(time: 9, counter: 0, writer: "w"), content: content),
                    of: Device.ID(rawValue: "mallory"))
            }
        }
        let mark = #"{"isMarked":{"c":0,"t":9,"v":true,"w":"w"}}"#
        let transcript = #"{"head":{"createdAt":1,"isCorrection":false},"utterances":[]}"#
        forge(.mark, "\(meeting)/0-5", mark)
        forge(.transcript, "forged", transcript)
        try sync(ben, as: "ben")
        #expect(try ben.meeting(meeting) == before)
        own.isShared = true
        try ben.save(own)
        forge(.mark, "\(meeting)/0-7", mark)
        forge(.transcript, "forged too", transcript)
        try sync(ben, as: "ben")
        #expect(try ben.meeting(meeting)?.marks == before?.marks)
        #expect(try ben.transcriptVersions(of: meeting).count == 1)
        let status = try ben.teamStatus()
        #expect(status.aside.count == 4, "\(status)")
    }

    @Test("A row that no program of ours wrote is kept aside and said, and the rest is received")
    func aside() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let first = standup()
        try ann.save(first)
        try sync(ann, as: "ann")
        let device = try #require(try ann.membership()?.device)
        database.change { $0.addUnreadableRow("'; DROP TABLE standup; --\0", of: device) }
        try sync(ben, as: "ben")
        #expect(try ben.standups() == [first])
        let status = try ben.teamStatus()
        #expect(status.aside.count == 1 && status.aside.first?.hasPrefix("mallory: ") == true)
    }

    @Test("No change that does not fit keeps others from being received, and each is named")
    func misfits() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let (first, second) = (try hold(standup, in: ann), try hold(standup, in: ann))
        for meeting in [first, second] { try finish(meeting, in: ann) }
        let corrected = try #require(try ann.transcript(of: first, version: 1).first)
        _ = try ann.correctTranscript(
            of: first, version: 1, [UtteranceCorrection(utterance: corrected.id, text: "other")], at: .now)
        try sync(ann, as: "ann")
        let transcript = try #require(
            try ann.read { try String.fetchOne($0, sql: "SELECT id FROM transcript WHERE parent IS NOT NULL") })
        let clock = HybridClock(time: 1, counter: 0, writer: "mallory")
        func change(
            _ kind: SharedKind, _ item: String, in meeting: Meeting.ID? = nil, _ content: String,
            at clock: HybridClock = clock
        ) -> SharedChange {
            SharedChange(kind: kind, item: item, standup: standup.id, meeting: meeting, clock: clock, content: content)
        }
        let person = SharedContent.json(
            standup.attendees[0].sharedValues(at: 0).mapValues { SharedField($0, at: clock) })
        let words = #"{"head":{"createdAt":1,"isCorrection":false},"utterances":[]}"#
        let misfits = [
            // Two attendees with one id; ids of other kinds and other places.
            change(.attendee, "x/\(standup.attendees[0].id)", person), change(.standup, "another", "{}"),
            change(.attendee, "\(standup.id)/x", "{}"),
            change(
                .shown, first.rawValue, in: first, #"{"transcript":{"v":1,"t":4000000000000000000,"c":0,"w":"w"}}"#),
            change(.mark, "\(first)/9-1", in: first, #"{"isMarked":{"v":true,"t":1,"c":0,"w":"w"}}"#),
            // A transcript that is another meeting's.
            change(.transcript, transcript, in: second, words), change(.transcript, "\(first)/1", in: second, words),
            change(.meeting, "m", in: Meeting.ID(rawValue: "m"), "[]"),
            change(.point, "p", in: first, #"{"isShown":{"v":1,"t":1,"c":0,"w":"w"}}"#),
            change(.update, "\(standup.id)/u", #"{"update":{"v":[1],"t":1,"c":0,"w":"w"}}"#),
            change(
                .update, "\(standup.id)/u", #"{"update":{"v":null,"t":1,"c":0,"w":"w"}}"#,
                at: HybridClock(time: .max, counter: .max, writer: "w")),
            change(.attendee, "\(standup.id)/a\u{0}b", person),
        ]
        let device = try #require(try ann.membership()?.device)
        for misfit in misfits { database.change { $0.addRow(misfit, of: device) } }
        let last = self.standup()
        let cleo = try copy(of: "cleo")
        try cleo.save(last)
        try sync(cleo, as: "cleo")
        for _ in 0..<2 { try sync(ben, as: "ben") }
        let aside = try ben.teamStatus().aside
        #expect(aside.count == misfits.count, "\(aside)")
        #expect(try Set(ben.standups().map(\.id)) == [standup.id, last.id])
        #expect(try ben.meetingCount(of: nil) == 2 && ben.transcriptVersions(of: first).count == 2)
        #expect(try ben.standups().first { $0.id == standup.id }?.attendees == standup.attendees)
    }

    @Test("A member who may only read receives, and sends nothing")
    func reader() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        database.change { $0.restrict("ben") }
        let (shared, own) = (standup(), standup())
        try ann.save(shared)
        try sync(ann, as: "ann")
        try ben.save(own)
        #expect(try sync(ben, as: "ben").isReadOnly)
        #expect(try Set(ben.standups().map(\.id)) == [shared.id, own.id])
        #expect(try ben.teamStatus().unsent > 0)
    }

    @Test("Another server, and an older state of the same, stop and ask")
    func servers() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let backup = database.contents
        let standup = standup()
        try ann.save(standup)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        database.change { $0 = backup }
        #expect(throws: TeamError.olderServer(server: "memory")) { try sync(ann, as: "ann") }
        #expect(throws: TeamError.olderServer(server: "memory")) { try sync(ben, as: "ben") }
        try sync(ben, as: "ben", .restoring)
        try sync(ann, as: "ann", .restoring)
        #expect(try sync(copy(of: "cleo"), as: "cleo").received > 0)
        database.change { $0.id = "another" }
        #expect(throws: TeamError.otherServer(server: "memory")) { try sync(ann, as: "ann") }
    }

    @Test("The recorder is who recorded it, also after somebody else gave the server back what it lost")
    func recorder() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let backup = database.contents
        let standup = standup()
        try ben.save(standup)
        try sync(ben, as: "ben")
        try sync(ann, as: "ann")
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ann.deletionReach(of: .meeting(meeting)) == .everybody, "she recorded it")
        #expect(try ben.deletionReach(of: .meeting(meeting)) == .everybody, "he leads the standup")
        let cleo = try copy(of: "cleo")
        try sync(cleo, as: "cleo")
        #expect(try cleo.deletionReach(of: .meeting(meeting)) == .here(owner: "ann"))
        #expect(try cleo.deletionReach(of: .transcript(meeting, version: 1)) == .here(owner: "ann"))
        #expect(try cleo.deletionReach(of: .standup(standup.id)) == .here(owner: "ben"))
        #expect(try ben.deletionReach(of: .standup(standup.id)) == .everybody)
        database.change { $0 = backup }
        for (store, member) in [(ben, "ben"), (ann, "ann")] { try sync(store, as: member, .restoring) }
        try ann.deleteMeeting(meeting)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.meeting(meeting) == nil)
    }

    @Test("Many deletions ask; the question stays until it is answered")
    func manyDeletions() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        var meetings: [Meeting.ID] = []
        for _ in 0..<20 {
            meetings.append(try hold(standup, in: ann))
            try finish(meetings[meetings.count - 1], in: ann)
        }
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        for meeting in meetings.prefix(2) { try ann.deleteMeeting(meeting) }
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.meetingCount(of: nil) == 18)
        for meeting in meetings.dropFirst(2).prefix(5) { try ann.deleteMeeting(meeting) }
        try sync(ann, as: "ann")
        for _ in 0..<3 {
            #expect(throws: TeamError.self) { try sync(ben, as: "ben") }
            #expect(try ben.meetingCount(of: nil) >= 17)
        }
        #expect(try sync(ben, as: "ben", .deletions).deleted >= 4)
        #expect(try ben.meetingCount(of: nil) == 13)
        try sync(ben, as: "ben")
    }

    @Test("What is in the trash is neither sent nor deleted until that is final")
    func trash() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        try ann.setDeleted(.meeting(meeting), by: "trash")
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.meeting(meeting) == nil)
        try ann.undelete(.meeting(meeting))
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member) }
        #expect(try ben.meeting(meeting) != nil)
    }
}
