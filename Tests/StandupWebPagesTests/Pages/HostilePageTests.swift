import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
@testable import Presentation
import Testing

@testable import StandupFeatures
@testable import Web

/// Texts that are markup, in every field that somebody can type, say or import.
@Suite("Hostile texts") struct HostilePageTests {
    /// A standup with the text as title, name, id, language and term.
    private static func standup(_ text: String) -> Standup {
        Standup(
            id: id("s" + text), title: text, length: .seconds(300),
            attendees: [Attendee(id: id("a" + text), name: text, isRemote: true), Attendee(id: id("b"), name: text)],
            language: text, vocabulary: [text])
    }

    private static func loaded(_ text: String) -> LoadedMeeting {
        let words = [Word(text: text, start: .zero, end: .seconds(1), confidence: 1, heard: text)]
        let utterances = [false, true].map {
            Utterance(
                attendee: id("a" + text), start: .seconds(1), end: .seconds(3), text: text, recognizer: text,
                words: words,
                channel: .call, isInterjection: $0)
        }
        let meeting = Meeting(
            id: id("m" + text), standupID: id("s" + text), title: text, startedAt: Timestamp(nanosecondsSince1970: 0),
            state: .finished, duration: .seconds(9), language: text,
            attendees: [MeetingAttendee(id: id("a" + text), name: text, slot: .seconds(9), isRemote: true)],
            recording: Recording(fileName: text, sampleRate: 8000), transcript: utterances, note: text)
        let versions = [
            TranscriptVersion(number: 1, createdAt: meeting.startedAt, origin: .live, isCurrent: false),
            TranscriptVersion(number: 2, createdAt: meeting.startedAt, origin: .recognizer(text), isCurrent: true),
        ]
        return LoadedMeeting(
            meeting: meeting, versions: versions, version: 2,
            transcript: utterances.enumerated().map { NumberedUtterance(id: Int64($0), utterance: $1) },
            recordingPath: text)
    }

    private static func running(_ text: String) throws -> ReportedMeeting {
        let standup = standup(text)
        var timer = try MeetingTimer(
            attendees: standup.attendees.map(\.id), length: standup.length, settings: standup.settings)
        timer.start(at: .zero)
        var status = MeetingStatus(timer: timer, standup: standup, isRecording: true)
        (status.microphone, status.note, status.isTranscribing) = (text, text, true)
        status.utterances = loaded(text).transcript.map(\.utterance)
        status.partials = [MeetingStatus.Partial(attendee: id("a" + text), text: text, channel: .room)]
        let point = Point(
            id: id("p" + text), attendee: id("a" + text), kind: .plan, text: text, start: .zero, end: .zero,
            maker: .hand)
        status.openPoints = [CarriedPoint(point, of: loaded(text).meeting)]
        return ReportedMeeting(id("m" + text), status, at: .seconds(10))
    }

    private static func pages(_ text: String, _ reader: PageReader) throws -> [any WebPage] {
        let standup = standup(text)
        let loaded = loaded(text)
        let contribution = Contribution(
            meeting: loaded.meeting.id, startedAt: loaded.meeting.startedAt,
            attendee: MeetingAttendee(
                id: id("a" + text), name: text, slot: .seconds(9), used: .seconds(8), state: .spoke),
            speech: .seconds(3))
        let hits = [SearchHit.Source.title, .name(id("a" + text))].map {
            SearchHit(
                meeting: loaded.meeting.id, standup: standup.id, title: text,
                startedAt: Timestamp(nanosecondsSince1970: 0), source: $0, text: text,
                matches: text.isEmpty ? [] : [text.startIndex..<text.endIndex])
        }
        let update = WrittenUpdate(
            attendee: id("a" + text), text: text, writtenAt: Timestamp(nanosecondsSince1970: 0))
        let place = SearchPlace(words: text, standup: standup.id, from: 20)
        return [
            ListPage([standup], meetings: [], running: [standup.id], for: reader),
            StandupPage(
                standup, meetings: [loaded.meeting], from: 1, of: 3, contributions: [contribution], isRunning: true,
                for: reader),
            StandupPage(
                standup, meetings: [], from: 0, of: 0, contributions: [], updates: [update], isRunning: false,
                for: reader),
            MeetingPage(loaded, theme: .sky, sound: RecordingFormat.allCases, for: reader),
            MeetingPage(loaded, theme: .sky, at: MeetingPlace(correcting: 1), sound: [.wav], for: reader),
            StatisticsPage(standup, SpeakingStatistics([contribution]), for: reader),
            SearchPage(place, in: [standup, standup], result: .hits(hits, hasMore: true), for: reader),
            SearchPage(place, in: [standup], result: .refused(.noWords(text)), for: reader),
            LivePage(
                .meeting(LivePageMeeting(try running(text), for: .lead, present: [id("b")], reader.localizer)),
                of: standup, for: reader),
            LivePage(
                .ended(id("m" + text)), of: standup, here: text,
                past: LivePage.Past(last: loaded.meeting, updates: [update]), for: reader),
            LivePage(.none, of: standup, holder: text, for: reader),
        ]
    }

    /// The attributes that a page may have; none of them can run anything.
    private static let attributes: Set<String> = Set(
        [
            "accept", "action", "aria-describedby", "aria-hidden", "aria-label", "aria-labelledby", "aria-live",
            "aria-pressed", "aria-checked", "aria-current", "aria-keyshortcuts",
            "autofocus",
            "charset", "class", "colspan", "content", "controls", "cx", "cy", "d", "defer", "dir", "download",
            "enterkeyhint", "for", "height", "hidden", "href", "http-equiv", "id", "lang", "max", "maxlength", "method",
            "name", "pathLength", "placeholder", "preload", "preserveAspectRatio", "r", "rel", "required", "role",
            "rows",
            "scope", "selected", "src", "stroke-dasharray", "stroke-dashoffset", "tabindex", "text-anchor", "title",
            "type", "open",
            "value",
            "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2",
        ])

    @Test(arguments: HTMLWriterTests.hostile)
    func `are shown as texts in every page`(_ text: String) throws {
        let reader = PageReader(Support.english, role: .lead, attendee: id("a" + text))
        let plain = try Self.pages("x", PageReader(Support.english, role: .lead, attendee: id("ax")))
        for (page, plain) in zip(try Self.pages(text, reader), plain) {
            let parsed = try #require(ParsedHTML.parse(page: page.document.bytes))
            let elements = ParsedHTML.elements(of: parsed)
            // The same elements as with a harmless text: nothing was added.
            let usual = ParsedHTML.elements(of: try #require(ParsedHTML.parse(page: plain.document.bytes)))
            if !text.isEmpty, text != " " { #expect(elements.map(\.name) == usual.map(\.name)) }
            for element in elements {
                for attribute in element.attributes.keys {
                    #expect(Self.attributes.contains(attribute) || attribute.hasPrefix("data-"), "\(attribute)")
                }
                for link in ["href", "src", "action"].compactMap({ element.attributes[$0] }) {
                    #expect(link.hasPrefix("/") && !link.hasPrefix("//") || link == "#main", "\(link)")
                }
            }
            #expect(elements.filter { $0.name == "script" }.compactMap { $0.attributes["src"] } == ["/script.js"])
        }
    }

    @Test func `that are very long are shown whole`() throws {
        let text = String(repeating: "<b>", count: 1_000)
        for page in try Self.pages(text, PageReader(Support.english, role: .lead)) {
            #expect(ParsedHTML.parse(page: page.document.bytes) != nil)
        }
    }

    @Test(arguments: HTMLWriterTests.hostile)
    func `are in the state of the meeting as JSON on one line`(_ text: String) throws {
        let json = LiveState.meeting(LivePageMeeting(try Self.running(text), for: .lead, Support.english)).json()
        #expect(!json.utf8.contains(0x0a) && !json.utf8.contains(0x0d))
        let object = try #require(JSONObject(json))
        let shown = DisplayText(text).description
        #expect(object["meeting"]["title"].text == shown)
        #expect(object["meeting"]["speakers"][0]["name"].text == shown)
        #expect(object["meeting"]["speakers"][0]["id"].text == "a" + text)
        #expect(object["meeting"]["lines"][2]["text"].text == shown)
    }
}
