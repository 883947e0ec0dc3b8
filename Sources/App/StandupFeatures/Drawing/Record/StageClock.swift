import MeetingModel

/// The time in block letters, with the sign of its state.
///
/// The digits are in the middle without the sign, so that they stand still when the state changes.
struct StageClock {
    private let digits: BlockText
    /// A plus or an exclamation mark; nil without one, or without room for it.
    private let sign: BlockText?
    /// Whether the sign is an exclamation mark, which stands on both sides.
    private let isWarning: Bool
    /// Whether the state needs a mark in the text below, because the sign has no room.
    let needsMark: Bool

    /// The columns beside the digits that are kept free for a sign of the smallest size.
    private static let signColumns = 8

    /// Chooses sizes for an area; nil if the time does not fit.
    init?(_ screen: RecordScreen, fitting size: Size) {
        let time = screen.clock.drop { $0 == "+" }
        let isOver = time.count < screen.clock.count
        let free = Size(columns: size.columns - 2 * Self.signColumns, rows: size.rows)
        // Ten minutes and more are rarely exceeded: they may use the whole width.
        let whole = BlockText(String(time), fitting: size)
        guard var digits = time.count > 4 ? whole : BlockText(String(time), fitting: free) ?? whole else { return nil }
        var sign: BlockText?
        let mark: Character? = isOver ? "+" : screen.clockState == .warning ? BlockText.attention : nil
        if let mark {
            let room = (size.columns - digits.columns) / 2 - Self.gap
            sign = BlockText(String(mark), fitting: Size(columns: room, rows: digits.screenRows))
            if isOver, sign == nil {
                guard let whole = BlockText(screen.clock, fitting: size) else { return nil }
                digits = whole
            }
        }
        isWarning = mark == BlockText.attention
        needsMark = isWarning && sign == nil
        (self.digits, self.sign) = (digits, sign)
    }

    /// The least columns between the sign and the digits.
    private static let gap = 1

    /// The height in rows.
    var rows: Int { digits.screenRows }
    /// The width of the digits in columns.
    var columns: Int { digits.columns }

    /// Draws the time in the middle of an area.
    func draw(on canvas: inout Canvas, in area: Rect, style: Style) {
        let place = area.centered(digits.size)
        digits.draw(on: &canvas, at: place.origin, style: style)
        guard let sign else { return }
        let row = place.row + (digits.screenRows - sign.screenRows) / 2
        let gap = min(digits.scale * 2, (area.columns - digits.columns) / 2 - sign.columns)
        sign.draw(on: &canvas, at: Point(place.column - gap - sign.columns, row), style: style)
        guard isWarning else { return }
        sign.draw(on: &canvas, at: Point(place.endColumn + gap, row), style: style)
    }
}
