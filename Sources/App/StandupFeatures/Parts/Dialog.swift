package struct Dialog<Answer: Hashable & Sendable>: Hashable, Sendable {
    /// The answers, in the order of the buttons.
    let answers: [Answer]
    /// The answer that Enter gives.
    private(set) var selected: Int

    /// `selected` is the harmless answer, or the usual one.
    init(_ answers: [Answer], selected: Int = 0) {
        self.answers = answers
        self.selected = selected
    }

    /// Moves between the buttons, or returns the chosen answer.
    package mutating func perform(_ command: Command) -> Answer? {
        switch command {
        case .left: return perform(.up)
        case .right: return perform(.down)
        case .activate: return answers[selected]
        case .answer(let index), .select(let index): return answers.indices.contains(index) ? answers[index] : nil
        default:
            selected =
                Selection.focus(after: selected, in: Array(answers.indices), by: command)
                ?? Selection.moved(selected, of: answers.count, by: command) ?? selected
        }
        return nil
    }

    /// Performs a command in a question's dialog, and closes the question once it is answered; `commands` answer it with
    /// `other`.
    func perform<Question>(
        _ command: Command, or other: Answer? = nil, on commands: Command..., in question: inout Question?,
        put: (Dialog) -> Question
    ) -> Answer? {
        var dialog = self
        let answer = commands.contains(command) ? other : dialog.perform(command)
        question = answer == nil ? put(dialog) : nil
        return answer
    }
}
