enum AnswerKeys {
    private static let digits = "1234567890".map(String.init)

    /// A key for each name, then for each of the other answers.
    ///
    /// A name gets its initial if no other name has it, else the digit at its end, another of its letters, or a digit. The
    /// other answers get what is left. An answer for which no key is left gets "".
    static func keys(for names: [String], others: [String] = []) -> [String] {
        let letters = (names + others).map { answer in
            answer.lowercased().filter { $0.isASCII && $0.isLetter }.map(String.init)
        }
        let initials = Dictionary(grouping: letters.prefix(names.count).compactMap(\.first), by: \.self)
        var keys = Array(repeating: "", count: letters.count)
        var free = Set("abcdefghijklmnopqrstuvwxyz".map(String.init)).union(digits)
        func take(_ key: String?, _ index: Int) {
            guard let key, keys[index].isEmpty, free.remove(key) != nil else { return }
            keys[index] = key
        }
        for index in names.indices where letters[index].first.map({ initials[$0]?.count == 1 }) == true {
            take(letters[index].first, index)
        }
        // A digit at the end of a name is no other name's key.
        for index in names.indices { take(digits.first { names[index].hasSuffix($0) }, index) }
        for index in names.indices { take(letters[index].dropFirst().first { free.contains($0) }, index) }
        for index in names.indices { take(digits.first { free.contains($0) }, index) }
        for index in names.count..<letters.count {
            take(letters[index].first { free.contains($0) }, index)
            take(digits.first { free.contains($0) }, index)
        }
        return keys
    }
}

extension DialogScreen {
    /// A choice from a list.
    init(title: String, choices: [String], selected: Int) {
        self.init(
            title: title,
            answers: zip(choices, AnswerKeys.keys(for: choices)).map { Answer(text: $0, key: $1) }, selected: selected)
    }
}
