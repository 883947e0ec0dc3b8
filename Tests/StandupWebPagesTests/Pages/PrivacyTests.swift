import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket
@testable import Presentation
import Testing

@testable import MeetingHistory
@testable import Sound
@testable import StandupFeatures
@testable import Web

/// What only the lead's terminal shows is in no page, for whatever role.
@Suite("What is private") struct PrivacyTests {
    private static let planted = "PLANTED"

    /// A running meeting with a note, devices, levels and a failed device.
    private static func running() throws -> RunningMeeting {
        let reported = try SamplePage.running("record")
        var meeting = RunningMeeting(meeting: reported.id, status: reported.status, now: reported.now)
        meeting.status.note = planted + " note"
        meeting.status.microphone = planted + " microphone"
        var call = MeetingStatus.Call(selection: .named(planted + " call"))
        call.device = planted + " call"
        call.unheard = PlayingProgram(name: planted, loudspeaker: planted, monitor: planted)
        meeting.status.call = call
        for attendee in meeting.status.standup.attendees { meeting.reported.lastWords[attendee.id] = planted }
        _ = meeting.perform(.note)
        _ = meeting.perform(.insert(planted + " draft"))
        _ = meeting.receive(
            .meetingEvent(MeetingEvent(at: .seconds(1), kind: .deviceLost(device: planted + " microphone"))))
        return meeting
    }

    private static func loaded() -> LoadedMeeting {
        var loaded = SamplePage.loaded()
        loaded.meeting.note = planted + " note"
        loaded.recordingPath = "/home/\(planted)/4.wav"
        return loaded
    }

    @Test func `is shown on the terminal, so that this suite can fail`() throws {
        let meeting = try Self.running()
        guard case .record(let screen) = meeting.content(Support.english) else { return }
        #expect(screen.noteField?.text.contains(Self.planted) == true)
        #expect(meeting.notice(Support.english)?.text.contains(Self.planted) == true)
        let loaded = Self.loaded()
        var past = PastMeeting(meeting: loaded.meeting.id)
        _ = past.didRead(loaded)
        guard case .meeting(let screen) = past.content(Support.english) else { return }
        #expect(screen.note?.value.contains(Self.planted) == true)
    }

    @Test(arguments: [nil] + Role.allCases, Support.languages)
    func `is in no page and in no state`(_ role: Role?, _ language: String) throws {
        let reader = PageReader(
            try #require(Support.localizers[language]), role: role, attendee: role == .speak ? id("Ann") : nil)
        let standup = SamplePage.standup
        let state = LiveState.meeting(
            LivePageMeeting(try Self.running().reported, for: role ?? .watch, present: [id("Ann")], reader.localizer))
        let note = SearchHit(
            meeting: id("m"), standup: standup.id, title: "Daily", startedAt: Timestamp(nanosecondsSince1970: 0),
            source: .note, text: Self.planted + " note", matches: [])
        let pages: [any WebPage] = [
            LivePage(state, of: standup, for: reader),
            MeetingPage(Self.loaded(), theme: .sky, sound: RecordingFormat.allCases, for: reader),
            MeetingPage(
                Self.loaded(), theme: .sky, at: MeetingPlace(correcting: 1), sound: [.wav], for: reader),
            StandupPage(
                standup, meetings: [Self.loaded().meeting], from: 0, of: 1,
                contributions: SamplePage.contributions(1), isRunning: true, for: reader),
            SearchPage(
                SearchPlace(words: "note"), in: [standup], result: .hits([note], hasMore: false), for: reader),
        ]
        for page in pages {
            let text = String(decoding: page.document.bytes, as: UTF8.self)
            #expect(!text.contains(Self.planted))
        }
        #expect(!state.json().contains(Self.planted))
    }

    @Test(arguments: Role.allCases)
    func `includes the question to the lead`(_ role: Role) throws {
        let meeting = LivePageMeeting(
            try SamplePage.running("record-question"), for: role, present: [id("Ann")], Support.english)
        #expect(meeting.question == (role == .lead ? .end : nil))
        let json = LiveState.meeting(meeting).json()
        #expect(json.contains("question") == (role == .lead))
    }

    @Test func `includes the history, for those who only follow`() throws {
        let reader = PageReader(Support.english, role: .watch)
        let page = ListPage(
            [SamplePage.standup],
            meetings: [
                MeetingSummary(
                    standupID: SamplePage.standup.id, lastTitle: "Engineering",
                    lastStartedAt: Timestamp(nanosecondsSince1970: 0), count: 3)
            ], running: [], for: reader)
        let text = String(decoding: page.document.bytes, as: UTF8.self)
        #expect(text.contains("/standup/Engineering/live"))
        #expect(!text.contains("1970") && !text.contains("\"/standup/Engineering\""))
    }
}
