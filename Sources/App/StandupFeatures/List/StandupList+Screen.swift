package import Localization
import MeetingHistory
import MeetingModel

extension StandupList {
    package func ownContent(_ localizer: Localizer) -> Screen.Content { .list(listScreen(localizer)) }

    package func ownDialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .delete(let standup, let dialog):
            dialog.screen(
                title: localizer("dialog.delete-standup.title", ["title": .text(standup.title)]),
                reach: deletionReach.map { Message($0, of: .standup(standup.id)) },
                message: localizer("dialog.delete-standup.message"), localizer)
        case .unreadable(let error, let dialog):
            DialogScreen(
                title: localizer("dialog.unreadable.title"),
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
        if dialog.answers.contains(.startEmpty) { sentences.append(localizer("dialog.unreadable.message")) }
        if case .unreadable = error { sentences.append(localizer("dialog.unreadable.recover")) }
        return sentences.joined(separator: " ")
    }

    private func button(_ answer: UnreadableAnswer, _ localizer: Localizer) -> DialogScreen.Answer {
        switch answer {
        case .loadSamples: DialogScreen.Answer(text: localizer("dialog.unreadable.samples"), key: "s")
        case .startEmpty: DialogScreen.Answer(text: localizer("dialog.unreadable.empty"), key: "e")
        case .tryAgain: DialogScreen.Answer(text: localizer("dialog.unreadable.try-again"), key: "t")
        case .quit: DialogScreen.Answer(text: localizer("dialog.unreadable.quit"), key: "q", role: .cancel)
        }
    }

    private func listScreen(_ localizer: Localizer) -> ListScreen {
        ListScreen(
            title: title(localizer), summary: summary(localizer), filter: filter(localizer),
            cards: standups.shown.map { card($0, localizer) },
            meetingsTitle: standups.shown.isEmpty || !latest.isRead
                ? nil : localizer(latest.shown.isEmpty ? "list.no-meetings" : "list.latest-meetings"),
            meetings: latest.shown.map { row(of: $0, localizer) },
            selected: standups.selection == nil ? nil : selectedIndex,
            emptyTitle: standups.all?.isEmpty == true ? localizer("list.empty-title") : nil, empty: empty(localizer))
    }

    package var emphasis: KeyEmphasis {
        guard standups.all?.isEmpty == true else {
            let isRunning = standups.selection.map { running[$0.id] != nil } ?? false
            return KeyEmphasis(texts: isRunning ? [.start: "key.join"] : [:])
        }
        return KeyEmphasis(
            first: [.add, .importFile, .openDevices],
            hidden: [.activate, .start, .edit, .delete, .filter, .search])
    }

    private func row(of meeting: Meeting, _ localizer: Localizer) -> MeetingRow {
        var row = MeetingRow(meeting, localizer)
        row.title = DisplayText(standups[meeting.standupID]?.title ?? meeting.title).description
        row.theme = standups[meeting.standupID]?.theme
        return row
    }

    private func title(_ localizer: Localizer) -> String {
        guard let name = standups.attendee else { return localizer("list.title") }
        return localizer("list.title-of-attendee", ["name": .text(name)])
    }

    private func summary(_ localizer: Localizer) -> String {
        guard let all = standups.all else { return "" }
        return standups.isFiltered
            ? localizer("list.filtered", ["shown": .count(standups.shown.count), "count": .count(all.count)])
            : localizer("list.count", ["count": .count(all.count)])
    }

    private func filter(_ localizer: Localizer) -> FieldScreen? {
        guard filterField != nil || !standups.filter.isEmpty else { return nil }
        return FieldScreen(
            label: localizer("list.filter"), text: DisplayText(standups.filter).description,
            placeholder: localizer("list.filter-placeholder"), cursor: filterField?.cursor)
    }

    private func empty(_ localizer: Localizer) -> String? {
        guard let all = standups.all else {
            return localizer(question == nil ? "list.loading" : "list.unreadable")
        }
        if all.isEmpty { return localizer("list.empty") }
        return standups.shown.isEmpty ? localizer("list.nothing-found") : nil
    }

    private func card(_ standup: Standup, _ localizer: Localizer) -> ListScreen.Card {
        ListScreen.Card(
            id: standup.id.rawValue, title: DisplayText(standup.title).description,
            attendees: localizer("list.attendees", ["count": .count(standup.attendees.count)]),
            names: localizer.list(standup.attendees.map(\.name)),
            attendeeNames: standup.attendees.map { DisplayText($0.name).description },
            length: localizer.duration(standup.length), settings: standup.settings.texts(localizer),
            lastMeeting: running[standup.id] != nil
                ? localizer("list.running")
                : lastHeld[standup.id].map { localizer("list.last-meeting", ["date": .date($0)]) },
            theme: standup.theme)
    }
}
