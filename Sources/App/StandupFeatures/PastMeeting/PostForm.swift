/// What a destination of a meeting's minutes would get.
package struct PostPreview: Hashable, Sendable {
    /// The destination's name.
    package var destination: String
    /// The kind of the destination, such as `slack`.
    package var service: String
    /// The lines of the message exactly as they would be sent, or why there is none.
    package var message: Result<[String], TaskProblem>

    package init(destination: String, service: String, message: Result<[String], TaskProblem>) {
        self.destination = destination
        self.service = service
        self.message = message
    }
}

/// The choices for sending minutes: to which destinations, and whether again, with a preview.
struct PostForm: Sendable {
    enum Action: Hashable {
        case close
        /// Sends to one destination, or to all.
        case send(to: String?, again: Bool)
        /// A message cannot be written.
        case refuse(TaskProblem)
    }

    /// The lines by which page up and page down scroll.
    private static let page = 10

    let previews: [PostPreview]
    /// The selected row: all destinations first if there are several.
    private(set) var selected = 0
    /// Whether to send what was sent, or may have been, and before the transcript is complete.
    private(set) var again = false
    /// The scroll offset of the messages in lines.
    var offset = 0

    /// The choices, as they were in earlier ones; nil without a destination.
    init?(_ previews: [PostPreview], instead earlier: PostForm? = nil) {
        guard !previews.isEmpty else { return nil }
        self.previews = previews
        guard let earlier else { return }
        again = earlier.again
        let destination = earlier.choices[earlier.selected]?.destination
        guard let same = choices.firstIndex(where: { $0?.destination == destination }) else { return }
        (selected, offset) = (same, earlier.offset)
    }

    /// The destinations to choose from; nil for all.
    var choices: [PostPreview?] { previews.count > 1 ? [nil] + previews : previews }

    var shown: [PostPreview] { choices[selected].map { [$0] } ?? previews }

    mutating func perform(_ command: Command) -> Action? {
        switch command {
        case .back: return .close
        case .toggle: again.toggle()
        case .activate:
            for case .failure(let problem) in shown.map(\.message) { return .refuse(problem) }
            return .send(to: choices[selected]?.destination, again: again)
        case .pageUp: scroll(by: -Self.page)
        case .pageDown: scroll(by: Self.page)
        case .first: offset = 0
        case .last: scroll(by: .max / 2)
        case .up where choices.count == 1: scroll(by: -1)
        case .down where choices.count == 1: scroll(by: 1)
        default:
            let rows = Array(choices.indices)
            let next =
                Selection.focus(after: selected, in: rows, by: command)
                ?? Selection.moved(selected, of: rows.count, by: command) ?? selected
            if next != selected { (selected, offset) = (next, 0) }
        }
        return nil
    }

    /// Scrolls up to the last line of the messages as the smallest window wraps them.
    private mutating func scroll(by lines: Int) {
        offset = max(0, min(offset + lines, PostScreen.rows(of: shown, columns: Size.smallest.columns) - 1))
    }
}
