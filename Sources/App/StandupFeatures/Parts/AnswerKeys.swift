/// The keys of a dialog's answers.
enum AnswerKeys {
    private static let digits = "1234567890".map(String.init)

    /// A key for each answer: its initial if no other answer has it, else another letter of it, else a digit.
    ///
    /// An answer for which no key is left gets "".
    static func keys(for answers: [String]) -> [String] {
        let letters = answers.map { answer in
            answer.lowercased().filter { $0.isASCII && $0.isLetter }.map(String.init)
        }
        var keys = Array(repeating: "", count: answers.count)
        var free = Set("abcdefghijklmnopqrstuvwxyz".map(String.init)).union(digits)
        func take(_ key: String?, _ index: Int) {
            guard let key, keys[index].isEmpty, free.remove(key) != nil else { return }
            keys[index] = key
        }
        let initials = Dictionary(grouping: letters.compactMap(\.first), by: \.self)
        for index in answers.indices where letters[index].first.map({ initials[$0]?.count == 1 }) == true {
            take(letters[index].first, index)
        }
        for index in answers.indices { take(letters[index].dropFirst().first { free.contains($0) }, index) }
        for index in answers.indices { take(digits.first { free.contains($0) }, index) }
        return keys
    }
}
