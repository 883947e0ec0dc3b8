import Localization
import MeetingHistory
import MeetingModel
import Presentation

/// The first and the last day of a search, one of which is being typed.
struct TypedDays: Sendable {
    /// The longest text of a day.
    static let longest = 20

    /// Whether the last day is being typed, not the first.
    var isUntil = false
    var field: TextField
    /// The first day, once it has been typed.
    var since: String?
}

// The filters of the search: questions, and days that are typed.

extension HistorySearch {
    /// Opens a dialog; the choice of a person once everybody is known.
    mutating func open(_ dialog: SearchDialog?) {
        pendingDialog = nil
        guard let dialog else { return }
        isTyping = false
        switch dialog {
        case .standup:
            let answers = [nil] + standups.map(\.id)
            question = .standup(Dialog(answers, selected: answers.firstIndex(of: standup) ?? 0))
        case .person:
            guard let people else {
                pendingDialog = dialog
                return
            }
            let known = people.filter { person in
                !standups.contains { Attendee.isSomeone(person.id, named: person.name, in: $0.id) }
            }
            let answers = [nil] + Set(known.map(\.name)).sorted().map(Optional.some)
            question = .person(Dialog(answers, selected: answers.firstIndex(of: person) ?? 0))
        case .time:
            let answers = HistoryQuery.Period.allCases.map(TimeAnswer.period) + [.days]
            let now = days == (nil, nil) ? TimeAnswer.period(period) : .days
            question = .period(Dialog(answers, selected: answers.firstIndex(of: now) ?? 0))
        case .since: typedDays = TypedDays(field: TextField(days.since ?? "", limit: TypedDays.longest))
        case .until: typeUntil(since: days.since)
        }
    }

    private mutating func typeUntil(since: String?) {
        typedDays = TypedDays(
            isUntil: true, field: TextField(days.until ?? "", limit: TypedDays.longest), since: since)
    }

    /// Performs a command while a day is typed: Enter takes the first day, then the last one.
    mutating func typeDay(_ command: Command) -> Reply {
        guard let typed = typedDays else { return Reply() }
        switch command {
        case .quit: return Reply(request: .quit)
        case .back: typedDays = nil
        case .activate:
            let text = typed.field.text.trimmedName
            guard text.isEmpty || HistoryQuery.isDay(text) else {
                noticeMessage = NoticeMessage(.warning, .searchNotADay(text: .text(text)))
                return Reply()
            }
            let day = text.isEmpty ? nil : text
            guard typed.isUntil else {
                typeUntil(since: day)
                return Reply()
            }
            typedDays = nil
            (days, period) = ((typed.since, day), .always)
            return Reply(refresh())
        default: _ = typedDays?.field.perform(command)
        }
        return Reply()
    }

    /// The open dialog, for the address.
    var dialog: SearchDialog? {
        switch question {
        case .standup: .standup
        case .person: .person
        case .period: .time
        case nil: typedDays.map { $0.isUntil ? .until : .since } ?? pendingDialog
        }
    }

    /// The field for a day; nil if none is being typed.
    func dayField(_ localizer: Localizer) -> FieldScreen? {
        typedDays.map { typed in
            FieldScreen(
                label: localizer(typed.isUntil ? .searchUntil : .searchSince), text: typed.field.text,
                cursor: typed.field.cursor)
        }
    }

    /// When the meetings were that are searched.
    func time(_ localizer: Localizer) -> String {
        switch (days.since, days.until) {
        case (nil, nil): localizer(period.text)
        case (let since?, nil): localizer(.searchFromDay(since: .text(since)))
        case (nil, let until?): localizer(.searchToDay(until: .text(until)))
        case (let since?, let until?):
            localizer(.searchBetweenDays(since: .text(since), until: .text(until)))
        }
    }

    func text(of answer: TimeAnswer, _ localizer: Localizer) -> String {
        switch answer {
        case .period(let period): localizer(period.text)
        case .days: localizer(.searchDays)
        }
    }
}

extension HistoryQuery.Period {
    fileprivate var text: Message {
        switch self {
        case .always: .searchAlways
        case .day: .searchDay
        case .week: .searchWeek
        case .month: .searchMonth
        case .year: .searchYear
        }
    }
}
