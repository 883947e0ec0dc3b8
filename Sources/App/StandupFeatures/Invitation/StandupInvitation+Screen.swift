package import Localization
import MeetingModel
import MeetingSocket

extension StandupInvitation {
    package func content(_ localizer: Localizer) -> Screen.Content { .invitation(screen(localizer)) }

    /// The screen; in a running meeting with its countdown.
    func screen(_ localizer: Localizer, countdown: String? = nil) -> InvitationScreen {
        var screen = InvitationScreen(
            title: DisplayText(standup.title).description, theme: standup.theme,
            invitee: attendee.map { localizer("invitation.for", ["name": .text($0.name)]) }
                ?? localizer("invitation.for-anybody"),
            roles: Role.allCases.map { localizer($0.textKey) }, selected: roleIndex, countdown: countdown)
        screen.may = localizer(role.explanation)
        screen.end = FieldScreen(
            label: localizer("invitation.end"), text: untilField?.text ?? until,
            placeholder: localizer(untilField == nil ? "invitation.end-of-meeting" : "invitation.end-examples"),
            cursor: untilField?.cursor)
        if showsCallNotice {
            screen.callNotice = Fact(
                localizer("invitation.call-notice"), CallNotice.text(for: standup.language) ?? "")
        }
        switch link {
        case nil where needsAttendee: screen.state = localizer("invitation.needs-attendee")
        case nil where isCreating: screen.state = localizer("invitation.creating")
        case nil: screen.state = localizer("invitation.no-link")
        case .failure(let problem): screen.problem = Message(problem).text(localizer)
        case .success(let link):
            screen.link = link.link
            // A telephone cannot open a link to this computer.
            screen.code = link.isOnlyHere ? nil : link.code
            if !link.isOnlyHere {
                screen.noCode = localizer(link.code == nil ? "invitation.no-code" : "invitation.too-small")
            }
            screen.until =
                link.until.map { localizer("invitation.valid-until", ["date": .dateAndTime($0)]) }
                ?? localizer("invitation.until")
            screen.warning = link.isOnlyHere ? localizer("invitation.only-here") : ""
            screen.server =
                link.isOnlyHere
                ? localizer("invitation.for-others")
                : localizer("invitation.server", ["address": .text(link.server)])
        }
        return screen
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .which(let dialog):
            DialogScreen(
                title: localizer("invitation.which"),
                choices: dialog.answers.map { answer in
                    answer.map { text(of: $0, localizer) } ?? localizer("common.cancel")
                }, selected: dialog.selected)
        case .revoke(let invitation, let dialog):
            dialog.screen(
                title: localizer("invitation.revoke-title"),
                message: text(of: invitation, localizer) + ". " + localizer("invitation.revoke-message"),
                delete: "invitation.revoke", localizer)
        case nil: nil
        }
    }

    /// Whom an invitation is for, what it allows, until when, and how many browsers have opened it.
    private func text(of invitation: ListedInvitation, _ localizer: Localizer) -> String {
        let until: Substitution = invitation.until.map { .dateAndTime($0) } ?? .text("")
        return [
            invitation.name.map { DisplayText($0).description } ?? localizer("invitation.anybody"),
            localizer(invitation.role.textKey),
            invitation.until == nil
                ? localizer("invitation.until-meeting") : localizer("invitation.until-date", ["date": until]),
            localizer("invitation.browsers", ["count": .count(invitation.browsers)]),
        ].joined(separator: " · ")
    }
}

extension Role {
    fileprivate var textKey: TextKey {
        switch self {
        case .watch: "invitation.watch"
        case .speak: "invitation.speak"
        case .lead: "invitation.lead"
        }
    }

    fileprivate var explanation: TextKey {
        switch self {
        case .watch: "invitation.may-watch"
        case .speak: "invitation.may-speak"
        case .lead: "invitation.may-lead"
        }
    }
}

extension Message {
    init(_ problem: InvitationProblem) {
        switch problem {
        case .notInstalled: self.init("invitation.not-installed")
        case .serverDidNotStart: self.init("invitation.no-server")
        case .failed(let reason): self.init("notice.problem", ["problem": .text(reason)])
        }
    }
}
