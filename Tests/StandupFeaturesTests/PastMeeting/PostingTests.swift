import MeetingHistory
import MeetingModel
import Testing

@testable import StandupFeatures

@Suite("The minutes of a past meeting") struct PostingTests {
    private func post(_ state: MinutesPost.State) -> MinutesPost {
        MinutesPost(
            meeting: Meeting.ID(rawValue: "m1"), destination: "slack", state: state,
            queuedAt: Timestamp(nanosecondsSince1970: 0), transaction: "t")
    }

    @Test("are sent after a question that says what became of them, and again only if the user says so")
    func posting() throws {
        var rig = MeetingRig.read()
        rig.perform(.postMinutes)
        #expect(rig.dialog?.title == "Send the minutes?" && rig.dialog?.answers.map(\.text) == ["Send", "Cancel"])
        #expect(rig.feature.dialog == .post)
        rig.perform(.answer(1))
        #expect(rig.dialog == nil && !rig.effects.contains { if case .begin = $0 { true } else { false } })
        rig.feature.loaded?.posts = [post(.sent)]
        rig.perform(.postMinutes)
        #expect(rig.dialog?.message.contains("slack") == true)
        rig.perform(.answer(1))
        #expect(rig.effects.last == .begin(.post(PostRequest(meeting: rig.meeting.id, again: true))))
        rig.perform(.postMinutes, .answer(0))
        #expect(rig.effects.last == .begin(.post(PostRequest(meeting: rig.meeting.id, again: false))))
    }

    @Test("are not sent while corrections are not saved, and not while the meeting runs")
    func refused() throws {
        var rig = MeetingRig.read(utterance: 0)
        rig.perform(.edit)
        rig.type("other words")
        rig.perform(.activate, .postMinutes)
        #expect(rig.dialog == nil && rig.notice?.text.contains("Save the corrections") == true)
        var live = MeetingRig.read(state: .live)
        live.perform(.postMinutes)
        #expect(live.dialog == nil && live.notice?.kind == .warning)
    }

    @Test("have versions, one of which is chosen")
    func versions() throws {
        var rig = MeetingRig.read()
        rig.perform(.showMinutes, .listPoints)
        #expect(rig.effects.last == .loadPointVersions(rig.meeting.id))
        let versions = [1, 2].map { number in
            ListedPointVersion(
                PointVersion(
                    number: number, createdAt: rig.meeting.startedAt, maker: number == 1 ? .rules : .hand,
                    transcript: 1, isCurrent: number == 2), points: number)
        }
        _ = rig.feature.receive(.pointVersions(rig.meeting.id, Array(versions.prefix(1))))
        #expect(rig.dialog == nil && rig.notice?.text == "There is only one version of the points.")
        _ = rig.feature.receive(.pointVersions(rig.meeting.id, versions))
        let texts = try #require(rig.dialog?.answers.map(\.text))
        #expect(texts.count == 3 && texts[0].hasPrefix("Version 1: by the rules"))
        #expect(texts[1].hasSuffix("2 points, current"))
        rig.perform(.answer(1))
        #expect(!rig.effects.contains(.choosePoints(rig.meeting.id, version: 2)), "it is current")
        _ = rig.feature.receive(.pointVersions(rig.meeting.id, versions))
        rig.perform(.answer(0))
        #expect(rig.effects.last == .choosePoints(rig.meeting.id, version: 1))
    }

    @Test("are exported in their own formats, to a file that is named after them")
    func export() throws {
        var rig = MeetingRig.read()
        rig.perform(.showMinutes, .export)
        let formats = [
            OfferedFormat("md", isSound: false), OfferedFormat("wav", isSound: true),
            OfferedFormat("md", isSound: false, isMinutes: true), OfferedFormat("csv", isSound: false, isMinutes: true),
        ]
        let offer = ExportOffer(formats: formats, folder: "/tmp", memory: nil)
        _ = rig.feature.receive(.exportOffer(.meeting(rig.meeting.id), offer))
        #expect(rig.feature.exporting?.format == formats[2] && rig.feature.exporting?.fields == [.format, .path])
        rig.perform(.activate)
        guard case .begin(.export(let request))? = rig.effects.last else { return #expect(Bool(false), "no export") }
        #expect(request.format.isMinutes && request.path.hasSuffix("_minutes.md") && request.version == nil)
        var transcript = MeetingRig.read()
        transcript.perform(.export)
        _ = transcript.feature.receive(.exportOffer(.meeting(rig.meeting.id), offer))
        #expect(transcript.feature.exporting?.format == formats[0])
    }
}
