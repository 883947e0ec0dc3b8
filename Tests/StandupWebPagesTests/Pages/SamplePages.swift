import Localization
import MeetingModel

@testable import MeetingEngine
@testable import MeetingHistory
@testable import MeetingSocket
@testable import Presentation
@testable import StandupFeatures
@testable import StandupSpeech
@testable import Web
@testable import standup_gallery

/// Pages of the gallery's standups and meetings.
struct SamplePage: Sendable {
    /// The name of the golden file.
    let name: String
    /// The roles in which the page is compared with golden files; nil for somebody without an invitation.
    let roles: [Role?]
    /// Creates the page.
    let page: @Sendable (PageReader) throws -> any WebPage

    init(_ name: String, _ roles: [Role?] = [.lead], _ page: @escaping @Sendable (PageReader) throws -> any WebPage) {
        self.name = name
        self.roles = roles
        self.page = page
    }

    /// The page for a role in a language; the reader is invited as the attendee Benedict.
    func bytes(_ role: Role?, _ language: String) throws -> [UInt8] {
        let attendee: Attendee.ID? = role == .speak ? id("Benedict") : nil
        return try page(PageReader(Support.localizers[language] ?? Localizer(), role: role, attendee: attendee))
            .document.bytes
    }

    /// The right that the page needs; nil for none.
    var right: Right? {
        if ["join", "problem"].contains(where: name.hasPrefix) { return nil }
        return ["list", "live"].contains(where: name.hasPrefix) ? .followMeeting : .readHistory
    }

    /// All pages.
    static let all: [SamplePage] = history + live + others

    static let standup = SampleHistory.engineering

    /// A past meeting with its current transcript.
    static func loaded(
        _ number: Int = 4, state: Meeting.State = .finished, hasPoints: Bool = false,
        hasUpdates: Bool = false
    ) -> LoadedMeeting {
        var meeting = SampleHistory.meeting(number, of: standup, state: state)
        if hasPoints { meeting.points = SampleHistory.points(number, of: meeting) }
        if hasUpdates { meeting.updates = SampleHistory.updates(of: meeting) }
        let version = TranscriptVersion(number: 1, createdAt: meeting.startedAt, origin: .live, isCurrent: true)
        return LoadedMeeting(
            meeting: meeting, versions: [version], version: 1,
            transcript: meeting.transcript.enumerated().map { NumberedUtterance(id: Int64($0 + 1), utterance: $1) },
            recordingPath: "/home/ann/.local/share/standup/recordings/4.wav")
    }

    /// A standup that learns voices.
    static var learning: Standup {
        var standup = standup
        standup.learnsVoices = true
        return standup
    }

    /// A voice that is known, one of which too little is known, one of which nothing is, and one that is refused.
    static var voices: [KnownVoice] {
        func profile(_ seconds: Float, _ meetings: Float) -> [String: [Float]] {
            [VoiceModel.key: [1] + [Float](repeating: 0, count: VoiceEmbedding.size - 1) + [seconds, meetings]]
        }
        let states = [profile(150, 4), profile(7.4, 1), [:], [LearnedVoice.refusal: []]]
        return zip(standup.attendees, states).map { KnownVoice($0, $1) }
    }

    /// The open points of three meetings, with one whose text is markup.
    static var openPoints: [CarriedPoint] {
        let meetings = [4, 3, 2].map { number in
            var meeting = SampleHistory.meeting(number, of: standup)
            meeting.points = SampleHistory.points(number, of: meeting)
            return meeting
        }
        let point = MeetingModel.Point(
            id: id("<i>&"), attendee: id("Ann"), kind: .question, text: "Is <b>\"this\"</b> & that \u{202e}safe?",
            start: .seconds(3),
            end: .seconds(4), maker: .hand)
        return meetings.carriedPoints.filter(\.isOpen) + [CarriedPoint(point, of: meetings[0])]
    }

    /// What the attendees contributed to a number of meetings, newest first.
    static func contributions(_ count: Int, to standup: Standup = standup) -> [Contribution] {
        (0..<count).reversed().flatMap { number in
            let meeting = SampleHistory.meeting(number, of: standup)
            return meeting.attendees.map {
                Contribution(
                    meeting: meeting.id, startedAt: meeting.startedAt, attendee: $0, speech: $0.used * 4 / 5)
            }
        }
    }

    // MARK: History

    private static let history: [SamplePage] = [
        SamplePage("list", Role.allCases) { reader in
            let summaries = SampleHistory.all.dropFirst().map {
                MeetingSummary(standupID: $0.id, lastTitle: $0.title, lastStartedAt: SampleHistory.start, count: 3)
            }
            return ListPage(
                SampleHistory.all, meetings: Array(summaries), running: [standup.id], blockers: [standup.id: 2],
                for: reader)
        },
        SamplePage("list-empty") { ListPage([], meetings: [], running: [], for: $0) },
        SamplePage("standup", [.lead, .speak]) { reader in
            let meetings = (0..<12).reversed().map { SampleHistory.meeting($0, of: standup) }
            return StandupPage(
                standup, meetings: meetings, from: 0, of: 12, contributions: contributions(12), isRunning: true,
                for: reader)
        },
        SamplePage("standup-updates", [.lead, .speak]) { reader in
            let updates = [
                WrittenUpdate(
                    attendee: id("Benedict"), text: "back on Monday\nthe <b>login</b> page waits",
                    writtenAt: SampleHistory.start)
            ]
            return StandupPage(
                standup, meetings: [], from: 0, of: 0, contributions: [], updates: updates, isRunning: false,
                for: reader)
        },
        SamplePage("standup-voices", [.lead, .speak]) { reader in
            StandupPage(
                learning, meetings: [], from: 0, of: 0, contributions: [], voices: voices, isRunning: false,
                for: reader)
        },
        SamplePage("standup-voices-refused", [.speak]) { reader in
            let voices = voices.map { KnownVoice($0.attendee, [LearnedVoice.refusal: []]) }
            return StandupPage(
                learning, meetings: [], from: 0, of: 0, contributions: [], voices: voices, saved: .voice(.forget),
                isRunning: false, for: reader)
        },
        SamplePage("standup-voices-off") { reader in
            StandupPage(
                standup, meetings: [], from: 0, of: 0, contributions: [],
                voices: standup.attendees.map { KnownVoice($0, [:]) }, isRunning: false, for: reader)
        },
        SamplePage("standup-points", [.lead, .speak]) { reader in
            let meetings = (2..<5).reversed().map { SampleHistory.meeting($0, of: standup) }
            return StandupPage(
                standup, meetings: meetings, from: 0, of: 5, contributions: [], points: openPoints, isRunning: false,
                for: reader)
        },
        SamplePage("standup-marked") { reader in
            var dropped = openPoints[0]
            dropped.point = dropped.point.marked(.dropped)
            return StandupPage(
                standup, meetings: [], from: 0, of: 0, contributions: [], points: [dropped], saved: .point(dropped.id),
                isRunning: false, for: reader)
        },
        SamplePage("standup-middle") { reader in
            let meetings = (0..<3).reversed().map { SampleHistory.meeting($0, of: standup) }
            return StandupPage(
                standup, meetings: meetings, from: 100, of: 204, contributions: contributions(1), isRunning: false,
                for: reader)
        },
        SamplePage("standup-new") { reader in
            StandupPage(
                standup, meetings: [], from: 0, of: 0, contributions: [], isRunning: false, for: reader)
        },
        SamplePage("meeting", [.lead, .speak]) { reader in
            MeetingPage(
                loaded(), theme: standup.theme, at: MeetingPlace(time: .milliseconds(83_500), utterance: 2),
                neighbors: MeetingPage.Neighbors(earlier: id("3"), later: id("5")), sound: [.opus, .flac, .wav],
                for: reader)
        },
        SamplePage("meeting-voices", [.lead, .speak]) { reader in
            var loaded = loaded()
            var utterance = loaded.transcript[1].utterance
            (utterance.attendee, utterance.isByVoice) = (id("Benedict"), true)
            loaded.transcript[1] = NumberedUtterance(id: loaded.transcript[1].id, utterance: utterance)
            return MeetingPage(loaded, theme: standup.theme, sound: [.opus], for: reader)
        },
        SamplePage("meeting-minutes") { reader in
            MeetingPage(loaded(hasPoints: true), theme: standup.theme, sound: [.opus], for: reader)
        },
        SamplePage("meeting-updates", [.speak]) { reader in
            MeetingPage(loaded(hasPoints: true, hasUpdates: true), theme: standup.theme, sound: [.opus], for: reader)
        },
        SamplePage("meeting-minutes-silent", [.speak]) { reader in
            MeetingPage(loaded(hasPoints: true), theme: standup.theme, sound: [], for: reader)
        },
        SamplePage("meeting-correction") { reader in
            MeetingPage(
                loaded(), theme: standup.theme, at: MeetingPlace(correcting: 2), sound: [.wav], for: reader)
        },
        SamplePage("meeting-running") { reader in
            MeetingPage(loaded(state: .live), theme: standup.theme, sound: [.wav], for: reader)
        },
        SamplePage("search") { SearchPage(SearchPlace(), in: SampleHistory.all, result: nil, for: $0) },
        SamplePage("search-hits") { reader in
            SearchPage(
                SearchPlace(words: "login page", from: 20), in: SampleHistory.all,
                result: .hits(try hits("login page"), hasMore: true), for: reader)
        },
        SamplePage("search-filtered", [.speak]) { reader in
            SearchPage(
                SearchPlace(words: "login page", speaker: "Ann", since: "2026-03-01", until: "2026-03-31"),
                in: [standup], result: .hits(try hits("login page"), hasMore: false), for: reader)
        },
        SamplePage("search-nothing") { reader in
            SearchPage(
                SearchPlace(words: "<b>", standup: standup.id), in: SampleHistory.all,
                result: .hits([], hasMore: false), for: reader)
        },
        SamplePage("search-no-words") { reader in
            SearchPage(SearchPlace(words: "?"), in: [standup], result: .refused(.noWords("?")), for: reader)
        },
        SamplePage("statistics") { reader in
            StatisticsPage(standup, SpeakingStatistics(contributions(12)), for: reader)
        },
        SamplePage("statistics-empty") { StatisticsPage(standup, SpeakingStatistics([]), for: $0) },
    ]

    /// Hits in utterances, a title, a name, and a note.
    static func hits(_ words: String) throws -> [SearchHit] {
        let query = try SearchQuery(words)
        let meeting = SampleHistory.meeting(4, of: standup)
        func hit(_ source: SearchHit.Source, _ text: String, _ side: AudioChannel? = nil) -> SearchHit {
            SearchHit(
                meeting: meeting.id, standup: standup.id, title: meeting.title, startedAt: meeting.startedAt,
                source: source, text: text, interjection: side, matches: query.matches(in: text))
        }
        let line = "yesterday i finished the login page, and the login\tpage <b>is done</b>"
        let (start, end) = (Duration.milliseconds(83_500), Duration.seconds(87))
        return [
            hit(.utterance(2, attendee: id("Ann"), name: "Ann", start: start, end: end), line),
            hit(.utterance(3, attendee: id("Ann"), name: "from the call", start: start, end: end), line, .call),
            hit(.title, "Login page"), hit(.name(id("Ann")), "Login Page"), hit(.note, "the note on the login page"),
        ]
    }

    // MARK: Live

    private static let live: [SamplePage] = [
        SamplePage("live", Role.allCases) { try LivePage(state("record", $0), of: standup, for: $0) },
        SamplePage("live-warning", [.watch]) { try LivePage(state("record-warning", $0), of: standup, for: $0) },
        SamplePage("live-overtime", [.speak]) { try LivePage(state("record-overtime", $0), of: standup, for: $0) },
        SamplePage("live-paused", [.lead, .speak]) { try LivePage(state("record-paused", $0), of: standup, for: $0) },
        SamplePage("live-question", [.lead, .speak]) {
            try LivePage(state("record-question", $0), of: standup, for: $0)
        },
        SamplePage("live-updates", [.watch]) { try LivePage(state("record-updates", $0), of: standup, for: $0) },
        SamplePage("live-voices", [.watch]) { reader in
            var meeting = try running("record")
            let last = meeting.status.utterances.count - 1
            (meeting.status.utterances[last].attendee, meeting.status.utterances[last].isByVoice) = (id("Ann"), true)
            return LivePage(.meeting(LivePageMeeting(meeting, for: .watch, reader.localizer)), of: standup, for: reader)
        },
        SamplePage("live-twelve") { try LivePage(state("record-twelve", $0), of: SampleHistory.large, for: $0) },
        SamplePage("live-long-names") {
            try LivePage(state("record-long-names", $0), of: SampleHistory.long, for: $0)
        },
        SamplePage("live-points", [.speak]) { try LivePage(state("record-points", $0), of: standup, for: $0) },
        SamplePage("live-last", [.watch]) { try LivePage(state("record-last", $0), of: standup, for: $0) },
        SamplePage("live-ending") { try LivePage(state("record-ending", $0), of: standup, for: $0) },
        SamplePage("live-compact") { try LivePage(state("record", $0), of: standup, isCompact: true, for: $0) },
        SamplePage("live-own-points", [.speak]) {
            try LivePage(state("record", $0), of: standup, past: past, for: $0)
        },
        SamplePage("live-waiting", [.watch, .speak, .lead]) { reader in
            LivePage(
                .none, of: standup, here: "Here: Ann", past: reader.may(.readHistory) ? past : LivePage.Past(),
                for: reader)
        },
        SamplePage("live-none", [.watch, .lead]) { LivePage(.none, of: standup, for: $0) },
        SamplePage("live-elsewhere", [.watch]) { LivePage(.none, of: standup, holder: "ann", for: $0) },
        SamplePage("live-ended", [.watch, .speak]) { LivePage(.ended(id("m")), of: standup, for: $0) },
        SamplePage("live-discarded", [.speak]) { LivePage(.ended(nil), of: standup, for: $0) },
        SamplePage("live-lost", [.speak]) { LivePage(.lost, of: standup, for: $0) },
    ]

    /// What the history has for a live page.
    private static var past: LivePage.Past {
        LivePage.Past(
            last: loaded().meeting,
            updates: [
                WrittenUpdate(attendee: id("Benedict"), text: "back on <b>Monday</b>", writtenAt: SampleHistory.start)
            ], points: openPoints)
    }

    /// The running meeting of a state of the gallery.
    static func running(_ name: String) throws -> ReportedMeeting {
        guard let sample = Entry.all.first(where: { $0.name == name })?.scene().world.meeting else {
            throw NoSuchState(name: name)
        }
        var meeting = RunningMeeting(meeting: sample.id, status: sample.status, now: sample.now)
        _ = meeting.receive(sample.outcome)
        return meeting.reported
    }

    private static func state(_ name: String, _ reader: PageReader) throws -> LiveState {
        .meeting(
            LivePageMeeting(
                try running(name), for: reader.role ?? .watch, present: [id("Ann"), id("Person 3")], reader.localizer))
    }

    private struct NoSuchState: Error { let name: String }

    // MARK: Others

    private static let others: [SamplePage] =
        [
            SamplePage("join", [nil]) { JoinPage(for: $0) },
            SamplePage("join-refused", [nil]) { JoinPage(.refused, for: $0) },
            SamplePage("join-used", [nil]) { JoinPage(.used, for: $0) },
        ]
        + ProblemPage.Problem.allCases.map { problem in
            SamplePage("problem-\(problem)", [problem == .notInvited ? nil : .speak]) { ProblemPage(problem, for: $0) }
        }
}
