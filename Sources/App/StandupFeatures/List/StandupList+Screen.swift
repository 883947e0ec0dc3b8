package import Localization
import MeetingHistory
import MeetingModel
import Presentation

extension StandupList {
    package func ownContent(_ localizer: Localizer) -> Screen.Content { .list(listScreen(localizer)) }

    package func ownDialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .delete(let standup, let dialog):
            dialog.screen(
                title: localizer(.dialogDeleteStandupTitle(title: .text(standup.title))),
                reach: deletionReach.map { Message($0, of: .standup(standup.id)) },
                message: localizer(.dialogDeleteStandupMessage), localizer)
        case .unreadable(let error, let dialog):
            DialogScreen(
                title: localizer(.dialogUnreadableTitle),
                message: message(about: error, dialog, localizer),
                answers: dialog.answers.map { button($0, localizer) },
                selected: dialog.selected)
        case .interrupted(let interrupted, let dialog): self.dialog(about: interrupted, dialog, localizer)
        case nil: nil
        }
    }

    private func message(
        about error: HistoryError, _ dialog: Dialog<UnreadableAnswer>, _ localizer: Localizer
    ) -> String {
        var sentences = [Message(error).text(localizer)]
        if dialog.answers.contains(.startEmpty) { sentences.append(localizer(.dialogUnreadableMessage)) }
        if case .unreadable = error { sentences.append(localizer(.dialogUnreadableRecover)) }
        return sentences.joined(separator: " ")
    }

    private func button(_ answer: UnreadableAnswer, _ localizer: Localizer) -> DialogScreen.Answer {
        switch answer {
        case .loadSamples: DialogScreen.Answer(text: localizer(.dialogUnreadableSamples), key: "s")
        case .startEmpty: DialogScreen.Answer(text: localizer(.dialogUnreadableEmpty), key: "e")
        case .tryAgain: DialogScreen.Answer(text: localizer(.dialogUnreadableTryAgain), key: "t")
        case .quit: DialogScreen.Answer(text: localizer(.dialogUnreadableQuit), key: "q", role: .cancel)
        }
    }

    private func listScreen(_ localizer: Localizer) -> ListScreen {
        ListScreen(
            title: title(localizer), summary: summary(localizer), filter: filter(localizer),
            cards: standups.shown.map { card($0, localizer) },
            meetingsTitle: standups.shown.isEmpty || !latest.isRead
                ? nil : localizer(latest.shown.isEmpty ? .listNoMeetings : .listLatestMeetings),
            meetings: latest.shown.map { row(of: $0, localizer) },
            selected: standups.selection == nil ? nil : selectedIndex,
            emptyTitle: standups.all?.isEmpty == true ? localizer(.listEmptyTitle) : nil, empty: empty(localizer))
    }

    package var emphasis: KeyEmphasis {
        guard standups.all?.isEmpty == true else {
            let isRunning = standups.selection.map { running[$0.id] != nil } ?? false
            return KeyEmphasis(texts: isRunning ? [.start: .keyJoin] : [:])
        }
        return KeyEmphasis(
            first: [.add, .demo, .importFile, .openDevices],
            hidden: [.activate, .start, .edit, .delete, .filter, .search])
    }

    private func row(of meeting: Meeting, _ localizer: Localizer) -> MeetingRow {
        var row = MeetingRow(meeting, localizer)
        row.title = DisplayText(standups[meeting.standupID]?.title ?? meeting.title).description
        row.theme = standups[meeting.standupID]?.theme
        return row
    }

    private func title(_ localizer: Localizer) -> String {
        guard let name = standups.attendee else { return localizer(.listTitle) }
        return localizer(.listTitleOfAttendee(name: .text(name)))
    }

    private func summary(_ localizer: Localizer) -> String {
        guard let all = standups.all else { return "" }
        return standups.isFiltered
            ? localizer(.listFiltered(shown: .count(standups.shown.count), count: .count(all.count)))
            : localizer(.listCount(count: .count(all.count)))
    }

    private func filter(_ localizer: Localizer) -> FieldScreen? {
        guard filterField != nil || !standups.filter.isEmpty else { return nil }
        return FieldScreen(
            label: localizer(.listFilter), text: DisplayText(standups.filter).description,
            placeholder: localizer(.listFilterPlaceholder), cursor: filterField?.cursor)
    }

    private func empty(_ localizer: Localizer) -> String? {
        guard let all = standups.all else {
            return localizer(question == nil ? .listLoading : .listUnreadable)
        }
        if all.isEmpty { return localizer(.listEmpty) }
        return standups.shown.isEmpty ? localizer(.listNothingFound) : nil
    }

    private func card(_ standup: Standup, _ localizer: Localizer) -> StandupCard {
        StandupCard(
            standup,
            lastMeeting: running[standup.id] != nil
                ? localizer(.listRunning)
                : lastHeld[standup.id].map { localizer(.listLastMeeting(date: .text(localizer.spokenDate($0)))) },
            localizer)
    }
}
