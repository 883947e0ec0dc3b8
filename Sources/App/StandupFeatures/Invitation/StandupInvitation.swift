package import Localization
package import MeetingModel
import MeetingSocket

/// Links to a standup's pages as large QR codes: for an attendee or for anybody, in one of the roles.
///
/// A link is created only on request, and is kept until the screen closes.
package struct StandupInvitation: Feature {
    let standup: Standup
    /// The attendee that the link is for; nil if it is for anybody.
    private(set) var attendee: Attendee?
    private(set) var role: Role
    /// When the link ends, as the command takes it; empty for the end of a meeting.
    private(set) var until = ""
    /// The field of the end while it is being edited.
    private(set) var untilField: TextField?
    /// Whether the sentence for the chat of a call is shown instead.
    private(set) var showsCallNotice = false
    /// The links created so far, or why there is none.
    private var links: [InvitationRequest: Result<InvitationLink, InvitationProblem>] = [:]
    /// The links that are being created.
    private var awaited: Set<InvitationRequest> = []
    private(set) var question: Question?
    /// Whether the invitations are being listed, for the choice of one to revoke.
    private var isListing: Bool
    private var noticeMessage: NoticeMessage?

    package enum Question: Hashable, Sendable {
        /// Which invitation to revoke; nil for none.
        case which(Dialog<ListedInvitation?>)
        case revoke(ListedInvitation, Dialog<DeletionAnswer>)
    }

    package init(to standup: Standup, for attendee: Attendee? = nil, dialog: InvitationDialog? = nil) {
        self.standup = standup
        isListing = dialog == .invitations
        if dialog == .end { untilField = TextField(limit: Self.longestEnd) }
        self.attendee = attendee
        role = attendee == nil ? .watch : .speak
    }

    /// An invitation of an attendee or anybody, with the effects that create its link.
    static func creatingLink(to standup: Standup, for attendee: Attendee?) -> (Self, effects: [Effect]) {
        var invitation = Self(to: standup, for: attendee)
        let effects = invitation.createLink()
        return (invitation, effects)
    }

    /// The effects that open the dialog of the place.
    var firstEffects: [Effect] { isListing ? [listInvitations()] : [] }

    package var identity: String { standup.id.rawValue }

    /// Whether the role cannot be given: only an attendee has a turn of their own.
    var needsAttendee: Bool { role == .speak && attendee == nil }

    /// Whether the link shown is being created.
    var isCreating: Bool { awaited.contains(request) }

    /// The link for the attendee and the role, or why there is none; nil if none was requested.
    var link: Result<InvitationLink, InvitationProblem>? { needsAttendee ? nil : links[request] }

    private var request: InvitationRequest {
        InvitationRequest(standup: standup.id, attendee: attendee, role: role, until: until)
    }

    /// Creates the link for the attendee and the role unless there is one; after a failure, tries again.
    private mutating func createLink() -> [Effect] {
        guard !needsAttendee, !isCreating else { return [] }
        if case .success = links[request] { return [] }
        let request = request
        links[request] = nil
        awaited.insert(request)
        return [
            call(on: .invitations) {
                $0.invite(request)
            } show: { invitation, link in
                if invitation.awaited.remove(request) != nil { invitation.links[request] = link }
            }
        ]
    }

    private func listInvitations() -> Effect {
        let id = standup.id
        return call(on: .invitations) {
            $0.invitations(to: id)
        } show: { invitation, all in
            guard invitation.isListing else { return }
            invitation.isListing = false
            invitation.show(all)
        }
    }

    private func revoke(_ revoked: ListedInvitation) -> Effect {
        call(on: .invitations) {
            $0.revoke(revoked)
        } show: { invitation, result in
            switch result {
            case .success:
                invitation.noticeMessage = NoticeMessage(.information, .invitationRevoked)
                // Its link no longer opens.
                invitation.links = invitation.links.filter { (try? $0.value.get())?.invitation != revoked.id }
            case .failure(let problem): invitation.noticeMessage = NoticeMessage(.error, Message(problem))
            }
        }
    }

    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        if question != nil { return answer(command) }
        if untilField != nil { return typeEnd(command) }
        if showsCallNotice, command == .back || command == .showCallNotice {
            showsCallNotice = false
            return Reply()
        }
        switch command {
        case .showCallNotice: showsCallNotice = true
        case .edit: untilField = TextField(until, limit: Self.longestEnd)
        case .listInvitations:
            isListing = true
            return Reply([listInvitations()])
        case .back: return Reply(request: .close)
        case .quit: return Reply(request: .quit)
        case .activate: return Reply(createLink())
        case .select(let index): choose(roleAt: index)
        case .left: choose(roleAt: roleIndex - 1)
        case .right: choose(roleAt: roleIndex + 1)
        case .up: chooseAttendee(by: -1)
        case .down: chooseAttendee(by: 1)
        default: break
        }
        return Reply()
    }

    private static let longestEnd = 40

    /// Performs a command in the field of the end; its text is read when the link is created.
    private mutating func typeEnd(_ command: Command) -> Reply {
        switch command {
        case .back: untilField = nil
        case .quit: return Reply(request: .quit)
        case .activate:
            until = (untilField?.text ?? "").trimmedName
            untilField = nil
            return Reply(createLink())
        default: _ = untilField?.perform(command)
        }
        return Reply()
    }

    private mutating func choose(roleAt index: Int) {
        guard Role.allCases.indices.contains(index) else { return }
        role = Role.allCases[index]
    }

    var roleIndex: Int { Role.allCases.firstIndex(of: role) ?? 0 }

    /// Chooses the next or previous of anybody and the attendees.
    private mutating func chooseAttendee(by step: Int) {
        let choices = [nil] + standup.attendees.map(Optional.some)
        let index = (choices.firstIndex { $0?.id == attendee?.id } ?? 0) + step
        if choices.indices.contains(index) { attendee = choices[index] }
    }

    package func receive(_ outcome: Outcome) -> Reply { Reply() }

    /// Asks which of the invitations to revoke.
    private mutating func show(_ result: Result<[ListedInvitation], InvitationProblem>) {
        switch result {
        case .success(let all) where all.isEmpty:
            noticeMessage = NoticeMessage(.information, .invitationNone)
        case .success(let all):
            question = .which(Dialog(all.map(Optional.some) + [nil], selected: all.count))
        case .failure(let problem): noticeMessage = NoticeMessage(.error, Message(problem))
        }
    }

    private mutating func answer(_ command: Command) -> Reply {
        if command == .back || command == .quit {
            question = nil
            return Reply(request: command == .quit ? .quit : nil)
        }
        switch question {
        case .which(var dialog):
            let answer = dialog.perform(command)
            question =
                switch answer {
                case nil: .which(dialog)
                case .some(nil): nil
                case .some(let invitation?): .revoke(invitation, .deletion)
                }
        case .revoke(let invitation, let dialog):
            let answer = dialog.perform(command, in: &question) { .revoke(invitation, $0) }
            if answer == .delete { return Reply([revoke(invitation)]) }
        case nil: break
        }
        return Reply()
    }

    package var context: KeyContext { question != nil ? .dialog : untilField != nil ? .line : .invitation }

    package func route(from parent: Place.Route?) -> Place.Route {
        .invitation(
            standup.id.rawValue,
            dialog: question != nil || isListing ? .invitations : untilField != nil ? .end : nil)
    }

    package func notice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }
}
