import MeetingHistory
import MeetingModel
import Presentation
import TestSupport
import Testing

@testable import StandupFeatures

@Suite("The minutes of a past meeting") struct PostingTests {
    private func post(_ state: MinutesPost.State) -> MinutesPost {
        MinutesPost(
            meeting: Meeting.ID(rawValue: "m1"), destination: "team", state: state,
            queuedAt: Timestamp(nanosecondsSince1970: 0), transaction: "t")
    }

    private static let previews = [
        PostPreview(destination: "team", service: "slack", message: .success(["*Daily*", "  • plan: test it"])),
        PostPreview(destination: "json", service: "json", message: .success(["{}"])),
        PostPreview(destination: "board", service: "matrix", message: .failure(.other("no template"))),
    ]

    /// A meeting with the choices for sending its minutes.
    private func opened(_ previews: [PostPreview] = previews, posts: [MinutesPost] = []) -> MeetingRig {
        var rig = MeetingRig.read()
        rig.feature.loaded?.posts = posts
        rig.backend.previews = previews
        rig.perform(.postMinutes)
        #expect(rig.effects.last?.isCall == true)
        return rig
    }

    private func screen(_ rig: MeetingRig) -> PostScreen? {
        if case .post(let screen) = rig.feature.content(rig.localizer) { screen } else { nil }
    }

    private func sent(_ rig: MeetingRig) -> [PostRequest] {
        rig.effects.compactMap { if case .begin(.post(let request)) = $0 { request } else { nil } }
    }

    @Test
    func `are sent to one destination of several, with what became of them there and exactly what it gets`() throws {
        var rig = opened(posts: [post(.sent)])
        #expect(rig.feature.dialog == .post && rig.feature.context == .post)
        var shown = try #require(screen(rig))
        #expect(shown.rows.map(\.label) == ["All destinations", "team (slack)", "json", "board (matrix)"])
        #expect(shown.rows.map(\.detail) == ["", "sent to team", "", ""])
        #expect(shown.messages.map(\.lines) == [["*Daily*", "  • plan: test it"], ["{}"], []])
        #expect(shown.messages.map(\.problem) == [nil, nil, "Problem: no template"])
        rig.perform(.down, .toggle)
        shown = try #require(screen(rig))
        #expect(shown.selected == 1 && shown.isAgain && shown.messages.map(\.title) == ["Raw text for team (slack)"])
        rig.perform(.activate)
        #expect(sent(rig) == [PostRequest(meeting: rig.meeting.id, destination: "team", again: true)])
        #expect(screen(rig) == nil && rig.feature.dialog == nil)
    }

    @Test func `are sent to all destinations, but not if one of the messages cannot be written`() {
        var rig = opened()
        rig.perform(.activate)
        #expect(sent(rig).isEmpty && rig.notice?.text == "Problem: no template" && screen(rig) != nil)
        rig = opened(Array(Self.previews.prefix(2)))
        rig.perform(.activate)
        #expect(sent(rig) == [PostRequest(meeting: rig.meeting.id, again: false)])
    }

    @Test func `are shown before they are sent to the only destination; Escape sends nothing`() {
        var rig = opened(Array(Self.previews.prefix(1)))
        #expect(screen(rig)?.rows.map(\.label) == ["team (slack)"])
        rig.perform(.down, .down, .down)
        #expect(screen(rig)?.offset == 2, "the last line stays")
        rig.perform(.up)
        #expect(screen(rig)?.offset == 1)
        rig.perform(.back)
        #expect(screen(rig) == nil && sent(rig).isEmpty)
        rig.perform(.postMinutes)
        rig.feature.show(.failure(.noDestination))
        #expect(screen(rig) == nil && rig.notice?.text.contains("no destination") == true)
    }

    @Test
    func `are composed again when the meeting changes, and the choices stay as far as there is still a choice`() throws
    {
        var rig = opened()
        rig.perform(.down, .down, .toggle)
        let count = rig.effects.count
        rig.carryOut(rig.feature.receive(.changedElsewhere))
        #expect(rig.effects.dropFirst(count).map(\.isCall) == [true, true], "the meeting and what is sent are read")
        var json = Self.previews[1]
        json.message = .success(["{1}"])
        rig.feature.show(.success([json, Self.previews[0]]))
        let shown = try #require(screen(rig))
        #expect(shown.selected == 1 && shown.isAgain && shown.messages.map(\.lines) == [["{1}"]])
        rig.feature.show(.success([Self.previews[0]]))
        #expect(screen(rig)?.selected == 0)
        rig.feature.show(.failure(.noDestination))
        #expect(screen(rig) == nil && rig.feature.context == .meeting)
    }

    @Test func `are not sent while corrections are not saved, and not while the meeting runs`() throws {
        func calls(_ rig: MeetingRig) -> Int { rig.effects.count(where: { $0.isCall(on: .history) }) }
        var rig = MeetingRig.read(utterance: 0)
        rig.perform(.edit)
        rig.type("other words")
        rig.perform(.activate, .postMinutes)
        #expect(calls(rig) == 1, "only the meeting was read")
        #expect(rig.notice?.text.contains("Save the corrections") == true)
        var live = MeetingRig.read(state: .live)
        live.perform(.postMinutes)
        #expect(live.notice?.kind == .warning && calls(live) == 1)
    }

    @Test func `have versions, one of which is chosen`() throws {
        var rig = MeetingRig.read()
        rig.perform(.showMinutes, .listPoints)
        #expect(rig.effects.last?.isCall == true)
        let versions = [1, 2].map { number in
            ListedPointVersion(
                PointVersion(
                    number: number, createdAt: rig.meeting.startedAt, maker: number == 1 ? .rules : .hand,
                    transcript: 1, isCurrent: number == 2), points: number)
        }
        rig.feature.show(Array(versions.prefix(1)))
        #expect(rig.dialog == nil && rig.notice?.text == "There is only one version of the points.")
        rig.feature.show(versions)
        #expect(rig.feature.dialog == .pointVersions)
        let texts = try #require(rig.dialog?.answers.map(\.text))
        #expect(texts.count == 3 && texts[0].hasPrefix("Version 1: by the rules"))
        #expect(texts[1].hasSuffix("2 points, current"))
        let calls = rig.effects.count(where: \.isCall)
        rig.perform(.answer(1))
        #expect(rig.effects.count(where: \.isCall) == calls, "it is current")
        rig.feature.show(versions)
        rig.perform(.answer(0))
        #expect(rig.effects.count(where: \.isCall) == calls + 1)
    }

    @Test func `are exported in their own formats, to a file that is named after them`() throws {
        var rig = MeetingRig.read()
        rig.perform(.showMinutes, .export)
        let formats = [
            OfferedFormat("md", isSound: false), OfferedFormat("wav", isSound: true),
            OfferedFormat("md", isSound: false, isMinutes: true), OfferedFormat("csv", isSound: false, isMinutes: true),
        ]
        let offer = ExportOffer(formats: formats, folder: "/tmp", memory: nil)
        rig.feature.show(offer)
        #expect(rig.feature.exporting?.format == formats[2] && rig.feature.exporting?.fields == [.format, .path])
        rig.perform(.activate)
        guard case .begin(.export(let request))? = rig.effects.last else { return #expect(Bool(false), "no export") }
        #expect(request.format.isMinutes && request.path.hasSuffix("_minutes.md") && request.version == nil)
        var transcript = MeetingRig.read()
        transcript.perform(.export)
        transcript.feature.show(offer)
        #expect(transcript.feature.exporting?.format == formats[0])
    }
}
