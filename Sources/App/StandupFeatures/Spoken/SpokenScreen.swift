import Localization
import Presentation

/// What a screen says to somebody who does not see it: short texts, most important first.
struct SpokenScreen: Hashable {
    /// A part of the state.
    ///
    /// It is said again when its key changes, not when only its text does, as with a clock.
    struct Item: Hashable {
        let key: String
        let text: String

        /// An item that is said whenever its text changes.
        init(_ text: String) {
            self.init(text, key: text)
        }

        init(_ text: String, key: String) {
            self.text = text
            self.key = key
        }
    }

    /// Identifies the place: another one is said as a whole.
    var place: String
    /// What is said on entering the place and on request.
    var introduction: [String] = []
    /// What is said when it changes.
    var state: [Item] = []
    var selection: String?
    /// The text field that is typed in.
    var field: FieldScreen?

    init(_ content: Screen.Content, _ localizer: Localizer) {
        switch content {
        case .list(let screen): self.init(screen, localizer)
        case .standup(let screen): self.init(screen, localizer)
        case .form(let screen): self.init(screen, localizer)
        case .start(let screen): self.init(screen, localizer)
        case .record(let screen): self.init(screen, localizer)
        case .meeting(let screen): self.init(screen, localizer)
        case .devices(let screen): self.init(screen, localizer)
        case .invitation(let screen): self.init(screen, localizer)
        case .search(let screen): self.init(screen, localizer)
        case .export(let screen): self.init(screen.form, localizer)
        case .post(let screen): self.init(screen, localizer)
        case .replace(let screen): self.init(screen, localizer)
        case .files(let screen): self.init(screen, localizer)
        case .importing(let screen):
            self.init(screen.form, localizer)
            place = "import " + place
            introduction += screen.facts.map(\.spoken) + [screen.hint]
        }
        introduction.removeAll(where: \.isEmpty)
        state.removeAll(where: \.text.isEmpty)
    }

    init(place: String) {
        self.place = place
    }

    /// Joins the parts of a row that are not empty.
    static func row(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// "2 of 4".
    static func position(_ index: Int, of count: Int, _ localizer: Localizer) -> String {
        localizer(.plainPosition(number: .count(index + 1), total: .count(count)))
    }
}

extension Fact {
    var spoken: String { "\(label): \(value)" }
}
