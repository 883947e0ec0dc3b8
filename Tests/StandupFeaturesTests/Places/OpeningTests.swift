import MeetingModel
@testable import Presentation
import Sound
import StandupHistory
import StandupTesting
import TestSupport
import Testing

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("Opening a place")
struct OpeningTests {
    let standups = [Standup.sample("Daily"), Standup.sample("Retro"), Standup.sample("Retired")]

    func rig(_ address: String) throws -> ApplicationRig {
        ApplicationRig(standups, place: try Place(address: address))
    }

    @Test func `list > page > form with a focused row`() throws {
        let rig = try rig("standup/2/edit?focus=attendee:1")
        #expect(try rig.form.original == standups[1])
        #expect(try rig.form.focus == .field(.attendee(1)))
        #expect(try rig.detail.standup == standups[1])
        #expect(rig.address == "standup/\(standups[1].id)/edit?focus=attendee:1")
        #expect(rig.effects.count == 6, "the list and the page behind it are read too")
    }

    @Test func `a missing row means the last row`() throws {
        #expect(try rig("standup/2/edit?focus=attendee:99").form.focus == .field(.attendee(2)))
        #expect(try rig("standups/add?focus=attendee:5").form.focus == .field(.attendee(0)))
    }

    @Test func `list > page > who is here`() throws {
        let rig = try rig("standup/Daily/start")
        #expect(try rig.start.standup == standups[0])
        #expect(rig.effects.contains(.checkEquipment(standups[0])))
    }

    @Test func `list > add, list > devices`() throws {
        #expect(try rig("standups/add?focus=length").form.focus == .field(.length))
        #expect(try rig("devices").application.context == .devices)
        #expect(try rig("devices").address == "devices")
    }

    @Test func `list > page > past meeting by its number: it opens once the meetings are loaded`() throws {
        var rig = try rig("standup/1/meeting/3?utterance=4")
        let id = standups[0].id
        #expect(rig.effects.contains { $0.isCall(on: .history) })
        let meetings = (1...3).map { number in
            Meeting(
                id: Meeting.ID(rawValue: "m\(number)"), standupID: id, title: "Daily",
                startedAt: Timestamp(nanosecondsSince1970: Int64(-number)), attendees: [])
        }
        var backend = try FixedBackend.with(standups[0], meetings)
        let said = (1...5).map {
            NumberedUtterance(id: $0, utterance: MeetingRig.utterance(Team.ann.id, 3, "yesterday"))
        }
        let loaded = LoadedMeeting(
            meeting: meetings[2], versions: MeetingRig().versions, version: 1, transcript: said)
        backend.loaded = { _ in loaded }
        try rig.answerCalls(from: backend)
        #expect(rig.address == "standup/\(id)/meeting/m3?utterance=4")
        rig.perform(.back)
        #expect(try rig.detail.selected == .meeting(2))
    }

    @Test func `list > page > past meeting by its id: it is loaded at once`() throws {
        var rig = try rig("standup/1/meeting/m3")
        let calls = rig.effects.count(where: { $0.isCall(on: .history) })
        #expect(calls == 7, "the list and the page behind it are read too")
        #expect(rig.address == "standup/\(standups[0].id)/meeting/m3")
        try rig.answerCalls(from: .with(standups[0]))
        #expect(try rig.page.title == "Daily")
        #expect(rig.notice == "That meeting no longer exists.")
    }

    @Test func `a missing meeting opens the standup's page, with a notice`() throws {
        var rig = try rig("standup/1/meeting/9")
        try rig.answerCalls(from: .with(standups[0]))
        #expect(try rig.page.title == "Daily")
        #expect(rig.notice == "That meeting no longer exists.")
    }

    @Test func `the address of a running meeting opens the standup's page with a notice if none is running`() throws {
        let rig = try rig("standup/Daily/record")
        #expect(try rig.page.title == "Daily")
        #expect(rig.notice?.contains("No meeting of this standup is running") == true)
    }

    @Test(
        arguments: ["standup/Nobody", "standup/4/edit", "standup/0", "standup/Ret/start", "standup/-1"])
    func `a name that matches no standup, or several, opens the list with a notice`(address: String) throws {
        let rig = try rig(address)
        #expect(try rig.listScreen.cards.count == 3)
        #expect(rig.notice?.contains("” matches no standup, or more than one") == true)
        #expect(rig.address == "standups")
    }

    @Test(
        arguments: [("daily", 0), ("RETRO", 1), ("ret", nil), ("Retr", 1), ("Reti", 2), ("2", 1), ("3", 2), ("", nil)])
    func `a standup is an id or the start of one, a title in any case or the start of one, or a number`(
        text: String, index: Int?
    ) throws {
        #expect(StandupReference.find(text, in: standups) == index.map { standups[$0] })
    }

    @Test func `a title that is a number wins over the number, and an id over everything`() throws {
        let numbered = [Standup.sample("2"), Standup.sample("Second")]
        #expect(StandupReference.find("2", in: numbered) == numbered[0])
        for standup in standups {
            #expect(StandupReference.find(standup.id.rawValue, in: standups) == standup)
            #expect(StandupReference.find(String(standup.id.rawValue.prefix(12)), in: standups) == standup)
        }
        #expect(StandupReference.find("1", in: []) == nil)
    }

    @Test func `until the standups are loaded, the place is kept and remembered`() throws {
        let place = try Place(address: "standup/2/edit?focus=theme")
        var rig = ApplicationRig(nil, place: place)
        #expect(rig.application.place == place)
        rig.receive(.standups(standups, meetings: []))
        #expect(rig.application.place == .edit(standups[1].id.rawValue, focus: .theme))
    }

    @Test func `the current place leads back to the same screen, whatever is open`() throws {
        for address in ["standups?filter=ret", "standup/1", "standup/1/edit?focus=vocabulary", "standup/3/start"] {
            let first = try rig(address)
            let second = try rig(first.address)
            #expect(second.screen == first.screen)
        }
    }

    @Test(
        arguments: [
            ("standups?filter=ret&dialog=filter", nil, "standups?filter=ret&dialog=filter"),
            ("standups?dialog=delete:2", "Delete “Retro”?", "standups?dialog=delete:ID"),
            ("standup/2?dialog=delete", "Delete “Retro”?", "standup/ID?dialog=delete"),
            ("standup/2/devices", nil, "standup/ID/devices"),
            ("standup/2/start/devices", nil, "standup/ID/start/devices"),
            ("standup/2/edit?focus=theme&help=yes", nil, "standup/ID/edit?focus=theme&help=yes"),
        ])
    func `an address opens its dialog without answering it, and the dialog has that address`(
        address: String, title: String?, canonical: String
    ) throws {
        let first = try rig(address)
        #expect(first.screen.dialog?.title == title)
        #expect(first.address == canonical.replacing("ID", with: standups[1].id.rawValue))
        let harmful = first.effects.contains { effect in
            switch effect {
            case .delete, .startMeeting, .save: true
            default: false
            }
        }
        #expect(!harmful)
        let second = try rig(first.address)
        #expect(second.screen == first.screen)
    }

    @Test(
        arguments: [
            ("standup/2/edit?dialog=discard", "standup/ID/edit?focus=title"),
            ("standup/2/edit?dialog=changed", "standup/ID/edit?focus=title"),
            ("standup/2?question=interrupted:0a", "standup/ID"),
            ("standup/2?question=unreadable", "standup/ID"),
            ("standup/2/record?dialog=end", "standup/ID"),
        ])
    func `a dialog whose reason is gone opens the screen behind it`(address: String, canonical: String) throws {
        let rig = try rig(address)
        #expect(rig.screen.dialog == nil)
        #expect(rig.address == canonical.replacing("ID", with: standups[1].id.rawValue))
        #expect(rig.effects.allSatisfy { if case .startMeeting = $0 { false } else { true } })
    }

    @Test
    func `the question about a missing microphone is asked again once the microphone is known to be missing`() throws {
        var rig = try rig("standup/2/start?dialog=microphone")
        #expect(rig.address == "standup/\(standups[1].id)/start?dialog=microphone", "it waits")
        rig.receive(
            .equipment(
                Equipment(input: .named("usb"), inputLabel: nil, output: .systemDefault, outputLabel: "Built-in")))
        #expect(rig.screen.dialog?.answers.count == 3)
        #expect(rig.address == "standup/\(standups[1].id)/start?dialog=microphone")
        rig.press(.escape)
        #expect(rig.screen.dialog == nil && rig.screen.start != nil)
    }

    @Test(arguments: ["2", "m2", "9"])
    func `the question about deleting a meeting is asked once the meetings are loaded`(meeting: String) throws {
        var rig = try rig("standup/1?dialog=delete-meeting:\(meeting)")
        let id = standups[0].id
        let meetings = (1...3).map { number in
            Meeting(
                id: Meeting.ID(rawValue: "m\(number)"), standupID: id, title: "Daily",
                startedAt: Timestamp(nanosecondsSince1970: Int64(-number)), state: .finished, attendees: [])
        }
        try rig.answerCalls(from: .with(standups[0], meetings))
        let isThere = meeting != "9"
        #expect((rig.screen.dialog != nil) == isThere)
        #expect(rig.address == "standup/\(id)" + (isThere ? "?dialog=delete-meeting:m2" : ""))
    }

    @Test(
        arguments: [
            ("delete", "delete"), ("move", "move"), ("correct", "correct"),
            // An utterance with words is corrected first; only an emptied one is removed.
            ("remove", "correct"),
        ])
    func `the dialogs of a past meeting open once it is loaded`(name: String, shown: String) throws {
        var rig = try rig("standup/1/meeting/m1?utterance=1&dialog=\(name)")
        #expect(rig.address == "standup/\(standups[0].id)/meeting/m1?utterance=1&dialog=\(name)", "it waits")
        let read = MeetingRig()
        let loaded = LoadedMeeting(
            meeting: read.meeting, versions: read.versions, version: 1, transcript: read.transcripts[0])
        var backend = try FixedBackend.with(standups[0])
        backend.loaded = { _ in loaded }
        try rig.answerCalls(from: backend)
        #expect(rig.address == "standup/\(standups[0].id)/meeting/m1?utterance=1&dialog=\(shown)")
        #expect((rig.screen.dialog != nil) == (shown != "correct"))
    }

    @Test(arguments: ["kind", "person", "versions"])
    func `the dialogs of the minutes open once the meeting is loaded`(name: String) throws {
        let address = "standup/\(standups[0].id)/meeting/m1?minutes=yes&point=p1&dialog=\(name)"
        var rig = try rig(address)
        #expect(rig.address == address, "it waits")
        let read = MeetingRig()
        var meeting = read.meeting
        meeting.points = [
            MeetingModel.Point(
                id: .init(rawValue: "p1"), attendee: meeting.attendees[0].id, kind: .plan, text: "test it",
                start: .zero, end: .seconds(1), maker: .rules)
        ]
        let loaded = LoadedMeeting(
            meeting: meeting, versions: read.versions, version: 1, transcript: read.transcripts[0])
        var backend = try FixedBackend.with(standups[0], [meeting])
        backend.loaded = { _ in loaded }
        for _ in 1...2 {
            try backend.store.addPoints(
                meeting.points, to: meeting.id, by: .rules, from: 1, settling: [], at: meeting.startedAt)
        }
        try rig.answerCalls(from: backend)
        #expect(
            rig.screen.dialog != nil && rig.address.contains("minutes=yes") && rig.address.hasSuffix("dialog=\(name)"))
    }

    @Test
    func `an address opens in the running application, but never replaces a running meeting or unsaved changes`() throws
    {
        var rig = try rig("standups")
        #expect(rig.application.open(.start("Daily")).contains(.checkEquipment(standups[0])))
        #expect(rig.screen.start != nil)
        _ = rig.application.open(.edit("Daily"))
        rig.type("!")
        #expect(rig.application.open(.devices).isEmpty)
        #expect(rig.screen.form != nil)
    }
}
