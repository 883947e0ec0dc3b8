import MeetingHistory
import MeetingModel
import MeetingSocket
import Testing

@testable import Web

@Suite("The web's addresses") struct WebRouteTests {
    static let standup = Standup.ID(rawValue: "제품 회의 🚀/?#&=+%\"<>..")
    static let meeting = Meeting.ID(rawValue: "a\u{301}&\u{301}")

    static let routes: [WebRoute] =
        [
            .list, .standup(standup), .standup(standup, from: 100), .standup(standup, saved: .update),
            .standup(standup, saved: .updateDeletion), .standup(standup, saved: .point(id("p&=1"))),
            .standup(standup, saved: .voice(.forget)), .standup(standup, saved: .voice(.allow)), .voice(standup),
            .statistics(standup), .live(standup), .live(standup, isCompact: true),
            .events(standup), .command(standup), .meeting(standup, meeting),
            .meeting(standup, meeting, MeetingPlace(time: .milliseconds(83_500))),
            .meeting(standup, meeting, MeetingPlace(correcting: 12)), .correction(standup, meeting), .update(standup),
            .points(standup),
            .search(),
            .search(SearchPlace(words: "login &\u{301}=\u{301} page", standup: standup, from: 20)), .join, .clock,
        ] + RecordingFormat.allCases.map { .recording(meeting, $0) }
        + TranscriptFormat.allCases.map { .export(meeting, $0) } + WebAsset.allCases.map { .asset($0) }

    @Test(arguments: routes)
    func `are read back as they were made`(_ route: WebRoute) {
        let target = String(route.url.description.prefix { $0 != "#" })
        #expect(WebRoute(target: target) == route)
    }

    @Test(arguments: routes)
    func `are ASCII, and start with one slash`(_ route: WebRoute) {
        let text = route.url.description
        #expect(text.hasPrefix("/") && !text.hasPrefix("//"))
        #expect(text.utf8.allSatisfy { (0x21...0x7e).contains($0) && ![0x22, 0x27, 0x3c, 0x3e, 0x5c].contains($0) })
    }

    @Test(
        arguments: [
            (WebRoute.list, "/"), (.standup(id("a b")), "/standup/a%20b"), (.live(id("s")), "/standup/s/live"),
            (.live(id("s"), isCompact: true), "/standup/s/live?compact="),
            (.events(id("s")), "/standup/s/events"), (.command(id("s")), "/standup/s/command"),
            (.meeting(id("s"), id("m")), "/standup/s/meeting/m"),
            (
                .meeting(id("s"), id("m"), MeetingPlace(time: .milliseconds(83_500), utterance: 7)),
                "/standup/s/meeting/m?t=83.5#u7"
            ),
            (.meeting(id("s"), id("m"), MeetingPlace(correcting: 7)), "/standup/s/meeting/m?correct=7#u7"),
            (.search(SearchPlace(words: "a b")), "/search?q=a%20b"),
            (.recording(id("m"), .flac), "/meeting/m/recording.flac"),
            (.export(id("m"), .vtt), "/meeting/m/export.vtt"), (.asset(.style), "/style.css"),
        ])
    func `have the form that the documents promise`(_ route: WebRoute, _ text: String) {
        #expect(route.url.description == text)
    }

    @Test(arguments: ["", ".", "..", "/", "//evil", "\\", "javascript:"])
    func `never lead out of the server or up a folder`(_ text: String) {
        let path = WebRoute.standup(Standup.ID(rawValue: text)).url.description
        #expect(path.hasPrefix("/standup/"))
        #expect(!path.contains("//") && !path.contains("/.") && !path.contains("\\") && !path.contains(":"))
    }

    @Test(
        arguments: [
            "", "/standup", "/standup/", "//", "/standup//live", "/standup/s/", "/standup/s/live/", "/standup/s/lives",
            "/standup/../live", "/standup/%2e%2e/live", "/standup/%2E", "/standup/%", "/standup/%f", "/standup/%ff",
            "/standup/a%00b", "/standup/a%0d%0ab", "/standup/a%c2%85", "http://host/", "*", "/standup/s/meeting",
            "/standup/s/meeting/m/correct/x", "/meeting/m/recording", "/meeting/m/recording.mp3",
            "/meeting/m/export.exe",
            "/meeting/m/.wav", "/meeting//recording.wav", "/style.css/", "/styles.css", "/clock ", "/clock#x", "/é",
            "/standup/" + String(repeating: "a", count: 201), "/clock\u{301}", "/\u{301}",
        ])
    func `that are malformed are none`(_ target: String) {
        #expect(WebRoute(target: target) == nil)
    }

    @Test func `ignore parameters that they do not have, or that are malformed`() {
        #expect(WebRoute(target: "/?utm=1") == .list)
        #expect(WebRoute(target: "/standup/s?from=-3") == .standup(id("s")))
        #expect(WebRoute(target: "/standup/s?from=99999999999999999999") == .standup(id("s")))
        #expect(WebRoute(target: "/standup/s?from=7&from=9") == .standup(id("s"), from: 7))
        #expect(
            WebRoute(target: "/standup/s/meeting/m?t=1:23&correct=-1")
                == .meeting(id("s"), id("m"), MeetingPlace(time: .seconds(83))))
        #expect(
            WebRoute(target: "/standup/s/meeting/m?t=85.1119")
                == .meeting(id("s"), id("m"), MeetingPlace(time: .milliseconds(85_111))))
        #expect(WebRoute(target: "/standup/s/meeting/m?t=nan&correct=x&%zz=1&&=") == .meeting(id("s"), id("m")))
        #expect(WebRoute(target: "/search?q=a+b%2Bc") == .search(SearchPlace(words: "a b+c")))
        #expect(WebRoute(target: "/search?standup=.%2e") == .search())
    }

    @Test func `keep the start of a search that is too long, cut between two characters`() throws {
        let words = String(repeating: "é", count: 600)
        let route = try #require(WebRoute(target: "/search?q=" + String(repeating: "%C3%A9", count: 600)))
        #expect(route == .search(SearchPlace(words: String(words.prefix(500)))))
    }

    @Test func `give a right to each method that they have, and refuse the others`() {
        let expected: [(WebRoute, get: WebAccess, post: WebAccess)] = [
            (.list, .right(.followMeeting), .notAllowed), (.standup(id("s")), .right(.readHistory), .notAllowed),
            (.statistics(id("s")), .right(.readHistory), .notAllowed),
            (.live(id("s")), .right(.followMeeting), .notAllowed),
            (.events(id("s")), .right(.followMeeting), .notAllowed), (.command(id("s")), .notAllowed, .right(.ownTurn)),
            (.meeting(id("s"), id("m")), .right(.readHistory), .notAllowed),
            (.correction(id("s"), id("m")), .notAllowed, .right(.correct)),
            (.update(id("s")), .notAllowed, .right(.writeUpdate)),
            (.voice(id("s")), .notAllowed, .right(.ownVoice)),
            (.points(id("s")), .notAllowed, .right(.markPoints)),
            (.search(), .right(.readHistory), .notAllowed),
            (.join, .everybody, .everybody), (.clock, .right(.followMeeting), .notAllowed),
            (.recording(id("m"), .wav), .right(.hearRecordings), .notAllowed),
            (.export(id("m"), .md), .right(.export), .notAllowed), (.asset(.style), .everybody, .notAllowed),
        ]
        for (route, get, post) in expected {
            #expect(route.access(.get) == get)
            #expect(route.access(.post) == post)
        }
        #expect(WebRoute.join.methods == [.get, .post])
        #expect(WebRoute.command(id("s")).methods == [.post])
    }

    @Test func `change nothing by GET, and nothing at all without an invitation, except to accept one`() {
        let open = Self.routes.filter { $0.access(.get) == .everybody || $0.access(.post) == .everybody }
        #expect(Set(open) == Set([.join] + WebAsset.allCases.map { .asset($0) }))
        for route in Self.routes where route.access(.post) != .notAllowed && route != .join {
            #expect(route.access(.get) == .notAllowed)
        }
    }
}
