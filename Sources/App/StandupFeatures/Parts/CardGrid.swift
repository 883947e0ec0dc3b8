/// Cards in rows, read from left to right: as many side by side as a window has room for.
///
/// Drawing and movement both use it, so the keys follow what is drawn.
package struct CardGrid: Hashable, Sendable {
    /// How many columns of characters a card needs.
    private static let cardWidth = 50
    /// How many cards a page is.
    private static let page = 10

    /// How many cards there are.
    package let count: Int
    /// How many cards stand side by side, at least 1.
    package let columns: Int

    /// The grid of some cards in a window of a width, in columns of characters.
    package init(count: Int, width: Int) {
        self.count = count
        columns = max(width / Self.cardWidth, 1)
    }

    /// How many rows of cards there are.
    package var rows: Int { (count + columns - 1) / columns }

    /// The row in which a card stands.
    package func row(of card: Int) -> Int { card / columns }

    /// The cards of a row, from the left.
    package func cards(inRow row: Int) -> Range<Int> { row * columns..<min((row + 1) * columns, count) }

    /// The card after a command that moves, nil for one that does not; at an edge it is the same card.
    package func moved(_ card: Int, by command: Command) -> Int? {
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

    /// The card so many rows further in the same column, or the last one on the way there.
    private func moved(_ card: Int, byRows step: Int) -> Int {
        let column = card % columns
        let last = (count - 1 - column) / columns
        return max(0, min(last, row(of: card) + step)) * columns + column
    }
}
