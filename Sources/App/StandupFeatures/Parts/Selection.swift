/// Selection in a list of rows.
package enum Selection {
    /// The number of rows that page up and page down move by.
    private static let page = 10

    /// The row after a movement, clamped to `count` rows; nil if the command is not a movement.
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
