import Localization
import MeetingModel
import MeetingSocket

/// When a button of the live page is shown; the script decides by the same names.
enum LiveCondition: String, CaseIterable {
    case running
    /// The countdown is paused, and no question is open.
    case paused
    /// The question whether to end the meeting is open.
    case asking
    /// The open question can be answered by discarding the meeting.
    case discardable
    /// The countdown runs, and it is the reader's turn.
    case own
    /// The reader speaks or waits.
    case present
    /// The reader does not speak.
    case listening
    /// The reader does not speak, and may raise a hand.
    case lowered
    /// The reader has raised a hand.
    case raised
    /// The reader is marked absent.
    case absent
    /// The sound at every change of speaker is muted.
    case muted
    case audible
    /// Somebody who joins by call is waiting and does not have the page open.
    case absentees

    static func all(in meeting: LivePageMeeting, own: Attendee.ID?) -> Set<LiveCondition> {
        var conditions: Set<LiveCondition> = []
        switch meeting.state {
        case .calm, .warning, .overtime: conditions.insert(.running)
        case .paused: conditions.insert(meeting.question == nil ? .paused : .asking)
        case .ending: return []
        }
        conditions.insert(meeting.isMuted == true ? .muted : .audible)
        if meeting.question == .end { conditions.insert(.discardable) }
        if let own, let speaker = meeting.speakers.first(where: { $0.id == own.rawValue }) {
            if speaker.state != "speaking" { conditions.insert(.listening) }
            switch speaker.state {
            case "speaking":
                conditions.insert(.present)
                if conditions.contains(.running) { conditions.insert(.own) }
            case "waiting": conditions.insert(.present)
            case "absent": conditions.insert(.absent)
            default: break
            }
            if ["waiting", "spoke", "skipped"].contains(speaker.state) {
                conditions.insert(speaker.hasHand ? .raised : .lowered)
            }
        }
        if meeting.absentees != nil { conditions.insert(.absentees) }
        return conditions
    }
}

extension LivePage {
    /// The buttons below the clock.
    @HTMLBuilder func controls(_ meeting: LivePageMeeting) -> [HTMLNode] {
        let conditions = LiveCondition.all(in: meeting, own: own)
        if own != nil { ownButtons(conditions, meeting.turn.id) }
        if reader.may(.controlMeeting) { leadButtons(conditions, meeting.turn.id) }
    }

    private func ownButtons(_ conditions: Set<LiveCondition>, _ turn: String) -> HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.div(
            .class("buttons own-buttons"), .set(.role, "group"), .set(.label, localizer(.webLiveOwnButtons))
        ) {
            button(.own(.over), localizer(.webLiveOver), .own, conditions, "main", turn: turn)
            button(.own(.later), localizer(.webLiveLater), .own, conditions, turn: turn)
            button(.hand(true), localizer(.webLiveHand), .lowered, conditions)
            button(.hand(false), localizer(.webLiveHandDown), .raised, conditions, "main")
            button(.own(.away), localizer(.webLiveAway), .present, conditions)
            button(.own(.back), localizer(.webLiveHere), .absent, conditions, "main")
        }
    }

    /// The question whether to end the meeting.
    func question(_ meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        let conditions = LiveCondition.all(in: meeting, own: own)
        let isOpen = conditions.contains(.asking)
        return HTMLTag.section.with(
            [
                .class("question"), .data("when", LiveCondition.asking.rawValue), .set(.role, "alertdialog"),
                .set(.labelledBy, "question"), .set(.tabindex, "-1"),
            ] + (isOpen ? [] : [.flag(.hidden)])
        ) {
            HTMLTag.h2(.id("question")) { localizer(.recordEndTitle) }
            HTMLTag.p { localizer(.recordEndMessage) }
            HTMLTag.div(.class("buttons")) {
                button(.answer(.save), localizer(.recordEndSave), .asking, conditions, "main")
                button(.answer(.resume), localizer(.recordEndResume), .asking, conditions)
                button(.answer(.discard), localizer(.recordEndDiscard), .discardable, conditions, "danger")
            }
        }
    }

    private func leadButtons(_ conditions: Set<LiveCondition>, _ turn: String) -> HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.div(
            .class("buttons lead-buttons"), .set(.role, "group"), .set(.label, localizer(.webLiveLeadButtons))
        ) {
            button(.previous, localizer(.webLivePrevious), .running, conditions, turn: turn, key: "p")
            button(.pause, localizer(.webLivePause), .running, conditions, key: "Space")
            button(.resume, localizer(.recordEndResume), .paused, conditions, "main", key: "Space")
            button(.next, localizer(.webLiveNext), .running, conditions, "main", turn: turn, key: "n")
            button(.extend(.seconds(-30)), localizer(.webLiveShorten), .running, conditions, turn: turn)
            button(.extend(.seconds(30)), localizer(.webLiveExtend), .running, conditions, turn: turn)
            button(.end, localizer(.webLiveEnd), .running, conditions, "danger")
        }
    }

    /// The lead's buttons that are seldom needed.
    func moreButtons(_ meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        let conditions = LiveCondition.all(in: meeting, own: own)
        return HTMLTag.div(.class("more"), .set(.role, "group"), .set(.label, localizer(.webLiveMoreButtons))) {
            button(.shuffle, localizer(.webLiveShuffle), .running, conditions)
            button(.mute(true), localizer(.webLiveMute), .audible, conditions)
            button(.mute(false), localizer(.webLiveUnmute), .muted, conditions)
            absentees(meeting, conditions)
        }
    }

    /// The button that marks those absent who are missing; it names them, and has to be opened first.
    private func absentees(_ meeting: LivePageMeeting, _ conditions: Set<LiveCondition>) -> HTMLNode {
        let missing = meeting.speakers.filter { $0.isMissing == true }.map { Attendee.ID(rawValue: $0.id) }
        return HTMLTag.details.with(
            [.data("when", LiveCondition.absentees.rawValue)]
                + (conditions.contains(.absentees) ? [] : [.flag(.hidden)])
        ) {
            HTMLTag.summary { reader.localizer(.webLiveAbsentees) }
            // The script fills it in for those who are missing later.
            let command = WebCommand.absent(missing.isEmpty ? [Attendee.ID(rawValue: "new")] : missing)
            reader.form(.command(standup), command.fields, button: meeting.absentees ?? "")
        }
    }

    /// The buttons of an open point, which have its text in their names.
    func marks(
        _ point: MeetingModel.Point.ID, _ text: String, _ condition: LiveCondition, in meeting: LivePageMeeting
    ) -> HTMLNode {
        let localizer = reader.localizer
        let conditions = LiveCondition.all(in: meeting, own: own)
        let buttons: [(state: MeetingModel.Point.State, text: String)] = [
            (.done, localizer(.webPointsDone)), (.open, localizer(.webPointsOpen)),
            (.dropped, localizer(.webPointsDrop)),
        ]
        return HTMLTag.div(.class("marks")) {
            for (state, name) in buttons {
                button(.mark(point, state), name, condition, conditions, label: "\(name): \(text)")
            }
        }
    }

    private func button(
        _ command: WebCommand, _ text: String, _ condition: LiveCondition, _ conditions: Set<LiveCondition>,
        _ name: String = "", turn: String? = nil, key: String? = nil, label: String? = nil
    ) -> HTMLNode {
        reader.form(
            .command(standup), command.fields + (turn.map { [(name: "turn", value: $0)] } ?? []), button: text,
            [.data("when", condition.rawValue)] + (conditions.contains(condition) ? [] : [.flag(.hidden)]),
            buttonClass: name, label: label, key: key)
    }

    // MARK: Speakers

    func speakers(_ meeting: LivePageMeeting) -> HTMLNode {
        HTMLTag.section {
            HTMLTag.h2 { reader.localizer(.webLiveSpeakers) }
            HTMLTag.ol(.id("speakers"), .class("speakers")) {
                for speaker in meeting.speakers { row(speaker, in: meeting) }
            }
            present
        }
    }

    private func row(_ speaker: LivePageMeeting.Speaker, in meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        let isOwn = speaker.id == own?.rawValue
        return HTMLTag.li.with(
            [.data("id", speaker.id), .data("state", speaker.state)] + (isOwn ? [.class("own")] : [])
                + (speaker.state == "speaking" ? [.set(.current, "true")] : [])
        ) {
            HTMLTag.span(.class("who")) {
                HTMLTag.span(.class("name"), .set(.dir, "auto")) { speaker.name }
                note("here", localizer(.webLiveHasPage), isShown: speaker.isHere)
                note("hand", localizer(.webLiveWants), isShown: speaker.hasHand)
                // A meeting takes its updates when it starts, so this never changes.
                if speaker.hasWritten { note("wrote", localizer(.recordAbsentWrote), isShown: true) }
            }
            HTMLTag.span(.class("state")) { speaker.stateText }
            HTMLTag.span(.class(speaker.isOver ? "time over" : "time")) {
                speaker.time?.text(at: meeting.now) ?? ""
            }
            HTMLTag.span(.class("time-kind")) { speaker.timeText }
            if reader.may(.controlMeeting) { menu(of: speaker, in: meeting) }
        }
    }

    private func note(_ name: String, _ text: String, isShown: Bool) -> HTMLNode {
        HTMLTag.span.with([.class(name)] + (isShown ? [] : [.flag(.hidden)])) { text }
    }

    /// The lead's buttons that are about a speaker; the style sheet hides the menu while it has none.
    private func menu(of speaker: LivePageMeeting.Speaker, in meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        let id = Attendee.ID(rawValue: speaker.id)
        let name = Substitution.text(speaker.name)
        return HTMLTag.details(.class("menu")) {
            HTMLTag.summary(.set(.label, localizer(.webLiveMoreFor(name: name)))) { "⋯" }
            HTMLTag.div {
                rowButton(
                    .later(id), localizer(.webLiveLater), localizer(.webLiveMarkLater(name: name)),
                    speaker, ["waiting"], meeting)
                rowButton(
                    .absent([id]), localizer(.webLiveAbsent), localizer(.webLiveMarkAbsent(name: name)),
                    speaker, ["speaking", "waiting"], meeting)
                rowButton(
                    .present(id), localizer(.webLivePresent), localizer(.webLiveMarkPresent(name: name)),
                    speaker, ["absent"], meeting)
                rowButton(
                    .lower(id), localizer(.webLiveLower), localizer(.webLiveLowerOf(name: name)),
                    speaker, ["hand"], meeting)
            }
        }
    }

    /// A button that is about a speaker, shown in some states of theirs; "hand" is a raised hand.
    private func rowButton(
        _ command: WebCommand, _ text: String, _ label: String, _ speaker: LivePageMeeting.Speaker, _ states: [String],
        _ meeting: LivePageMeeting
    ) -> HTMLNode {
        let isShown =
            (states.contains(speaker.state) || speaker.hasHand && states.contains("hand")) && meeting.state != .ending
        return reader.form(
            .command(standup), command.fields, button: text,
            [.data("for", states.joined(separator: " "))] + (isShown ? [] : [.flag(.hidden)]), label: label)
    }
}
