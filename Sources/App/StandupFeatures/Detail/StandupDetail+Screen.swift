package import Localization
import MeetingEngine
import MeetingModel
import Presentation

extension StandupDetail {
    package func ownContent(_ localizer: Localizer) -> Screen.Content { .standup(page(localizer)) }

    package func ownDialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .deleteStandup(let dialog):
            dialog.screen(
                title: localizer(.dialogDeleteStandupTitle(title: .text(standup.title))),
                reach: deletionReach.map { Message($0, of: .standup(standup.id)) },
                message: localizer(.dialogDeleteStandupMessage), localizer)
        case .deleteMeeting(let meeting, let dialog):
            dialog.screen(
                title: localizer(.dialogDeleteMeetingTitle(date: .dateAndTime(meeting.startedAt))),
                reach: deletionReach.map { Message($0, of: .meeting(meeting.id)) },
                message: localizer(.dialogDeleteMeetingMessage), localizer)
        case .removeAttendee(let attendee, let dialog):
            dialog.screen(
                title: localizer(
                    .dialogRemoveAttendeeTitle(name: .text(attendee.name), title: .text(standup.title))),
                message: localizer(.dialogRemoveAttendeeMessage), delete: .dialogRemoveAttendeeRemove,
                localizer)
        case .updateAuthor(let dialog): authorDialog(dialog, localizer)
        case .discardUpdate(let dialog): dialog.screen(localizer)
        case nil: nil
        }
    }

    private func page(_ localizer: Localizer) -> StandupScreen {
        let (window, rows) = (meetings.window, rows)
        var screen = StandupScreen(
            standup, meetings: window.map { meetingRow($0, localizer) }, of: meetings.count, statistics: statistics,
            points: points.all, localizer)
        if running != nil { screen.start = localizer(.pageJoin) }
        screen.facts = facts(localizer)
        screen.updates = updateRows(localizer)
        screen.updatesTitle = screen.updates.isEmpty ? nil : localizer(.updatesTitle)
        // The screen counts only the meetings it contains.
        screen.rows = rows.map { row in
            if case .meeting(let position) = row { .meeting(position - window.lowerBound) } else { row }
        }
        screen.selected = rows.firstIndex(of: selected)
        return screen
    }

    private func facts(_ localizer: Localizer) -> [Fact] {
        let settings = standup.settings
        let warnings = settings.warnings.map { localizer.duration($0) }
        var facts = [
            Fact(localizer(.formTheme), localizer.name(of: standup.theme)),
            Fact(localizer(.formSlotEndLabel), localizer(settings.atSlotEnd.message)),
            Fact(localizer(.formTimeSharingLabel), localizer(settings.timeSharing.message)),
            Fact(
                localizer(.pageWarnings),
                warnings.isEmpty
                    ? localizer(.pageNoWarnings)
                    : settings.warningSounds
                        ? localizer(.pageWarningsWithSound(times: .list(warnings)))
                        : localizer.list(warnings)),
            Fact(localizer(.formLanguage), localizer.name(ofLanguage: standup.language)),
        ]
        let list = termList.map { localizer(.pageTermList(count: .count($0.count), name: .text($0.name))) }
        let vocabulary = standup.vocabulary + (list.map { [$0] } ?? [])
        if !vocabulary.isEmpty { facts.append(Fact(localizer(.formVocabulary), localizer.list(vocabulary))) }
        if standup.isShared { facts.append(Fact(localizer(.pageTeam), localizer(.pageShared))) }
        if standup.learnsVoices { facts.append(Fact(localizer(.pageVoices), localizer(.pageVoicesLearned))) }
        return facts
    }

    private func meetingRow(_ position: Int, _ localizer: Localizer) -> MeetingRow {
        guard let meeting = meetings[position] else {
            return .loading(localizer)
        }
        var row = MeetingRow(meeting, localizer)
        if !marked.isEmpty { row.isMarked = marked.contains(meeting.id) }
        return row
    }
}
