import Localization
import MeetingModel
import Presentation
import Testing

@testable import StandupFeatures

@Suite("Finding words in a transcript") struct FindingTests {
    @Test func `goes to the first hit from the selection on, as one types, and says which of how many it is`() throws {
        var rig = MeetingRig.read(utterance: 1)
        rig.perform(.find)
        #expect(rig.feature.context == .find)
        rig.perform(.insert("I"))
        #expect(try rig.screen.find?.count == "4 of 6")
        rig.perform(.insert(" will"))
        #expect(try rig.screen.find?.count == "1 of 1")
        #expect(rig.feature.utterance == 2)
        rig.perform(.insert("x"))
        #expect(try rig.screen.find?.count == "nothing found")
        #expect(rig.feature.utterance == 1, "where it began")
        rig.perform(.back)
        #expect(rig.feature.utterance == 1)
        #expect(try rig.screen.find == nil)
        #expect(rig.feature.context == .meeting)
    }

    @Test func `leaves the field when corrections are saved, whose key is named only if there are any`() throws {
        var rig = MeetingRig.read(utterance: 1)
        rig.perform(.find)
        #expect(rig.feature.emphasis.hidden.contains(.save))
        rig.perform(.back, .edit)
        rig.type("other words")
        rig.perform(.activate, .find, .insert("words"))
        #expect(rig.feature.context == .find && rig.feature.emphasis.first.contains(.save))
        rig.perform(.save)
        #expect(rig.corrections.count == 1 && rig.feature.context == .meeting)
        #expect(try rig.screen.find?.count == "1 of 1")
    }

    @Test func `comes back by the address, while it is typed and after`() throws {
        for isTyping in [true, false] {
            let place = PlaceInMeeting(dialog: isTyping ? .find : nil, find: "will")
            var rig = MeetingRig()
            rig.feature = PastMeeting(meeting: rig.meeting.id, at: place)
            rig = rig.loaded()
            #expect(rig.feature.context == (isTyping ? .find : .meeting))
            #expect(rig.feature.utterance == 2, "the first hit")
            #expect(try rig.screen.find?.count == "1 of 1")
            guard case .pastMeeting(_, _, let now) = rig.feature.route(from: nil) else {
                Issue.record("not a past meeting")
                return
            }
            #expect(now.find == place.find && now.dialog == place.dialog && now.utterance == 2)
        }
    }

    @Test func `takes letters in front of the minutes too`() throws {
        var rig = MeetingRig()
        rig.feature = PastMeeting(
            meeting: rig.meeting.id, at: PlaceInMeeting(dialog: .find, find: "x", showsMinutes: true))
        rig = rig.loaded()
        #expect(rig.feature.context == .find)
        rig.perform(.insert("y"))
        #expect(try rig.screen.find?.field.text == "xy")
    }

    @Test(arguments: [true, false])
    func `names its keys only where they end it`(isTyping: Bool) throws {
        var rig = MeetingRig.read()
        rig.perform(.find, .insert("will"))
        if !isTyping { rig.perform(.activate) }
        #expect(rig.feature.emphasis.texts[.back] == .keyEndSearch)
        let offer = ExportOffer(formats: [OfferedFormat("md", isSound: false)], folder: "/home", memory: nil)
        rig.feature.show(offer)
        #expect(rig.feature.context == .export && rig.feature.emphasis.texts[.back] == nil)
        rig.perform(.back)
        #expect(rig.feature.emphasis.texts[.back] == .keyEndSearch)
    }

    @Test func `n and N go through the hits and around the ends, and Escape ends the search`() throws {
        var rig = MeetingRig.read()
        rig.perform(.find, .insert("the"), .activate)
        #expect(rig.feature.context == .meeting)
        #expect(rig.feature.utterance == 0)
        rig.perform(.nextHit)
        #expect(rig.feature.utterance == 2)
        #expect(try rig.screen.find?.count == "2 of 2")
        #expect(rig.notice == nil)
        rig.perform(.nextHit)
        #expect(rig.feature.utterance == 0)
        #expect(rig.notice?.text == "Continued from the start.")
        rig.perform(.previousHit)
        #expect(rig.feature.utterance == 2)
        #expect(rig.notice?.text == "Continued from the end.")
        rig.perform(.up, .nextHit)
        #expect(rig.feature.utterance == 2, "from where the selection is")
        #expect(rig.feature.perform(.back).request == nil)
        #expect(try rig.screen.find == nil)
        #expect(rig.feature.perform(.back).request == .close)
    }

    @Test func `n without words asks for them`() {
        var rig = MeetingRig.read()
        rig.perform(.nextHit)
        #expect(rig.feature.context == .find)
        rig.perform(.activate)
        #expect(rig.feature.context == .meeting)
        #expect(rig.feature.perform(.back).request == .close)
    }

    @Test func `stands out without colors, also where the words are wrapped`() throws {
        var rig = MeetingRig.read()
        rig.perform(.find, .insert("finished the lagoon"), .activate)
        let canvas = ScreenDrawing.draw(
            Screen(address: "", content: rig.feature.content(rig.localizer)), size: Size(columns: 40, rows: 30))
        let underlined = canvas.cells.filter { $0.style.isUnderlined && $0.style.isReversed }
        #expect(String(underlined.map(\.character)).filter { $0 != " " } == "finishedthelagoon")
    }

    @Test
    func `takes a phrase in quotes as the search over all meetings does, and lights what that has found`() throws {
        func found(_ finding: Finding) throws -> [String] {
            var rig = MeetingRig.read()
            rig.feature.finding = finding
            rig.feature.search()
            return try rig.screen.find?.hits.map { hit in
                let text = Array(try rig.screen.lines[hit.line].text)
                return String(text[hit.start..<hit.end])
            } ?? []
        }
        #expect(try found(Finding(for: "\"the lagoon\"")) == ["the lagoon"])
        #expect(try found(Finding(for: "“The LAGOON")) == ["the lagoon"])
        #expect(try found(Finding(for: "\"the lag\"")) == [], "whole words")
        #expect(try found(Finding(for: "the lag")) == ["the lag"])
        #expect(try found(Finding(search: "\"the lagoon\"")) == ["the lagoon"])
        #expect(try found(Finding(search: "lagoon the")) == ["the", "lagoon", "the"])
        #expect(try found(Finding(search: "lag* OR nothing")) == ["lagoon", "nothing"])
    }

    @Test func `goes on while it plays, and the view stays where the hit is`() {
        var rig = MeetingRig.read()
        rig.perform(.play, .find, .insert("search"), .activate)
        rig.listen(for: .seconds(4))
        #expect(rig.feature.utterance == 2)
    }
}
