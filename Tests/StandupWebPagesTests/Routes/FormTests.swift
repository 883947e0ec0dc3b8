import MeetingModel
import Testing

@testable import MeetingSocket
@testable import Web

@Suite("What forms post") struct FormTests {
    static let commands: [WebCommand] =
        WebCommand.OwnTurn.allCases.map { .own($0) } + WebCommand.Answer.allCases.map { .answer($0) } + [
            .next, .previous, .pause, .resume, .extend(.seconds(30)), .extend(.seconds(-30)), .end, .shuffle,
            .mute(true), .mute(false), .later(id("&\u{301}")), .absent([id("제품&=+%"), id("b c")]),
            .present(id("&\u{301}")), .mark(Point.ID(rawValue: "p&=1"), .done), .mark(Point.ID(rawValue: "p"), .open),
            .hand(true), .hand(false), .lower(id("b c")),
        ]

    @Test(arguments: commands)
    func `is read back as a command`(_ command: WebCommand) {
        let url = RelativeURL(["x"], query: command.fields).description
        #expect(WebCommand(FormFields(url.dropFirst(3).utf8)) == command)
    }

    @Test(arguments: commands)
    func `needs the right to one's own turn, or to the whole meeting`(_ command: WebCommand) {
        let isOwn =
            switch command {
            case .own, .mark, .hand: true
            default: false
            }
        #expect(command.right == (isOwn ? .ownTurn : .controlMeeting))
        #expect(Role.speak.may(command.right) == isOwn)
        #expect(!Role.watch.may(command.right))
    }

    @Test(
        arguments: [
            "", "action", "action=", "action=nexT", "action=absent", "action=present&attendee=", "action=extend",
            "action=extend&seconds=0", "action=extend&seconds=3601", "action=extend&seconds=-99999999",
            "action=extend&seconds=1.5", "action=own-", "action=own-save", "action=answer-over", "actiọn=next",
            "action=n%65xt%", "action=%ff", "action=mark&state=done", "action=mark&point=&state=done",
            "action=mark&point=p", "action=mark&point=p&state=closed",
        ])
    func `is no command if it is malformed`(_ body: String) {
        #expect(WebCommand(FormFields(body.utf8)) == nil)
    }

    @Test func `has a limited number of fields, and separators that nothing hides`() {
        let many = (0..<1000).map { "f\($0)=1" }.joined(separator: "&") + "&last=1"
        let fields = FormFields(many.utf8)
        #expect(fields["f0"] == "1" && fields["f63"] == "1")
        #expect(fields["f64"] == nil && fields["last"] == nil)
        // For a comparison of characters, "&" with a combining mark is another character than "&".
        #expect(FormFields("a=1&\u{301}b=2".utf8)["a"] == "1")
        #expect(FormFields("a+b=c+d%20e%2Bf".utf8)["a b"] == "c d e+f")
        #expect(FormFields("a=1&a=2".utf8)["a"] == "1")
        #expect(FormFields([0x61, 0x3d, 0xff])["a"] == nil)
    }

    @Test func `is a correction only with a transcript, an utterance and a text that is not too long`() {
        func form(_ body: String) -> CorrectionForm? { CorrectionForm(FormFields(body.utf8)) }
        #expect(
            form("version=2&utterance=7&text=the+login&attendee=a1")
                == CorrectionForm(version: 2, utterance: 7, text: "the login", attendee: id("a1")))
        #expect(form("version=2&utterance=7&text=&attendee=")?.attendee == nil)
        #expect(form("version=2&utterance=7") == nil)
        #expect(form("version=0&utterance=7&text=a") == nil)
        #expect(form("version=1&utterance=-7&text=a") == nil)
        #expect(form("version=1&utterance=7&text=" + String(repeating: "a", count: 10_001)) == nil)
    }

    @Test func `is an update only with a text that is not too long, or to delete one`() {
        func form(_ body: String) -> UpdateForm? { UpdateForm(FormFields(body.utf8)) }
        #expect(form("text=+a%0D%0Ab%00%1B&attendee=a1")?.change == .write("a\nb"))
        #expect(form("text=+a&attendee=a1")?.attendee == id("a1"))
        #expect(form("text=a&attendee=")?.attendee == nil)
        #expect(form("text=+%0A")?.change == .clear)
        #expect(form("attendee=a1&delete=1")?.change == .delete && form("attendee=a1&delete=1")?.attendee == id("a1"))
        #expect(form("attendee=a1") == nil)
        #expect(form("text=" + String(repeating: "a", count: 4_000)) != nil)
        #expect(form("text=" + String(repeating: "a", count: 4_001)) == nil)
    }

    @Test func `is about a voice only with a decision`() {
        func form(_ body: String) -> VoiceForm? { VoiceForm(FormFields(body.utf8)) }
        #expect(form("attendee=a1&voice=forget")?.change == .forget)
        #expect(form("attendee=a1&voice=forget")?.attendee == id("a1"))
        #expect(form("attendee=&voice=allow")?.change == .allow)
        #expect(form("attendee=&voice=allow")?.attendee == nil)
        for body in ["attendee=a1", "voice=", "voice=known", "forget=1"] { #expect(form(body) == nil) }
    }

    @Test func `is a mark only with a point and a state`() {
        func form(_ body: String) -> PointForm? { PointForm(FormFields(body.utf8)) }
        #expect(form("point=p1&state=done") == PointForm(point: id("p1"), state: .done))
        #expect(form("point=p1&state=dropped")?.state == .dropped)
        #expect(form("point=p1&state=open")?.state == .open)
        for body in ["point=&state=done", "state=done", "point=p1", "point=p1&state=x"] {
            #expect(form(body) == nil)
        }
        #expect(form("state=done&point=" + String(repeating: "a", count: 201)) == nil)
    }

    @Test func `is the secret of an invitation, alone or in its link`() {
        func secret(_ text: String) -> String? {
            InvitationSecret(FormFields(("secret=" + text).utf8))?.text
        }
        #expect(secret("aB3-_x") == "aB3-_x")
        #expect(secret("+aB3%0A") == "aB3")
        #expect(secret("https://host:8080/join%23aB3") == "aB3")
        for refused in ["", "%23", "a%23b%23c", "a.b", "é", "https://host/join", String(repeating: "a", count: 201)] {
            #expect(secret(refused) == nil, "\(refused)")
        }
        #expect(InvitationSecret(FormFields("other=a".utf8)) == nil)
    }
}
