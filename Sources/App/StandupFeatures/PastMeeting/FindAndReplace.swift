package import MeetingHistory
import MeetingModel

/// Finding words in a transcript and replacing them, with a preview of every change.
///
/// It finds whole words in any case, as `standup correct --replace` does.
package struct FindAndReplace: Hashable, Sendable {
    package enum Focus: Hashable, Sendable, CaseIterable {
        case find
        case replacement
        case changes
    }

    package private(set) var find = TextField(limit: 200)
    /// The words that replace them; none removes the words that were found.
    package private(set) var replacement = TextField(limit: 200)
    package private(set) var focus = Focus.find
    package private(set) var changes: [PhraseReplacement.Match] = []
    /// The changes that the user has taken out, or has taken if they remove words.
    private var toggled: Set<PhraseReplacement.Match> = []
    private(set) var selected = 0

    /// Whether nothing replaces the words, so that they are removed; then no change is made unless the user takes it.
    var isRemoval: Bool { replacement.text.allSatisfy(\.isWhitespace) }

    func isIncluded(_ change: PhraseReplacement.Match) -> Bool { toggled.contains(change) == isRemoval }

    var included: [PhraseReplacement.Match] { changes.filter(isIncluded) }

    /// Finds the changes in a transcript, which may have changed.
    mutating func update(for transcript: [NumberedUtterance]) {
        changes = PhraseReplacement(find.text, with: replacement.text)?.matches(in: transcript) ?? []
        selected = max(0, min(selected, changes.count - 1))
        if changes.isEmpty, focus == .changes { focus = .replacement }
    }

    /// Performs a command on a transcript; true if the changes are to be made.
    mutating func perform(_ command: Command, in transcript: [NumberedUtterance]) -> Bool {
        switch command {
        case .nextField: step(by: 1)
        case .previousField: step(by: -1)
        case .select(0): focus = .find
        case .select(1): focus = .replacement
        case .select(let index) where changes.indices.contains(index - 2):
            (focus, selected) = (.changes, index - 2)
            toggle()
        case .activate where focus == .find: focus = .replacement
        case .activate: return true
        default:
            switch focus {
            case .find: type(command, in: \.find, transcript)
            case .replacement: type(command, in: \.replacement, transcript)
            case .changes: move(command, transcript)
            }
        }
        return false
    }

    private mutating func step(by steps: Int) {
        let parts = Focus.allCases.filter { $0 != .changes || !changes.isEmpty }
        let position = parts.firstIndex(of: focus) ?? 0
        focus = parts[(position + steps + parts.count) % parts.count]
    }

    private mutating func type(
        _ command: Command, in field: WritableKeyPath<Self, TextField>, _ transcript: [NumberedUtterance]
    ) {
        switch command {
        case .up where focus == .replacement: focus = .find
        case .down where focus == .find: focus = .replacement
        case .down where !changes.isEmpty: focus = .changes
        default:
            let before = self[keyPath: field].text
            guard self[keyPath: field].perform(command), self[keyPath: field].text != before else { return }
            toggled = []
            update(for: transcript)
        }
    }

    /// Moves in the list of changes; what is typed there, other than a space, is typed into the replacement.
    private mutating func move(_ command: Command, _ transcript: [NumberedUtterance]) {
        switch command {
        case .insert(" "): toggle()
        case .insert:
            focus = .replacement
            type(command, in: \.replacement, transcript)
        case .up where selected == 0: focus = .replacement
        default: selected = Selection.moved(selected, of: changes.count, by: command) ?? selected
        }
    }

    private mutating func toggle() {
        let change = changes[selected]
        if toggled.remove(change) == nil { toggled.insert(change) }
    }
}
