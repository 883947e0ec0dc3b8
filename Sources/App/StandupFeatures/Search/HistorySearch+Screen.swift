package import Localization
import MeetingHistory
import MeetingModel

extension HistorySearch {
    package func ownContent(_ localizer: Localizer) -> Screen.Content {
        .search(
            SearchScreen(
                title: localizer("search.title"),
                field: FieldScreen(
                    label: localizer("search.words"), text: field.text, placeholder: localizer("search.placeholder"),
                    cursor: isTyping ? field.cursor : nil),
                filters: filters(localizer), day: dayField(localizer),
                dayHint: typedDays == nil ? "" : localizer("search.day-hint"), summary: summary(localizer),
                hits: hits.map { hit($0, localizer) }, selected: hits.isEmpty ? nil : selected,
                empty: empty(localizer)))
    }

    /// Without hits there is nothing to open or to play.
    package var emphasis: KeyEmphasis { KeyEmphasis(hidden: hits.isEmpty ? [.activate, .play] : []) }

    private func filters(_ localizer: Localizer) -> [Fact] {
        [
            Fact(localizer("key.filter-standup"), name(of: standup, localizer)),
            Fact(localizer("key.filter-person"), name(of: person, localizer)),
            Fact(localizer("key.filter-time"), time(localizer)),
            Fact(localizer("key.match-any"), localizer(matchesAny ? "search.any-word" : "search.all-words")),
            Fact(localizer("key.find-points"), localizer(findsPoints ? "search.only-points" : "search.everything")),
        ]
    }

    private func name(of standup: Standup.ID?, _ localizer: Localizer) -> String {
        guard let standup else { return localizer("search.all-standups") }
        return DisplayText(standups.first { $0.id == standup }?.title ?? "").description
    }

    private func name(of person: String?, _ localizer: Localizer) -> String {
        person.map { DisplayText($0).description } ?? localizer("search.everybody")
    }

    private func summary(_ localizer: Localizer) -> String {
        guard let answered, !hits.isEmpty else { return "" }
        let text: TextKey =
            answered.findsPoints
            ? hasMore ? "search.more-points" : "search.point-count" : hasMore ? "search.more" : "search.count"
        return localizer(text, ["count": .count(hits.count)])
    }

    private func empty(_ localizer: Localizer) -> String? {
        guard hits.isEmpty else { return nil }
        if isSearching { return localizer("search.searching") }
        guard answered != nil else { return localizer("search.hint") }
        return localizer(isFiltered ? "search.nothing-filtered" : "search.nothing")
    }

    private func hit(_ hit: SearchHit, _ localizer: Localizer) -> SearchScreen.Hit {
        let speaker = hit.speaker(localizer) ?? ""
        let source =
            switch hit.source {
            case .utterance, .point: speaker + " " + hit.offset.clockText(.position)
            case .update: localizer("search.in-update", ["name": .text(speaker)])
            case .title: localizer("search.in-title")
            case .note: localizer("search.in-note")
            case .name: localizer("search.in-name")
            }
        let title = DisplayText(hit.title).description
        var place = [title, localizer.dateAndTime(hit.startedAt), source]
        if case .point(let point, _) = hit.source { place.append(localizer(point.kind.textKey)) }
        return SearchScreen.Hit(
            place: place,
            pieces: SearchScreen.Piece.pieces(of: hit.text, matches: hit.matches))
    }

    package func ownDialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .standup(let dialog):
            screen("search.which-standup", dialog, localizer) { name(of: $0, localizer) }
        case .person(let dialog):
            screen("search.which-person", dialog, localizer) { name(of: $0, localizer) }
        case .period(let dialog):
            screen("search.which-time", dialog, localizer) { text(of: $0, localizer) }
        case nil: nil
        }
    }

    private func screen<Answer>(
        _ title: TextKey, _ dialog: Dialog<Answer>, _ localizer: Localizer, name: (Answer) -> String
    ) -> DialogScreen {
        DialogScreen(title: localizer(title), choices: dialog.answers.map(name), selected: dialog.selected)
    }
}
