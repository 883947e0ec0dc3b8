import Localization
import MeetingHistory
import MeetingModel
import Presentation

// Finding and replacing words, as one step of the corrections.

extension PastMeeting {
    /// The number of words of an utterance that are shown before a change.
    private static let leadingWords = 4

    mutating func openReplacement() {
        guard let loaded, !isLiveOrSilent() else { return }
        var replacing = FindAndReplace()
        replacing.update(for: loaded.transcript)
        self.replacing = replacing
    }

    mutating func replace(_ command: Command) -> Reply {
        guard var replacing, let loaded else { return Reply() }
        if command == .back {
            self.replacing = nil
            return Reply()
        }
        let isDone = replacing.perform(command, in: loaded.transcript)
        self.replacing = replacing
        guard isDone else { return Reply() }
        let changes = replacing.included
        guard !changes.isEmpty else {
            noticeMessage = NoticeMessage(
                .information, replacing.changes.isEmpty ? .replaceNothing : .replaceTakeFirst)
            return Reply()
        }
        self.replacing = nil
        noticeMessage = NoticeMessage(
            .information, .replaceDone(count: .count(changes.count)))
        return add(PhraseReplacement.corrections(replacing: changes, in: loaded.transcript))
    }

    func replaceScreen(_ replacing: FindAndReplace, _ localizer: Localizer) -> ReplaceScreen {
        func field(_ label: Message, _ field: TextField, _ focus: FindAndReplace.Focus, _ placeholder: String = "")
            -> FieldScreen
        {
            FieldScreen(
                label: localizer(label), text: field.text, placeholder: placeholder,
                cursor: replacing.focus == focus ? field.cursor : nil)
        }
        return ReplaceScreen(
            title: localizer(.replaceTitle), theme: theme,
            find: field(.replaceFind, replacing.find, .find),
            replacement: field(
                .replaceWith, replacing.replacement, .replacement, localizer(.replaceWithPlaceholder)),
            summary: summary(of: replacing, localizer), changes: changes(of: replacing),
            selected: replacing.focus == .changes ? replacing.selected : nil)
    }

    private func summary(of replacing: FindAndReplace, _ localizer: Localizer) -> String {
        if replacing.changes.isEmpty {
            return localizer(replacing.find.text.isEmpty ? .replaceHint : .replaceNothing)
        }
        let (included, total) = (replacing.included.count, replacing.changes.count)
        return switch included {
        case 0 where replacing.isRemoval: localizer(.replaceRemovals(count: .count(total)))
        case 0: localizer(.replaceNone(count: .count(total)))
        case total: localizer(.replaceAll(count: .count(total)))
        default: localizer(.replaceSome(count: .count(included), total: .count(total)))
        }
    }

    private func changes(of replacing: FindAndReplace) -> [ReplaceScreen.Change] {
        let wanted = Set(replacing.changes.map(\.utterance))
        var utterances: [NumberedUtterance.ID: Utterance] = [:]
        for kept in loaded?.transcript ?? [] where wanted.contains(kept.id) { utterances[kept.id] = kept.utterance }
        return replacing.changes.compactMap { change in
            guard let utterance = utterances[change.utterance] else { return nil }
            let words = utterance.text.split(whereSeparator: \.isWhitespace).map(String.init)
            let range = change.words.clamped(to: 0..<words.count)
            func text(_ words: some Sequence<String>) -> String {
                DisplayText(words.joined(separator: " ")).description
            }
            let lead = words[..<range.lowerBound]
            return ReplaceScreen.Change(
                time: utterance.start.clockText(.position),
                lead: (lead.count > Self.leadingWords ? "… " : "") + text(lead.suffix(Self.leadingWords)),
                before: text(change.before), after: text(change.after), rest: text(words[range.upperBound...]),
                isIncluded: replacing.isIncluded(change))
        }
    }
}
