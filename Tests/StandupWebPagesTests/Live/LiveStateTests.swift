import MeetingAccess
import MeetingEngine
import MeetingModel

import Testing

@testable import StandupFeatures
@testable import StandupWebPages

@Suite("The state of the live page") struct LiveStateTests {
    private static func meeting(
        _ name: String, _ role: Role = .lead, present: Set<Attendee.ID> = []
    ) throws -> LiveMeeting {
        LiveMeeting(try SamplePage.running(name), for: role, present: present, Support.english)
    }

    @Test("has a key that differs when the page has to load itself again")
    func keys() throws {
        let states: [LiveState] = [
            .meeting(try Self.meeting("record")), .none, .ended(nil), .ended(id("m")), .ended(id("n")), .lost,
        ]
        #expect(Set(states.map(\.key)).count == states.count)
        for state in states { #expect(JSONObject(state.json)?["key"].text == state.key) }
    }

    @Test("is JSON with deadlines, in the form that the script reads")
    func json() throws {
        let json = try #require(JSONObject(LiveState.meeting(try Self.meeting("record", present: [id("Ann")])).json))
        let meeting = json["meeting"]
        #expect(
            meeting.keys == [
                "consent", "elapsed", "endsAt", "id", "isMuted", "isRecording", "lines", "next", "nextStarts",
                "noLines", "now", "place", "points",
                "recording", "remaining", "speakers", "state", "theme", "title", "turn",
            ])
        #expect(meeting["turn"].keys == ["clock", "id", "isOver", "label", "speaker", "text", "whole"])
        #expect(meeting["turn"]["clock"].keys == ["mode", "zeroAt"])
        #expect(meeting["elapsed"].keys == ["mode", "since"])
        #expect(
            meeting["speakers"][2].keys == [
                "hasWritten", "id", "isHere", "isOver", "name", "progress", "share", "starts", "state", "time",
            ])
        #expect(meeting["speakers"][2]["time"].keys == ["mode", "value"])
        #expect(meeting["lines"][0].keys == ["isPartial", "name", "text"])
        let points = LiveMeeting(try SamplePage.running("record-points"), for: .speak, Support.english).points
        #expect(points.map(\.name) == ["done", "", ""])
        #expect(points[1].text == "! blocker, open for 3 meetings: the staging server is down")
        let watched = LiveMeeting(try SamplePage.running("record-points"), for: .watch, Support.english)
        #expect(watched.points.isEmpty)
        // At 250 seconds of 900; the turn began at 160 and lasts 246 seconds and two thirds.
        #expect(meeting["now"].number == 250_000)
        #expect(meeting["turn"]["clock"]["zeroAt"].number == 406_667)
        #expect(meeting["turn"]["whole"].number == 246_667)
    }

    @Test("is the same JSON for the same meeting")
    func determinism() throws {
        let state = LiveState.meeting(try Self.meeting("record"))
        #expect(state.json == LiveState.meeting(try Self.meeting("record")).json)
    }

    @Test(
        "shows the buttons that have an effect",
        arguments: [
            ("record", "Benedict", [.running, .own, .present, .audible, .absentees]),
            ("record", "Ann", [.running, .audible, .absentees]),
            ("record", "Dana", [.running, .present, .audible, .absentees]),
            ("record", nil, [.running, .audible, .absentees]), ("record-muted", nil, [.running, .muted, .absentees]),
            ("record-paused", "Benedict", [.paused, .present, .audible, .absentees]),
            ("record-question", "Benedict", [.asking, .discardable, .present, .audible, .absentees]),
            ("record-question-last", nil, [.asking, .audible]), ("record-ending", "Benedict", []),
            ("record-twelve", "Person 8", [.running, .absent, .audible, .absentees]),
            ("record-last", nil, [.running, .audible]), ("record", "nobody", [.running, .audible, .absentees]),
        ] as [(String, String?, Set<LiveCondition>)])
    func conditions(_ name: String, _ own: String?, _ expected: Set<LiveCondition>) throws {
        #expect(LiveCondition.all(in: try Self.meeting(name), own: own.map { id($0) }) == expected)
    }

    @Test("offers to mark others absent only while somebody waits without the page")
    func absentees() throws {
        let all = Set(SamplePage.standup.attendees.map(\.id))
        #expect(!LiveCondition.all(in: try Self.meeting("record", present: all), own: nil).contains(.absentees))
        let waiting: Set<Attendee.ID> = [id("조은"), id("Dana")]
        #expect(!LiveCondition.all(in: try Self.meeting("record", present: waiting), own: nil).contains(.absentees))
        #expect(!LiveCondition.all(in: try Self.meeting("record", .speak), own: nil).contains(.absentees))
    }

    @Test("has a statement about the recording", arguments: [true, false], [true, false])
    func consent(_ isRecording: Bool, _ isTranscribing: Bool) throws {
        var meeting = try SamplePage.running("record")
        (meeting.status.isRecording, meeting.status.isTranscribing) = (isRecording, isTranscribing)
        let consent = LiveMeeting(meeting, for: .watch, Support.english).consent
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

    @Test("does not say which key of the terminal ends the wait at the end")
    func ending() throws {
        let meeting = try Self.meeting("record-ending")
        #expect(meeting.next.isEmpty && meeting.turn.speaker == nil && meeting.state == .ending)
    }
}
