import Localization
import MeetingModel
@testable import Presentation
import Testing

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("A past meeting's screen") struct MeetingScreenTests {
    @Test func `is empty and says so until the meeting has been read`() throws {
        let rig = MeetingRig()
        #expect(
            rig.feature.firstEffects.map { $0.isCall(on: .history) } == [true, false]
                && rig.feature.firstEffects.map { $0.isCall(on: .preferences) } == [false, true])
        #expect(try rig.screen.empty == "Loading…")
        #expect(try rig.screen.lines.isEmpty)
    }

    @Test func `shows when it was, how it ended and what was kept`() throws {
        var rig = MeetingRig()
        rig.meeting.pauses = [
            Pause(at: .seconds(3), duration: .seconds(60), reason: .user),
            Pause(at: .seconds(9), duration: .seconds(20), reason: .question),
            Pause(at: .seconds(90), duration: .seconds(30), reason: .suspend),
        ]
        rig.meeting.gaps = [Gap(start: .seconds(40), end: .seconds(44), reason: .device)]
        rig.meeting.transcribedUpTo = .seconds(90)
        rig.meeting.note = "be kind to\nBen"
        _ = rig.feature.didRead(
            LoadedMeeting(
                meeting: rig.meeting, versions: rig.versions, version: 1, transcript: rig.transcripts[0],
                recordingPath: rig.recordingPath))
        let usual = try rig.screen.allFacts.map(\.label)
        rig.perform(.showDetails)
        let facts = try rig.screen.allFacts
        #expect(Set(facts.map(\.label)).subtracting(usual) == ["State", "Recording"], "usual, so behind a key")
        func value(_ label: String) -> String? { facts.first { $0.label == label }?.value }
        #expect(value("Date")?.contains("2027") == true)
        #expect(value("Date")?.contains("9:00") == true)
        #expect(value("Length") == rig.localizer.duration(.seconds(125)))
        #expect(value("State") == "finished")
        #expect(value("Recording") == "2:05, WAV, 16 kHz, mono")
        #expect(value("Pauses") == "2 pauses, " + rig.localizer.duration(.seconds(90)))
        #expect(value("Missing sound") == rig.localizer.duration(.seconds(4)))
        #expect(value("Transcribed") == "1:30 of 2:05")
        #expect(value("Note") == "be kind to Ben")
        #expect(try rig.screen.title == "Web")
        #expect(try rig.screen.theme == .teal)
    }

    @Test(
        arguments: [
            (MinutesPost.State.sent, "", "sent to team"),
            (.waiting, "", "waiting for team"),
            (.waiting, "status 500", "team could not be reached (status 500); the next try follows"),
            (.refused, "no_service", "refused by team (“no_service”)"),
            (.unknown, "no answer", "no answer from team. Check there; to resend, press P, then a."),
        ])
    func `tells the lead what became of the minutes`(state: MinutesPost.State, reason: String, text: String) throws {
        let rig = MeetingRig.read()
        var feature = rig.feature
        let post = MinutesPost(
            meeting: rig.meeting.id, destination: "team", state: state,
            queuedAt: Timestamp(nanosecondsSince1970: 0), transaction: "t", reason: reason)
        var loaded = try #require(feature.loaded)
        loaded.posts = [post]
        _ = feature.didRead(loaded)
        guard case .meeting(let screen) = feature.content(rig.localizer) else { throw MeetingRig.WrongScreen() }
        #expect(screen.posts.first?.value.hasPrefix(text) == true && screen.allFacts.contains { $0.label == "Minutes" })
        #expect(!screen.details.contains { $0.label == "Minutes" })
    }

    @Test(
        arguments: [
            ("de", "status 500", "team nicht erreicht (Status 500), neuer Versuch folgt"),
            ("de", "couldn't connect to server", "team nicht erreicht („couldn't connect to server“), neuer"),
            ("ko", "it did not answer in time", "team에 보내지 못함(제때 응답하지 않음), 다시"),
            ("ko", "no answer: broken pipe", "team에 보내지 못함(응답 없음: ‘broken pipe’), 다시"),
            (
                "de", "given up after a week: status 404: no_team",
                "team nicht erreicht (nach einer Woche aufgegeben: Status 404: „no_team“)"
            ),
        ])
    func `says in the user's language why minutes were not sent, and quotes what is not the program's`(
        language: String, reason: String, text: String
    ) {
        let post = MinutesPost(
            meeting: MeetingRig.read().meeting.id, destination: "team", state: .waiting,
            queuedAt: Timestamp(nanosecondsSince1970: 0), transaction: "t", reason: reason)
        #expect(Message(post).text(.localizer(language)).hasPrefix(text))
    }

    @Test(arguments: PostReason.allCases)
    func `has every reason of the program in every language`(reason: PostReason) {
        func text(_ language: String) -> String {
            Message(
                MinutesPost(
                    meeting: MeetingRig.read().meeting.id, destination: "team", state: .refused,
                    queuedAt: Timestamp(nanosecondsSince1970: 0), transaction: "t", reason: reason.sample)
            ).text(.localizer(language))
        }
        // The values of the sample have no spaces, so that no words of English can be in them.
        let english: Set<Substring> = Set(reason.rawValue.split { !$0.isLetter }.filter { $0.count > 5 })
        #expect(text("en").contains(reason.text(reason.sampleValues).prefix(6)))
        #expect(text("de") != text("en") && text("ko") != text("de"))
        for value in reason.sampleValues.values { #expect(text("ko").contains(value), "\(value)") }
        let known: Set<Substring> = ["server", "status", "configuration", "template", "address", "signal"]
        for word in english.subtracting(known) { #expect(!text("ko").contains(word), "\(word)") }
    }

    @Test(
        arguments: [
            (Meeting.State.interrupted, "interrupted, complete up to that point"),
            (.live, "running in another window"),
        ])
    func `marks an interrupted meeting, and a running one`(state: Meeting.State, text: String) throws {
        let rig = MeetingRig.read(state: state)
        #expect(try rig.screen.allFacts.contains(Fact("State", text)))
    }

    @Test func `shows everyone's slot, time used, overtime and speech, and who was absent`() throws {
        let rig = MeetingRig.read()
        #expect(try rig.screen.columns == ["Name", "Slot", "Used", "Overtime", "Speech"])
        #expect(
            try rig.screen.attendees == [
                .init(name: "Ann", slot: "1:00", used: "1:12", overtime: "+0:12", speech: "0:09", isOvertime: true),
                .init(name: "Ben", slot: "1:00", used: "0:53", overtime: "", speech: "0:06"),
                .init(name: "Cal", slot: "absent", used: "", overtime: "", speech: ""),
            ])
    }

    @Test func `shows the transcript with times, and a name only where the speaker changes`() throws {
        let rig = MeetingRig.read()
        #expect(
            try rig.screen.lines == [
                .init(name: "Ann", time: "0:03", text: "yesterday i finished the lagoon page"),
                .init(name: "", time: "0:20", text: "nothing blocks me"),
                .init(name: "Ben", time: "1:23", text: "i will work on the search"),
            ])
        #expect(try rig.screen.version == nil, "there is only one")
        #expect(try rig.screen.selected == nil)
        #expect(try rig.screen.empty == nil)
    }

    @Test func `keeps the names of its time, whoever attends today`() throws {
        var rig = MeetingRig.read()
        let renamed = Standup(
            id: rig.meeting.standupID, title: "New", attendees: [Attendee(id: Team.ann.id, name: "Anna")])
        _ = rig.feature.receive(.standups([renamed], meetings: []))
        #expect(try rig.screen.title == "Web")
        #expect(try rig.screen.attendees[0].name == "Ann")
    }

    @Test(
        arguments: [
            ("en", "Someone"), ("de", "Jemand"), ("ko", "누군가"),
        ])
    func `calls an unknown attendee Someone, in the user's language`(language: String, name: String) throws {
        var rig = MeetingRig(language: language)
        rig.meeting.attendees.removeLast(2)
        _ = rig.feature.didRead(
            LoadedMeeting(meeting: rig.meeting, versions: rig.versions, version: 1, transcript: rig.transcripts[0]))
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "", name])
    }

    @Test
    func `names the unknown speaker of an import in the user's language, and lists nobody of whom nothing is known`()
        throws
    {
        var rig = MeetingRig(language: "de")
        let someone = Attendee.ID(rawValue: rig.meeting.standupID.rawValue)
        rig.meeting.attendees =
            [Team.ann, Team.ben].map { MeetingAttendee(id: $0.id, name: $0.name, slot: .zero) } + [
                MeetingAttendee(
                    id: someone, name: Attendee.someone, slot: .seconds(125), used: .seconds(125), state: .spoke)
            ]
        rig.transcripts = [
            [NumberedUtterance(id: 1, utterance: MeetingRig.utterance(someone, 3, "nothing blocks me"))]
        ]
        rig.versions.append(
            TranscriptVersion(
                number: 2, createdAt: rig.meeting.startedAt, origin: .recognizer("whisper"), isCurrent: false))
        rig = rig.loaded()
        #expect(try rig.screen.attendees.map(\.name) == ["Jemand"])
        #expect(try rig.screen.lines.map(\.name) == ["Jemand"])
        #expect(try rig.screen.version?.contains("aus dem Import") == true)
    }

    @Test func `says if there are no words, or if the recording or the meeting is gone`() throws {
        var rig = MeetingRig()
        rig.transcripts = [[]]
        rig.recordingPath = nil
        _ = rig.feature.didRead(
            LoadedMeeting(meeting: rig.meeting, versions: [], version: nil, transcript: [], recordingPath: nil))
        #expect(try rig.screen.empty == "No words were recognized.")
        #expect(try rig.screen.allFacts.contains(Fact("Recording", "The file m1.wav is missing.")))
        rig.perform(.edit)
        #expect(rig.feature.context == .meeting)
        var silent = rig.meeting
        silent.recording = nil
        _ = rig.feature.didRead(
            LoadedMeeting(meeting: silent, versions: [], version: nil, transcript: [], recordingPath: nil))
        #expect(try rig.screen.empty == "No sound was recorded.")
        #expect(try rig.screen.allFacts.contains(Fact("Recording", "none")))
        _ = rig.feature.didRead(LoadedMeeting(meeting: silent, recorder: "ann"))
        #expect(try rig.screen.empty == "No words have come from ann, who recorded this meeting.")
        #expect(try rig.screen.allFacts.contains(Fact("Recording", "not here; if there is one, ann has it")))
        #expect(rig.feature.didRead(nil).request == .vanished)
        _ = rig.feature.didVanish()
        #expect(try rig.screen.empty == "This meeting no longer exists.")
    }

    @Test(arguments: [(1, 1), (2, 2), (99, 2)])
    func `opens at the utterance of a place`(asked: Int, selected: Int) throws {
        let rig = MeetingRig.read(utterance: asked)
        #expect(try rig.screen.selected == selected)
        #expect(rig.feature.utterance == selected)
    }

    @Test func `removes control sequences from names, words and notes`() throws {
        var rig = MeetingRig()
        rig.meeting.note = "\u{1b}[2J"
        rig.transcripts = [
            [NumberedUtterance(id: 1, utterance: MeetingRig.utterance(Team.ann.id, 1, "hello\u{1b}[2Jyou"))]
        ]
        _ = rig.feature.didRead(
            LoadedMeeting(
                meeting: rig.meeting, versions: rig.versions, version: 1, transcript: rig.transcripts[0],
                recordingPath: "/tmp/\u{1b}[31m"))
        let screen = try rig.screen
        for text in screen.allFacts.map(\.value) + screen.lines.map(\.text) {
            #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }

    @Test(arguments: [("de", "Mitschrift", "abwesend"), ("ko", "녹취록", "불참")])
    func `speaks German and Korean`(language: String, title: String, absent: String) throws {
        let rig = MeetingRig.read(language: language)
        #expect(try rig.screen.transcriptTitle == title)
        #expect(try rig.screen.attendees[2].slot == absent)
    }
}

extension PostReason {
    /// A value for each place.
    fileprivate var sampleValues: [String: String] {
        let names = rawValue.split(separator: "%{", omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0 != "}" })
        }
        let values = ["status": "404", "bytes": "52", "number": "7", "path": "/x/y", "reason": "z9"]
        return Dictionary(names.map { ($0, values[$0] ?? "q1") }, uniquingKeysWith: { $1 })
    }

    /// The text with these values.
    fileprivate var sample: String { text(sampleValues) }
}
