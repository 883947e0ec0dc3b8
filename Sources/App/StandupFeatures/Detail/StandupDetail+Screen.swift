package import Localization
import MeetingEngine
import MeetingModel

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
        let (window, rows, updates) = (meetings.window, rows, updateRows(localizer))
        return StandupScreen(
            title: DisplayText(standup.title).description, theme: standup.theme,
            start: localizer(running == nil ? .pageStart : .pageJoin),
            length: Fact(localizer(.formLength), localizer.duration(standup.length)), facts: facts(localizer),
            attendeesTitle: standup.attendees.isEmpty
                ? localizer(.pageNoAttendees)
                : localizer(.pageAttendees(count: .count(standup.attendees.count))),
            attendees: attendees(localizer),
            statistics: statistics.flatMap {
                $0.meetings.isEmpty ? nil : localizer(.pageStatistics(count: .count($0.meetings.count)))
            },
            columns: statistics?.meetings.isEmpty == false
                ? [
                    localizer(.meetingColumnName), localizer(.meetingColumnSlot), localizer(.pageColumnBar),
                    localizer(.pageColumnTimes), localizer(.pageColumnChange),
                ] : [],
            updatesTitle: updates.isEmpty ? nil : localizer(.updatesTitle), updates: updates,
            pointsTitle: pointsTitle(localizer), points: pointRows(localizer),
            meetingsTitle: meetings.count.flatMap {
                $0 > 0 ? localizer(.pageMeetings(count: .count($0))) : nil
            },
            noMeetings: meetings.count == 0 ? localizer(.listNoMeetings) : nil,
            meetings: window.map { meetingRow($0, localizer) },
            // The screen counts only the meetings it contains.
            rows: rows.map { row in
                if case .meeting(let position) = row { .meeting(position - window.lowerBound) } else { row }
            },
            selected: rows.firstIndex(of: selected))
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
        if !standup.vocabulary.isEmpty {
            facts.append(Fact(localizer(.formVocabulary), localizer.list(standup.vocabulary)))
        }
        if standup.isShared { facts.append(Fact(localizer(.pageTeam), localizer(.pageShared))) }
        return facts
    }

    private func attendees(_ localizer: Localizer) -> [StandupScreen.AttendeeRow] {
        let uses = standup.attendees.map { attendee in
            statistics?.people.first { $0.id == attendee.id && $0.spoken > 0 }
        }
        // Beside times of past meetings stand the slots of those meetings.
        let slots = zip(standup.length.divided(into: standup.attendees.count), uses).map { $1?.averageSlot ?? $0 }
        let longestBar = (uses.compactMap { $0?.averageUsed } + slots).max() ?? .zero
        let most = uses.compactMap { $0?.trend.compactMap(\.self).max() }.max() ?? .zero
        return standup.attendees.indices.map { index in
            let attendee = standup.attendees[index]
            var row = StandupScreen.AttendeeRow(
                name: localizer.name(of: attendee.name, isRemote: attendee.isRemote), slot: slots[index].clockText(),
                slotEnd: slots[index].share(of: longestBar))
            guard let use = uses[index], let used = use.averageUsed else { return row }
            row.averageUsed = used.clockText()
            row.averageSpeech = use.averageSpeech?.clockText() ?? ""
            row.used = used.share(of: longestBar)
            row.speech = use.averageSpeech?.share(of: longestBar) ?? 0
            row.overtime = use.averageOvertime?.share(of: longestBar) ?? 0
            row.trend = use.trend.map { $0?.share(of: most) }
            row.change = use.change?.clockDifference ?? ""
            return row
        }
    }

    private func meetingRow(_ position: Int, _ localizer: Localizer) -> MeetingRow {
        guard let meeting = meetings[position] else {
            return MeetingRow(id: "", date: localizer(.pageLoading), duration: "")
        }
        var row = MeetingRow(meeting, localizer)
        if !marked.isEmpty { row.isMarked = marked.contains(meeting.id) }
        return row
    }
}

extension MeetingRow {
    /// A meeting in a list of one standup's meetings.
    init(_ meeting: Meeting, _ localizer: Localizer) {
        let state =
            switch meeting.state {
            case .live: localizer(.pageLive)
            case .finished: ""
            case .interrupted: localizer(.pageInterrupted)
            }
        self.init(
            id: meeting.id.rawValue, date: localizer.dateAndTime(meeting.startedAt),
            duration: meeting.duration.clockText(), state: state,
            names: localizer.list(
                meeting.attendees.filter { $0.state == .spoke }.map { meeting.name(of: $0.id, localizer) }))
    }
}

extension Duration {
    /// The ratio to a whole, 0 to 1; 0 if the whole is 0.
    fileprivate func share(of whole: Duration) -> Double {
        whole > .zero ? max(0, min(1, self / whole)) : 0
    }
}
