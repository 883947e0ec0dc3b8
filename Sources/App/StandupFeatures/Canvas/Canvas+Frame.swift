/// A canvas as text, for golden files and debugging.
extension Canvas {
    /// The rows as text, without trailing spaces.
    package var lines: [String] {
        (0..<size.rows).map { index in
            var line = String(row(index).lazy.filter { !$0.isContinuation }.map(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The rows as text, followed by a style map and its legend.
    ///
    /// The style map has one letter per column (`.` is plain). Letters are assigned in the order in which styles first
    /// occur.
    package var frame: String {
        var letters: [Style: Character] = [.plain: "."]
        var legend: [String] = []
        var styles: [String] = []
        for index in 0..<size.rows {
            var line = ""
            for cell in row(index) {
                if let letter = letters[cell.style] {
                    line.append(letter)
                    continue
                }
                let number = legend.count
                let letter = number < Self.letters.count ? Self.letters[number] : "?"
                letters[cell.style] = letter
                legend.append("\(letter) \(cell.style)")
                line.append(letter)
            }
            while line.last == "." { line.removeLast() }
            styles.append(line)
        }
        while styles.last == "" { styles.removeLast() }
        let cursor = cursor.map { ["cursor \($0.column),\($0.row)"] } ?? []
        let rule = String(repeating: "-", count: size.columns)
        return (lines + [rule] + styles + [rule] + legend + cursor).joined(separator: "\n") + "\n"
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}
