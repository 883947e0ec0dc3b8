import MeetingEngine
import MeetingModel
import Testing

@testable import MeetingSocket

@Suite
struct `Hook plans` {
    private static let ann = Attendee(id: .init(rawValue: "a1"), name: "Ann")
    private static let turn = MeetingEvent(
        at: .milliseconds(12_500), kind: .turnStarted(ann.id, name: "Ann", index: 2, slot: .milliseconds(90_050)))
    private static let end = MeetingEvent(at: .seconds(24), kind: .meetingEnded(.saved, duration: .seconds(24)))

    private func plan(_ settings: HookSettings, title: String = "Daily") -> HookPlan {
        HookPlan(
            settings: settings, meeting: .init(rawValue: "m1"),
            standup: Standup(id: .init(rawValue: "s1"), title: title, attendees: [Self.ann]), dataFolder: "/data")
    }

    @Test func `a turn is passed in the environment, with its times in seconds`() {
        let plan = plan(HookSettings(onTurn: ["/bin/lamp", "--on", "$(x)"], onEnd: ["/bin/false"]))
        #expect(
            plan.calls(for: Self.turn) == [
                HookCall(
                    name: "on-turn", arguments: ["/bin/lamp", "--on", "$(x)"],
                    variables: [
                        "STANDUP_EVENT": "turn.started", "STANDUP_AT": "12.5", "STANDUP_MEETING_ID": "m1",
                        "STANDUP_STANDUP_ID": "s1", "STANDUP_TITLE": "Daily", "STANDUP_DATA": "/data",
                        "STANDUP_ATTENDEE": "Ann", "STANDUP_ATTENDEE_ID": "a1", "STANDUP_INDEX": "2",
                        "STANDUP_SLOT": "90.05",
                    ])
            ])
    }

    @Test func `the end is passed with its reason and length`() {
        let call = plan(HookSettings(onEnd: ["/bin/done"])).calls(for: Self.end).first
        #expect(call?.name == "on-end")
        #expect(call?.variables["STANDUP_EVENT"] == "meeting.ended")
        #expect(call?.variables["STANDUP_REASON"] == "saved")
        #expect(call?.variables["STANDUP_DURATION"] == "24")
        #expect(call?.variables["STANDUP_ATTENDEE"] == nil)
    }

    @Test func `nothing runs at other events, or where nothing is set`() {
        let all = plan(HookSettings(onTurn: ["/a"], onEnd: ["/b"], me: "Ann"))
        #expect(all.calls(for: MeetingEvent(at: .zero, kind: .ding)) == [])
        let none = plan(HookSettings())
        #expect(none.calls(for: Self.turn) == [])
        #expect(none.calls(for: Self.end) == [])
    }

    @Test func `titles come without control characters`() {
        let call = plan(HookSettings(onEnd: ["/b"]), title: "a\u{1B}[31m\nb\u{202E}c").calls(for: Self.end).first
        #expect(call?.variables["STANDUP_TITLE"] == "a\u{FFFD}[31m bc")
    }

    @Test(arguments: ["Ann", "ann", " ANN "])
    func `one's own turn is notified, in any case`(_ me: String) {
        let calls = plan(HookSettings(me: me)).calls(for: Self.turn)
        #expect(
            calls == [
                HookCall(
                    name: "notification",
                    arguments: [
                        "notify-send", "--app-name=standup", "--", "Ann, it is your turn", "Daily: you have 1:30",
                    ],
                    isOptional: true)
            ])
        #expect(plan(HookSettings(me: "Anna")).calls(for: Self.turn) == [])
    }

    @Test func `a title is text in a notification, never markup, an option or an escape`() {
        let notification = TurnNotification(
            name: "--help %{title}", title: #"<b>&\n\u{7}</b>"#, slot: .seconds(60), wording: TurnWording())
        #expect(notification.arguments[3] == "--help %{title}, it is your turn")
        #expect(notification.arguments[4] == #"&lt;b&gt;&amp;\\n\\u{7}&lt;/b&gt;: you have 1:00"#)
        let other = TurnNotification(
            name: "Ann", title: "x", slot: .seconds(60), wording: TurnWording(summary: "%{who} %{", body: "%{time}"))
        #expect(other.arguments.suffix(2) == ["%{who} %{", "1:00"])
    }
}
