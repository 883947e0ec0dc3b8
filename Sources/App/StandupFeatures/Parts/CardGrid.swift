/// Cards laid out in rows from left to right, as many side by side as the window allows.
///
/// Drawing and navigation share it, so movement matches the layout.
package struct CardGrid: Hashable, Sendable {
    /// The minimum width of a card, in columns.
    private static let cardWidth = 50
    /// The number of cards that page up and page down move by.
    private static let page = 10

    package let count: Int
    /// The number of cards side by side, at least 1.
    package let columns: Int

    /// A grid of `count` cards in a window `width` columns wide; few cards share the whole width.
    init(count: Int, width: Int) {
        self.count = count
        columns = max(min(width / Self.cardWidth, count), 1)
    }

    package var rows: Int { (count + columns - 1) / columns }

    func row(of card: Int) -> Int { card / columns }

    func cards(inRow row: Int) -> Range<Int> { row * columns..<min((row + 1) * columns, count) }

    /// The card after a movement, clamped at the edges; nil if the command is not a movement.
    func moved(_ card: Int, by command: Command) -> Int? {
        let rowsOfPage = max(Self.page / columns, 1)
        return switch command {
        case .left: card % columns > 0 ? card - 1 : card
        case .right: cards(inRow: row(of: card)).contains(card + 1) ? card + 1 : card
        case .up: moved(card, byRows: -1)
        case .down: moved(card, byRows: 1)
        case .pageUp: moved(card, byRows: -rowsOfPage)
        case .pageDown: moved(card, byRows: rowsOfPage)
        default: Selection.moved(card, of: count, by: command)
        }
    }

    /// The card `step` rows further in the same column, or the last one in that direction.
    private func moved(_ card: Int, byRows step: Int) -> Int {
        let column = card % columns
        let last = (count - 1 - column) / columns
        return max(0, min(last, row(of: card) + step)) * columns + column
    }
}
