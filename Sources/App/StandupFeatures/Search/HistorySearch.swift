package import Localization
package import MeetingHistory
package import MeetingModel

/// The search over all meetings: words, filters, and what was found, as one types.
///
/// One search runs at a time; the next one begins when its answer is there, with the words as they are then.
package struct HistorySearch: NestingFeature {
    package enum Question: Hashable, Sendable {
        case standup(Dialog<Standup.ID?>)
        case person(Dialog<String?>)
        case period(Dialog<TimeAnswer>)
    }

    package enum TimeAnswer: Hashable, Sendable {
        case period(HistoryQuery.Period)
        /// From one day to another, which are typed.
        case days
    }

    var field: TextField
    /// Whether keys are typed into the field, not commands for the hits.
    var isTyping: Bool
    /// The standup that the search is limited to.
    package internal(set) var standup: Standup.ID?
    /// The name of the person whom the search is limited to.
    var person: String?
    var period: HistoryQuery.Period
    /// The first and the last day to look in, as typed; nil for no limit.
    var days: (since: String?, until: String?)
    var typedDays: TypedDays?
    /// Whether any of the words suffices.
    var matchesAny: Bool
    /// Whether points of minutes are looked for, not what was said and written.
    var findsPoints: Bool
    /// The dialog to open once everybody is known.
    var pendingDialog: SearchDialog?
    /// What was found, the best first.
    package internal(set) var hits: [SearchHit] = []
    private(set) var hasMore = false
    var selected = 0
    /// The words and filters of the hits shown; nil before the first answer.
    private(set) var answered: HistoryQuery?
    /// The running search.
    private var awaited: HistoryQuery?
    private(set) var standups: [Standup]
    /// Everybody who has been in a meeting; nil until it is known.
    var people: [Attendee]?
    private var openStandup: Standup.ID?
    package internal(set) var question: Question?
    /// The open meeting.
    package var destination: (any Feature)?
    var noticeMessage: NoticeMessage?

    static let longestText = 500

    init(
        in standups: [Standup], for text: String = "", standup: Standup.ID? = nil, person: String? = nil,
        period: HistoryQuery.Period = .always
    ) {
        self.standups = standups
        field = TextField(text, limit: Self.longestText)
        isTyping = true
        self.standup = standup
        self.person = person
        self.period = period
        days = (nil, nil)
        (matchesAny, findsPoints) = (false, false)
    }

    /// A search at a place; a standup that does not exist is none.
    init(in standups: [Standup], at place: PlaceInSearch) {
        self.init(
            in: standups, for: place.words ?? "",
            standup: place.standup.flatMap { StandupReference.find($0, in: standups)?.id }, person: place.person,
            period: place.days.flatMap(HistoryQuery.Period.init) ?? .always)
        days = (place.since, place.until)
        (matchesAny, findsPoints) = (place.matchesAny, place.findsPoints)
        open(place.dialog)
    }

    mutating func firstEffects() -> [Effect] { [.loadStandups, loadPeople()] + refresh() }

    // MARK: Searching

    /// The words and filters as they are; nil without a word, or while the people of a filter are not known.
    private var query: HistoryQuery? {
        guard HistoryQuery.query(field.text) != nil else { return nil }
        var query = HistoryQuery(field.text, standup: standup)
        query.period = period
        (query.since, query.until) = days
        (query.matchesAny, query.findsPoints) = (matchesAny, findsPoints)
        if let person {
            guard let people else { return nil }
            query.people = Set(people.filter { $0.name == person }.map(\.id))
        }
        return query
    }

    /// Starts a search if the words or filters have changed and none runs.
    mutating func refresh() -> [Effect] {
        guard let query else {
            (hits, hasMore, answered, selected) = ([], false, nil, 0)
            return []
        }
        guard awaited == nil, answered != query else { return [] }
        return [search(for: query)]
    }

    /// Reads more hits if the last one is selected.
    private mutating func more() -> [Effect] {
        guard hasMore, selected >= hits.count - 1, awaited == nil, var query = answered else { return [] }
        query.offset = hits.count
        return [search(for: query)]
    }

    private mutating func search(for query: HistoryQuery) -> Effect {
        awaited = query
        return call { backend in
            try query.request(now: backend.now).map { request in
                try query.findsPoints ? backend.store.searchPoints(request) : backend.store.search(request)
            } ?? []
        } then: { search, hits in
            guard search.awaited == query else { return Reply() }
            search.awaited = nil
            search.show(hits, for: query)
            return Reply(search.refresh())
        }
    }

    private func loadPeople() -> Effect {
        call {
            try $0.store.people()
        } then: { search, people in
            search.people = people
            if let dialog = search.pendingDialog { search.open(dialog) }
            return Reply(search.refresh())
        }
    }

    private mutating func show(_ found: [SearchHit], for query: HistoryQuery) {
        hasMore = found.count > query.count
        let page = Array(found.prefix(query.count))
        if query.offset > 0 {
            hits += page
            return
        }
        var first = query
        first.count = HistoryQuery.page
        if first != answered { selected = 0 }
        (hits, answered) = (page, first)
        selected = min(selected, max(hits.count - 1, 0))
    }

    // MARK: Commands

    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        if question != nil { return answer(command) }
        if destination != nil { return updateDestination { $0.performOrSearch(command) } }
        if typedDays != nil { return typeDay(command) }
        switch command {
        case .quit: return Reply(request: .quit)
        case .back: return Reply(request: .close)
        case .activate: return open { _ in Reply() }
        case .play: return open { $0.perform(.play) }
        case .nextField: isTyping = false
        case .find: isTyping = true
        case .undo: return Reply([.undo()])
        case .redo: return Reply([.redo()])
        case .filterStandup: open(.standup)
        case .filterPerson: open(.person)
        case .filterTime: open(.time)
        case .matchAny:
            matchesAny.toggle()
            return Reply(refresh())
        case .findPoints:
            findsPoints.toggle()
            return Reply(refresh())
        case .select(let index) where index == selected: return open { _ in Reply() }
        case .up, .down, .pageUp, .pageDown, .select: return move(command)
        case .first, .last:
            if !isTyping { return move(command) }
            _ = field.perform(command)
        default:
            if isTyping, field.perform(command) { return Reply(refresh()) }
        }
        return Reply()
    }

    private mutating func move(_ command: Command) -> Reply {
        if case .select = command { isTyping = false }
        if !hits.isEmpty { selected = Selection.moved(selected, of: hits.count, by: command) ?? selected }
        return Reply(more())
    }

    private mutating func answer(_ command: Command) -> Reply {
        if command == .quit { return Reply(request: .quit) }
        if command == .back {
            question = nil
            return Reply()
        }
        switch question {
        case .standup(let dialog):
            let answer = dialog.perform(command, in: &question) { .standup($0) }
            if let answer { standup = answer }
        case .person(let dialog):
            let answer = dialog.perform(command, in: &question) { .person($0) }
            if let answer { person = answer }
        case .period(let dialog):
            let answer = dialog.perform(command, in: &question) { .period($0) }
            switch answer {
            case .period(let chosen): (period, days) = (chosen, (nil, nil))
            case .days: open(.since)
            case nil: break
            }
        case nil: break
        }
        return Reply(question == nil ? refresh() : [])
    }

    /// Opens the meeting of the selected hit at what was found, then does something in it.
    private mutating func open(then next: (inout PastMeeting) -> Reply) -> Reply {
        guard hits.indices.contains(selected) else { return Reply() }
        let hit = hits[selected]
        var meeting = PastMeeting(
            meeting: hit.meeting, theme: standups.first { $0.id == hit.standup }?.theme ?? .bubblegum)
        switch hit.source {
        case .utterance(let id, _, _, _, _):
            meeting.wanted = id
            meeting.finding = Finding(search: field.text)
        case .point(let point, _): (meeting.minutes.isOpen, meeting.minutes.selected) = (true, point.id)
        case .update, .title, .note, .name: break
        }
        var reply = Reply(meeting.firstEffects)
        reply.append(next(&meeting))
        openStandup = hit.standup
        destination = meeting
        return reply
    }

    // MARK: Outcomes

    package mutating func receive(_ outcome: Outcome) -> Reply {
        var reply = Reply()
        if destination != nil, outcome.namesUndo { isTyping = false }
        switch outcome {
        case .standups(let standups, _, _, _):
            self.standups = standups
            if let standup, !standups.contains(where: { $0.id == standup }) { self.standup = nil }
            reply.effects += refresh()
        case .historyFailed: awaited = nil
        case .deleted(.meeting(let id)) where (destination as? PastMeeting)?.meeting == id:
            destination = nil
            reply.effects += again()
        case .importUndone(let items):
            if let open = (destination as? PastMeeting)?.meeting, items.meetings.contains(open) { destination = nil }
            reply.effects += again()
        case .deleted, .undone, .correctionsUndone, .choiceUndone, .transcriptRedone, .changeUndone, .changeRedone,
            .changedElsewhere:
            reply.effects += again()
        default: break
        }
        reply.append(updateDestination { $0.receive(outcome) })
        return reply
    }

    /// Searches again for as many hits of the same, since the history has changed.
    private mutating func again() -> [Effect] {
        guard var query, awaited == nil else { return [loadPeople()] }
        query.count = max(hits.count, HistoryQuery.page)
        return [loadPeople(), search(for: query)]
    }

    package mutating func destinationDidClose(_ feature: any Feature, asking request: Request) -> Reply {
        if request == .vanished {
            noticeMessage = NoticeMessage(.warning, .addressNoMeeting)
            return Reply()
        }
        if request == .search { isTyping = true }
        return Reply(again())
    }

    var isFiltered: Bool { standup != nil || person != nil || period != .always || days != (nil, nil) }

    // MARK: The place

    package var isAsking: Bool { question != nil }

    package var ownContext: KeyContext { typedDays != nil ? .line : isTyping ? .search : .results }

    package func ownRoute(from parent: Place.Route?) -> Place.Route {
        if destination != nil, let openStandup { return .standup(openStandup.rawValue) }
        return .searching(
            PlaceInSearch(
                words: field.text.isEmpty ? nil : field.text, standup: standup?.rawValue, person: person,
                days: period.days == 0 ? nil : period.days, since: days.since, until: days.until,
                matchesAny: matchesAny, findsPoints: findsPoints, dialog: dialog))
    }

    package func ownNotice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }

    /// Whether an answer for the words and filters as they are is still to come.
    var isSearching: Bool { query != nil && query != answered }
}

extension Outcome {
    /// Whether its notice names a key for undoing or redoing it, which the field of the search would take as a letter.
    fileprivate var namesUndo: Bool {
        switch self {
        case .corrected(_, _, .success), .deleted, .correctionsUndone, .choiceUndone, .transcriptRedone, .changeUndone,
            .changeRedone:
            true
        default: false
        }
    }
}

extension Feature {
    /// Performs a command; a past meeting is left for the search over all meetings.
    mutating func performOrSearch(_ command: Command) -> Reply {
        guard command == .search, var meeting = self as? PastMeeting else { return perform(command) }
        let reply = meeting.leave(.search)
        if let changed = meeting as? Self { self = changed }
        return reply
    }
}
