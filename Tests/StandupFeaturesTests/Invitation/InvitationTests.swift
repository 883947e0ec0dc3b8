import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingSocket
@testable import StandupFeatures

struct `The invitation` {
    private let daily = Standup.sample("Daily")

    private func opened(_ place: Place? = nil, inviter: FixedInviter) throws -> ApplicationFixture {
        try ApplicationFixture(standups: [daily], place: place, inviter: inviter)
    }

    private func request(_ attendee: Int?, _ role: Role) -> InvitationRequest {
        InvitationRequest(standup: daily.id, attendee: attendee.map { daily.attendees[$0] }, role: role)
    }

    private let screens: [(Place?, [Key])] = [
        (nil, []), (.standup("Daily"), []), (.start("Daily"), [.end]), (.start("Daily"), [.character("s")]),
    ]

    @Test(arguments: 0..<4)
    func `opens with w from the list, the page, the start and a running meeting, with a link for anybody`(
        _ index: Int
    ) throws {
        let inviter = FixedInviter()
        let (place, keys) = screens[index]
        let app = try opened(place, inviter: inviter)
        app.press(.end)
        for key in keys { app.press(key) }
        let before = app.screen.content
        if place == .standup("Daily") { app.press(.home) }
        app.press(.character("w"))
        let screen = try #require(app.screen.invitation)
        #expect(inviter.requests == [request(nil, .watch)])
        #expect(screen.link == "http://192.168.178.23:7810/join#1")
        #expect(screen.code == ["▀▄█ ", " █▄▀"])
        #expect(screen.invitee == "For anybody who has the link")
        #expect(screen.roles[screen.selected] == "watch")
        #expect(screen.until == "Valid until the running or next meeting ends.")
        #expect(screen.server.contains("http://192.168.178.23:7810"))
        #expect(screen.warning.isEmpty)
        #expect((screen.countdown != nil) == (index == 3))
        app.press(.escape)
        #expect(app.screen.invitation == nil)
        if index == 2 { #expect(app.screen.content == before) }
    }

    @Test func `is for the selected attendee, who may speak`() throws {
        let inviter = FixedInviter()
        let app = try opened(.standup("Daily"), inviter: inviter)
        app.press(.down, .down, .character("w"))
        #expect(inviter.requests == [request(1, .speak)])
        #expect(app.screen.invitation?.invitee == "For Ben")
        #expect(app.screen.invitation?.selected == 1)
    }

    @Test func `chooses another person and role by keys, and creates their link only on request, once`() throws {
        let inviter = FixedInviter()
        let app = try opened(.standup("Daily"), inviter: inviter)
        app.press(.character("w"), .down, .down, .character("3"))
        let screen = try #require(app.screen.invitation)
        #expect(screen.invitee == "For Ben")
        #expect(screen.roles[screen.selected] == "lead")
        #expect(screen.link.isEmpty && screen.code == nil)
        #expect(screen.state == "Press Enter to create a link.")
        #expect(inviter.requests.count == 1)

        app.press(.enter)
        #expect(inviter.requests == [request(nil, .watch), request(1, .lead)])
        #expect(app.screen.invitation?.link.hasSuffix("#2") == true)
        app.press(.enter, .left, .right, .enter)
        #expect(inviter.requests.count == 2, "each has one link until the screen closes")
        #expect(app.screen.invitation?.link.hasSuffix("#2") == true)
        app.press(.up, .up, .up, .character("1"))
        #expect(app.screen.invitation?.invitee == "For anybody who has the link")
        #expect(app.screen.invitation?.link.hasSuffix("#1") == true)
        app.press(.down, .down, .down, .down, .down)
        #expect(app.screen.invitation?.invitee == "For Cleo")

        app.press(.escape, .character("w"))
        #expect(inviter.requests.last == request(nil, .watch))
        #expect(app.screen.invitation?.link.hasSuffix("#3") == true)
    }

    @Test func `says that speaking is for one attendee, and creates no link for anybody who may speak`() throws {
        let inviter = FixedInviter()
        let app = try opened(.invitation("Daily"), inviter: inviter)
        app.press(.character("2"), .enter)
        #expect(app.screen.invitation?.state?.contains("is for one attendee") == true)
        #expect(inviter.requests.isEmpty)
        app.press(.down)
        #expect(app.screen.invitation?.state == "Press Enter to create a link.")
    }

    @Test func `creates no link when it is opened by its address, as at a start`() throws {
        let inviter = FixedInviter()
        let app = try opened(.invitation("Daily"), inviter: inviter)
        #expect(app.screen.address == "standup/\(daily.id)/invitation")
        #expect(app.screen.invitation?.link == "")
        #expect(inviter.requests.isEmpty)
        app.press(.enter)
        #expect(inviter.requests == [request(nil, .watch)])
        #expect(app.preferences.value(.place)?.contains("join") != true)
        app.press(.escape)
        #expect(app.screen.page != nil)
    }

    @Test(arguments: [
        (InvitationProblem.notInstalled, "tools/install"), (.serverDidNotStart, "standup serve"),
        (.failed("the disk is full"), "the disk is full"),
    ])
    func `says in a line why there is no link, and tries again on request`(
        _ problem: InvitationProblem, _ remedy: String
    ) throws {
        let inviter = FixedInviter(problem: problem)
        let app = try opened(.standup("Daily"), inviter: inviter)
        app.press(.character("w"))
        #expect(app.screen.invitation?.problem?.contains(remedy) == true)
        #expect(app.screen.invitation?.link == "")
        app.press(.enter)
        #expect(inviter.requests.count == 2)
    }

    @Test func `lists the invitations of its standup, and revokes one after a question`() throws {
        let inviter = FixedInviter()
        let app = try opened(.standup("Daily"), inviter: inviter)
        app.press(.down, .down, .character("w"), .up, .up, .character("1"), .enter)
        #expect(app.screen.invitation?.link.hasSuffix("#2") == true)
        app.press(.character("i"))
        #expect(app.screen.address.hasSuffix("/invitation?dialog=invitations"))
        #expect(
            app.screen.dialog?.answers.map(\.text) == [
                "Ben · speak · until the meeting ends · 2 browsers",
                "anybody · watch · until the meeting ends · 2 browsers", "Cancel",
            ])
        app.press(.enter, .character("i"), .up, .enter)
        #expect(app.screen.dialog?.message.hasPrefix("anybody · watch") == true)
        app.press(.enter, .character("i"))
        #expect(app.screen.dialog?.answers.count == 3, "Enter cancels")
        app.press(.up, .enter, .character("r"))
        #expect(app.screen.notice?.text == "The invitation is revoked.")
        #expect(app.screen.invitation?.link == "", "the link no longer opens")
        app.press(.character("i"))
        #expect(app.screen.dialog?.answers.count == 2)
    }

    @Test func `the field of the end has an address, and says with the roles what they allow`() throws {
        let app = try opened(Place(address: "standup/Daily/invitation?dialog=end"), inviter: FixedInviter())
        #expect(app.screen.invitation?.end.cursor == 0)
        #expect(app.screen.address == "standup/\(daily.id)/invitation?dialog=end")
        app.type("8h")
        app.press(.enter)
        #expect(app.screen.invitation?.end.text == "8h" && app.screen.address == "standup/\(daily.id)/invitation")
        #expect(app.screen.invitation?.may.hasPrefix("Sees the running meeting") == true)
        app.press(.character("3"))
        #expect(app.screen.invitation?.may.hasPrefix("May do everything") == true)
    }

    @Test func `says that there are no invitations, or why they cannot be listed`() throws {
        let place = try Place(address: "standup/Daily/invitation?dialog=invitations")
        let none = try opened(place, inviter: FixedInviter())
        #expect(none.screen.notice?.text == "There are no invitations to this standup.")
        let failed = try opened(place, inviter: FixedInviter(problem: .failed("the disk is full")))
        #expect(failed.screen.notice?.kind == .error)
        #expect(failed.screen.address == "standup/\(daily.id)/invitation")
    }

    @Test func `lists the invitations in a running meeting too`() throws {
        let app = try opened(.start("Daily"), inviter: FixedInviter())
        app.press(.character("s"))
        app.clock.advance(by: .seconds(5))
        app.press(.character("w"), .character("i"), .up, .enter, .character("r"))
        #expect(app.screen.notice?.text == "The invitation is revoked.")
        app.press(.escape)
        #expect(app.screen.record != nil)
    }

    @Test func `of a running meeting shows its countdown, and closes with a question about it`() throws {
        let app = try opened(.start("Daily"), inviter: FixedInviter())
        app.press(.character("s"))
        app.clock.advance(by: .seconds(5))
        app.press(.character("w"))
        #expect(app.screen.invitation?.countdown?.contains("Ann is speaking") == true)
        let shown = app.screen.invitation?.countdown
        app.clock.advance(by: .seconds(5))
        #expect(app.screen.invitation?.countdown != shown)
        app.press(.control("c"))
        #expect(app.screen.record != nil)
        #expect(app.screen.dialog?.title == "End the meeting?")
        app.press(.character("r"), .character("w"))
        app.clock.advance(by: .seconds(900))
        #expect(app.screen.invitation == nil, "the meeting is over")
    }

    /// The invitation when the link that it asks for has been created.
    private func created(_ link: InvitationLink) throws -> StandupInvitation {
        var invitation = StandupInvitation(to: daily)
        var backend = FixedBackend(SQLiteMeetingStore.temporary())
        backend.invitation = .success(link)
        try invitation.carryOut(invitation.perform(.activate).effects, from: backend)
        return invitation
    }

    @Test func `asks for a link once, and takes none that another invitation requested`() throws {
        let link = InvitationLink(link: "http://a/join#x", code: nil, server: "http://a", isOnlyHere: false)
        var backend = FixedBackend(SQLiteMeetingStore.temporary())
        backend.invitation = .success(link)
        var (invitation, other) = (StandupInvitation(to: daily), StandupInvitation(to: daily))
        #expect(invitation.screen(.english).link.isEmpty)
        let effects = invitation.perform(.activate).effects
        #expect(effects.map(\.isCall) == [true])
        #expect(invitation.screen(.english).state == "Creating the link…")
        #expect(invitation.perform(.activate).effects.isEmpty, "it is being created")
        try other.carryOut(effects, from: backend)
        #expect(other.screen(.english).link.isEmpty)
        try invitation.carryOut(effects, from: backend)
        let screen = invitation.screen(.english)
        #expect(screen.link == "http://a/join#x")
        #expect(screen.noCode.contains("libqrencode4"))
    }

    @Test func `ends when the user says, as the command takes it`() throws {
        let inviter = FixedInviter()
        let app = try opened(.standup("Daily"), inviter: inviter)
        app.press(.character("w"), .character("e"))
        app.type("7x")
        app.press(.escape, .character("e"))
        app.type("7d")
        app.press(.enter)
        #expect(inviter.requests.map(\.until) == ["", "7d"])
        #expect(app.screen.invitation?.end.text == "7d" && app.screen.invitation?.end.cursor == nil)
        let link = InvitationLink(
            link: "http://a", code: nil, server: "http://a", isOnlyHere: true,
            until: Timestamp(nanosecondsSince1970: 0))
        let screen = try created(link).screen(.english)
        #expect(screen.until.hasPrefix("Valid until Jan 1, 1970"))
        #expect(screen.server.contains("standup serve --stop; standup serve --listen"))
    }

    @Test func `shows the sentence for the chat of a call in the language of the standup`() throws {
        var german = daily
        german.language = "de-DE"
        var invitation = StandupInvitation(to: german)
        _ = invitation.perform(.showCallNotice)
        #expect(invitation.screen(.english).callNotice?.value == CallNotice.text(in: "de"))
        #expect(invitation.perform(.back).request == nil)
        #expect(invitation.screen(.english).callNotice == nil)
        #expect(CallNotice.text(in: "fr") == nil && CallNotice.languages == ["de", "en", "ko"])
    }

    @Test func `a link to this computer has a warning, and no code for a telephone`() throws {
        let link = InvitationLink(link: "http://a/join#x", code: ["▀▄█ "], server: "http://a", isOnlyHere: true)
        let screen = try created(link).screen(.english)
        #expect(screen.warning == "Only this computer can open this link.")
        #expect(screen.code == nil && screen.noCode.isEmpty)
        #expect(screen.server.contains("standup serve --listen"))
    }

    @Test(arguments: Palette.Depth.allCases.filter { $0 != .none })
    func `draws the code black on white at every color depth`(_ depth: Palette.Depth) {
        let attributes = Palette(depth).attributes(of: Style(on: .code))
        let (black, white): (Palette.Color, Palette.Color) =
            switch depth {
            case .none, .eight: (.ansi(0), .ansi(7))
            case .sixteen: (.ansi(0), .ansi(15))
            case .indexed: (.indexed(16), .indexed(231))
            case .direct: (.direct(.black), .direct(.white))
            }
        #expect(attributes.foreground == black && attributes.background == white && !attributes.isReversed)
    }
}

extension Screen {
    /// The invitation, if it is in front.
    fileprivate var invitation: InvitationScreen? { if case .invitation(let screen) = content { screen } else { nil } }
}
