extension DialogScreen {
    /// The dialog with letters that are in the texts of its answers, in languages whose texts have such letters.
    var withLettersOfTexts: DialogScreen {
        var dialog = self
        var taken = Set(answers.map(\.key))
        for (index, answer) in answers.enumerated() {
            let words = answer.text.lowercased().split(separator: " ").map { word in
                word.filter { $0.isASCII && $0.isLetter }.map(String.init)
            }
            // The first letters of words are found most easily.
            let letters = words.compactMap(\.first) + words.joined()
            guard answer.key.allSatisfy(\.isLetter), !letters.contains(answer.key),
                let letter = letters.first(where: { !taken.contains($0) })
            else { continue }
            dialog.answers[index].key = letter
            taken.insert(letter)
        }
        return dialog
    }
}

extension KeyHint {
    /// The command of its key; nil if there is no such binding.
    var command: Command? {
        let bindings = KeyTable.standard.bindings
        return bindings.indices.contains(binding) ? bindings[binding].command : nil
    }

    /// The hint in a dialog: the key that cancels has the text of the answer that cancels.
    func naming(_ dialog: DialogScreen?) -> KeyHint {
        guard command == .back, let answer = dialog?.answers.first(where: { $0.role == .cancel })
        else { return self }
        return KeyHint(key: key, text: answer.text, binding: binding)
    }
}
