import MeetingModel
import Presentation
import Testing

@testable import MeetingEngine
@testable import MeetingSocket
@testable import StandupFeatures
@testable import Web

@Suite("The state of the live page") struct LiveStateTests {
    private static func meeting(
        _ name: String, _ role: Role = .lead, present: Set<Attendee.ID> = []
    ) throws -> LivePageMeeting {
        LivePageMeeting(try SamplePage.running(name), for: role, present: present, Support.english)
    }

    @Test func `has a key that differs when the page has to load itself again`() throws {
        let states: [LiveState] = [
            .meeting(try Self.meeting("record")), .none, .ended(nil), .ended(id("m")), .ended(id("n")), .lost,
        ]
        #expect(Set(states.map(\.key)).count == states.count)
        for state in states { #expect(JSONObject(state.json())?["key"].text == state.key) }
    }

    @Test func `is JSON with deadlines, in the form that the script reads`() throws {
        let json = try #require(
            JSONObject(LiveState.meeting(try Self.meeting("record", present: [id("Ann")])).json(here: "Here: Ann")))
        #expect(json["here"].text == "Here: Ann")
        let meeting = json["meeting"]
        #expect(
            meeting.keys == [
                "consent", "elapsed", "endsAt", "id", "isMuted", "isRecording", "lines", "marks", "next", "nextStarts",
                "noLines", "now", "place", "points",
                "recording", "remaining", "speakers", "state", "theme", "title", "turn",
            ])
        #expect(meeting["turn"].keys == ["alert", "clock", "id", "isOver", "label", "speaker", "text", "whole"])
        #expect(meeting["turn"]["clock"].keys == ["mode", "zeroAt"])
        #expect(meeting["elapsed"].keys == ["mode", "since"])
        #expect(
            meeting["speakers"][2].keys == [
                "hasHand", "hasWritten", "id", "isHere", "isMissing", "isOver", "name", "progress", "share", "starts",
                "state", "stateText", "time", "timeText",
            ])
        #expect(meeting["speakers"][2]["time"].keys == ["mode", "value"])
        #expect(meeting["lines"][0].keys == ["isPartial", "name", "text"])
        let points = LivePageMeeting(try SamplePage.running("record-points"), for: .speak, Support.english).points
        #expect(points.map(\.name) == ["done", "", ""])
        #expect(points[1].text == "! blocker, open for 3 meetings: the staging server is down")
        let watched = LivePageMeeting(try SamplePage.running("record-points"), for: .watch, Support.english)
        #expect(watched.points.isEmpty)
        // At 250 seconds of 900; the turn began at 160 and lasts 246 seconds and two thirds.
        #expect(meeting["now"].number == 250_000)
        #expect(meeting["turn"]["clock"]["zeroAt"].number == 406_667)
        #expect(meeting["turn"]["whole"].number == 246_667)
    }

    @Test func `is the same JSON for the same meeting`() throws {
        let state = LiveState.meeting(try Self.meeting("record"))
        #expect(state.json() == LiveState.meeting(try Self.meeting("record")).json())
    }

    @Test(
        arguments: [
            ("record", "Benedict", [.running, .own, .present, .audible]),
            ("record", "Ann", [.running, .audible, .listening, .lowered]),
            ("record", "Dana", [.running, .present, .audible, .listening, .lowered]),
            ("record", nil, [.running, .audible]), ("record-muted", nil, [.running, .muted]),
            ("record-paused", "Benedict", [.paused, .present, .audible]),
            ("record-question", "Benedict", [.asking, .discardable, .present, .audible]),
            ("record-question-last", nil, [.asking, .audible]), ("record-ending", "Benedict", []),
            ("record-twelve", "Person 8", [.running, .absent, .audible, .listening]),
            ("record-last", nil, [.running, .audible]), ("record", "nobody", [.running, .audible]),
        ] as [(String, String?, Set<LiveCondition>)])
    func `shows the buttons that have an effect`(_ name: String, _ own: String?, _ expected: Set<LiveCondition>) throws
    {
        #expect(LiveCondition.all(in: try Self.meeting(name), own: own.map { id($0) }) == expected)
    }

    @Test func `says in words what the rows show by color, and what their times are`() throws {
        let meeting = try Self.meeting("record")
        #expect(meeting.speakers.map(\.stateText) == ["has spoken", "speaking", "waiting", "waiting"])
        #expect(meeting.speakers.map(\.timeText) == ["used", "used", "left", "left"])
        let twelve = try Self.meeting("record-twelve")
        #expect(twelve.speakers.filter { $0.time == nil }.allSatisfy { $0.timeText.isEmpty })
    }

    @Test func `shows the hands of those who have the page open, to everybody`() throws {
        let running = try SamplePage.running("record")
        for role in Role.allCases {
            let meeting = LivePageMeeting(
                running, for: role, present: [id("Dana"), id("Ann")], hands: [id("Dana"), id("조은")], Support.english)
            #expect(meeting.speakers.filter(\.isHere).map(\.name) == ["Ann", "Dana"])
            #expect(meeting.speakers.filter(\.hasHand).map(\.name) == ["Dana"])
            #expect(LiveCondition.all(in: meeting, own: id("Dana")).contains(.raised))
        }
    }

    @Test func `has the marks of points for those who may read the history`() throws {
        var running = try SamplePage.running("record-points")
        running.status.mark(id("x"), .dropped)
        #expect(LivePageMeeting(running, for: .speak, Support.english).marks["x"] == "dropped")
        #expect(LivePageMeeting(running, for: .watch, Support.english).marks.isEmpty)
    }

    @Test func `offers to mark absent those who wait, join by call and have no page, and nobody else`() throws {
        func meeting(
            byCall: Set<String>, present: Set<Attendee.ID> = [], _ role: Role = .lead
        ) throws -> LivePageMeeting {
            var running = try SamplePage.running("record")
            for index in running.status.standup.attendees.indices {
                let name = running.status.standup.attendees[index].name
                running.status.standup.attendees[index].isRemote = byCall.contains(name)
            }
            return LivePageMeeting(running, for: role, present: present, Support.english)
        }
        let nobody = try meeting(byCall: [])
        #expect(nobody.absentees == nil && !LiveCondition.all(in: nobody, own: nil).contains(.absentees))
        // Ann has spoken.
        let both = try meeting(byCall: ["Ann", "조은", "Dana"])
        #expect(both.absentees == "Mark 조은 and Dana absent")
        #expect(both.speakers.filter { $0.isMissing == true }.map(\.name) == ["조은", "Dana"])
        #expect(LiveCondition.all(in: both, own: nil).contains(.absentees))
        #expect(try meeting(byCall: ["Dana", "조은"], present: [id("Dana")]).absentees == "Mark 조은 absent")
        #expect(try meeting(byCall: ["Dana"], present: [id("Dana")]).absentees == nil)
        #expect(try meeting(byCall: ["Dana"], .speak).absentees == nil)
    }

    @Test func `says in words that the time is nearly up, and that nothing is recorded in a pause`() throws {
        #expect(try Self.meeting("record").turn.alert.isEmpty)
        #expect(try Self.meeting("record-warning").turn.alert == "time is nearly up")
        let over = try Self.meeting("record-overtime")
        #expect(over.turn.alert == "overtime" && over.turn.label.isEmpty)
        #expect(try Self.meeting("record-paused").consent == "Nothing is recorded or transcribed during the pause.")
    }

    @Test(arguments: [true, false], [true, false])
    func `has a statement about the recording`(_ isRecording: Bool, _ isTranscribing: Bool) throws {
        var meeting = try SamplePage.running("record")
        (meeting.status.isRecording, meeting.status.isTranscribing) = (isRecording, isTranscribing)
        let consent = LivePageMeeting(meeting, for: .watch, Support.english).consent
        #expect(
            consent
                == [
                    [true: "This meeting is recorded and transcribed.", false: "This meeting is recorded."],
                    [
                        true: "This meeting is transcribed, but not recorded.",
                        false: "This meeting is neither recorded nor transcribed.",
                    ],
                ][isRecording ? 0 : 1][isTranscribing])
    }

    @Test func `does not say which key of the terminal ends the wait at the end`() throws {
        let meeting = try Self.meeting("record-ending")
        #expect(meeting.next.isEmpty && meeting.turn.speaker == nil && meeting.state == .ending)
    }
}
