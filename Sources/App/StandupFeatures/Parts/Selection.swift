/// Which of a number of rows the keys work on.
package enum Selection {
    /// How many rows a page is.
    private static let page = 10

    /// The row after a command that moves, nil for one that does not; stays within `count` rows.
    package static func moved(_ row: Int, of count: Int, by command: Command) -> Int? {
        let target: Int
        switch command {
        case .up: target = row - 1
        case .down: target = row + 1
        case .pageUp: target = row - page
        case .pageDown: target = row + page
        case .first: target = 0
        case .last: target = count - 1
        case .select(let index):
            guard (0..<count).contains(index) else { return nil }
            target = index
        default: return nil
        }
        return max(0, min(count - 1, target))
    }
}
