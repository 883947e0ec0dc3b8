package import Localization
import MeetingModel
import MeetingSocket
import Presentation

extension StandupInvitation {
    package func content(_ localizer: Localizer) -> Screen.Content { .invitation(screen(localizer)) }

    /// The screen; in a running meeting with its countdown.
    func screen(_ localizer: Localizer, countdown: String? = nil) -> InvitationScreen {
        var screen = InvitationScreen(
            title: DisplayText(standup.title).description, theme: standup.theme,
            invitee: attendee.map { localizer(.invitationFor(name: .text($0.name))) }
                ?? localizer(.invitationForAnybody),
            roles: Role.allCases.map { localizer($0.message) }, selected: roleIndex, countdown: countdown)
        screen.may = localizer(role.explanation)
        screen.end = FieldScreen(
            label: localizer(.invitationEnd), text: untilField?.text ?? until,
            placeholder: localizer(untilField == nil ? .invitationEndOfMeeting : .invitationEndExamples),
            cursor: untilField?.cursor)
        if showsCallNotice {
            screen.callNotice = Fact(
                localizer(.invitationCallNotice), CallNotice.text(for: standup.language) ?? "")
        }
        switch link {
        case nil where needsAttendee: screen.state = localizer(.invitationNeedsAttendee)
        case nil where isCreating: screen.state = localizer(.invitationCreating)
        case nil: screen.state = localizer(.invitationNoLink)
        case .failure(let problem): screen.problem = Message(problem).text(localizer)
        case .success(let link):
            screen.link = link.link
            // A telephone cannot open a link to this computer.
            screen.code = link.isOnlyHere ? nil : link.code
            if !link.isOnlyHere {
                screen.noCode = localizer(link.code == nil ? .invitationNoCode : .invitationTooSmall)
            }
            screen.until =
                link.until.map { localizer(.invitationValidUntil(date: .dateAndTime($0))) }
                ?? localizer(.invitationUntil)
            screen.warning = link.isOnlyHere ? localizer(.invitationOnlyHere) : ""
            screen.server =
                link.isOnlyHere
                ? localizer(.invitationForOthers)
                : localizer(.invitationServer(address: .text(link.server)))
        }
        return screen
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .which(let dialog):
            DialogScreen(
                title: localizer(.invitationWhich),
                choices: dialog.answers.map { answer in
                    answer.map { text(of: $0, localizer) } ?? localizer(.commonCancel)
                }, selected: dialog.selected)
        case .revoke(let invitation, let dialog):
            dialog.screen(
                title: localizer(.invitationRevokeTitle),
                message: text(of: invitation, localizer) + ". " + localizer(.invitationRevokeMessage),
                delete: .invitationRevoke, localizer)
        case nil: nil
        }
    }

    /// Whom an invitation is for, what it allows, until when, and how many browsers have opened it.
    private func text(of invitation: ListedInvitation, _ localizer: Localizer) -> String {
        let until: Substitution = invitation.until.map { .dateAndTime($0) } ?? .text("")
        return [
            invitation.name.map { DisplayText($0).description } ?? localizer(.invitationAnybody),
            localizer(invitation.role.message),
            invitation.until == nil
                ? localizer(.invitationUntilMeeting) : localizer(.invitationUntilDate(date: until)),
            localizer(.invitationBrowsers(count: .count(invitation.browsers))),
        ].joined(separator: " · ")
    }
}

extension Role {
    fileprivate var message: Message {
        switch self {
        case .watch: .invitationWatch
        case .speak: .invitationSpeak
        case .lead: .invitationLead
        }
    }

    fileprivate var explanation: Message {
        switch self {
        case .watch: .invitationMayWatch
        case .speak: .invitationMaySpeak
        case .lead: .invitationMayLead
        }
    }
}

extension Message {
    init(_ problem: InvitationProblem) {
        switch problem {
        case .notInstalled: self = .invitationNotInstalled
        case .serverDidNotStart: self = .invitationNoServer
        case .failed(let reason): self = .noticeProblem(problem: .text(reason))
        }
    }
}
