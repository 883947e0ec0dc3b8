package import Localization
import MeetingHistory
import MeetingModel
import Presentation

extension HistorySearch {
    package func ownContent(_ localizer: Localizer) -> Screen.Content {
        .search(
            SearchScreen(
                title: localizer(.searchTitle),
                field: FieldScreen(
                    label: localizer(.searchWords), text: field.text, placeholder: localizer(.searchPlaceholder),
                    cursor: isTyping ? field.cursor : nil),
                filters: filters(localizer), day: dayField(localizer),
                dayHint: typedDays == nil ? "" : localizer(.searchDayHint), summary: summary(localizer),
                hits: hits.map { hit($0, localizer) }, selected: hits.isEmpty ? nil : selected,
                empty: empty(localizer)))
    }

    /// Without hits there is nothing to open or to play.
    package var emphasis: KeyEmphasis { KeyEmphasis(hidden: hits.isEmpty ? [.activate, .play] : []) }

    private func filters(_ localizer: Localizer) -> [Fact] {
        [
            Fact(localizer(.keyFilterStandup), name(of: standup, localizer)),
            Fact(localizer(.keyFilterPerson), name(of: person, localizer)),
            Fact(localizer(.keyFilterTime), time(localizer)),
            Fact(localizer(.keyMatchAny), localizer(matchesAny ? .searchAnyWord : .searchAllWords)),
            Fact(localizer(.keyFindPoints), localizer(findsPoints ? .searchOnlyPoints : .searchEverything)),
        ]
    }

    private func name(of standup: Standup.ID?, _ localizer: Localizer) -> String {
        guard let standup else { return localizer(.searchAllStandups) }
        return DisplayText(standups.first { $0.id == standup }?.title ?? "").description
    }

    private func name(of person: String?, _ localizer: Localizer) -> String {
        person.map { DisplayText($0).description } ?? localizer(.searchEverybody)
    }

    private func summary(_ localizer: Localizer) -> String {
        guard let answered, !hits.isEmpty else { return "" }
        let text =
            answered.findsPoints
            ? hasMore ? Message.searchMorePoints : Message.searchPointCount
            : hasMore ? Message.searchMore : Message.searchCount
        return localizer(text(.count(hits.count)))
    }

    private func empty(_ localizer: Localizer) -> String? {
        guard hits.isEmpty else { return nil }
        if isSearching { return localizer(.searchSearching) }
        guard answered != nil else { return localizer(.searchHint) }
        return localizer(isFiltered ? .searchNothingFiltered : .searchNothing)
    }

    private func hit(_ hit: SearchHit, _ localizer: Localizer) -> SearchScreen.Hit {
        let speaker = hit.speaker(localizer) ?? ""
        let source =
            switch hit.source {
            case .utterance, .point: speaker + " " + hit.offset.clockText(.position)
            case .update: localizer(.searchInUpdate(name: .text(speaker)))
            case .title: localizer(.searchInTitle)
            case .note: localizer(.searchInNote)
            case .name: localizer(.searchInName)
            }
        let title = DisplayText(hit.title).description
        var place = [title, localizer.spokenDate(hit.startedAt), source]
        if case .point(let point, _) = hit.source { place.append(localizer(point.kind.message)) }
        return SearchScreen.Hit(
            place: place,
            pieces: SearchScreen.Piece.pieces(of: hit.text, matches: hit.matches))
    }

    package func ownDialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .standup(let dialog):
            screen(.searchWhichStandup, dialog, localizer) { name(of: $0, localizer) }
        case .person(let dialog):
            screen(.searchWhichPerson, dialog, localizer) { name(of: $0, localizer) }
        case .period(let dialog):
            screen(.searchWhichTime, dialog, localizer) { text(of: $0, localizer) }
        case nil: nil
        }
    }

    private func screen<Answer>(
        _ title: Message, _ dialog: Dialog<Answer>, _ localizer: Localizer, name: (Answer) -> String
    ) -> DialogScreen {
        DialogScreen(title: localizer(title), choices: dialog.answers.map(name), selected: dialog.selected)
    }
}
