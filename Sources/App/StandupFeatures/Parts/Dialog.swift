/// A question that waits for one of a few answers.
package struct Dialog<Answer: Hashable & Sendable>: Hashable, Sendable {
    /// The answers, in the order of the buttons.
    package let answers: [Answer]
    /// The button that Enter presses.
    package private(set) var selected: Int

    /// A question with these answers.
    ///
    /// `selected` is the harmless one, or the one that is meant nearly always.
    package init(_ answers: [Answer], selected: Int = 0) {
        self.answers = answers
        self.selected = selected
    }

    /// Moves between the buttons; returns the answer when one is given.
    package mutating func perform(_ command: Command) -> Answer? {
        switch command {
        case .left, .up, .previousField: selected = max(0, selected - 1)
        case .right, .down, .nextField: selected = min(answers.count - 1, selected + 1)
        case .activate: return answers[selected]
        case .answer(let index), .select(let index): return answers.indices.contains(index) ? answers[index] : nil
        default: break
        }
        return nil
    }
}
