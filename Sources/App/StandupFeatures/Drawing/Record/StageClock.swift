import MeetingModel

/// The time in block letters, with a plus in overtime.
///
/// The digits are as large in overtime as before it, and stand in the same place until it begins.
struct StageClock {
    private let digits: BlockText
    /// The plus; nil before overtime.
    private let sign: BlockText?

    /// The columns between the plus and the digits.
    private static let gap = 2

    /// Chooses a size for an area; nil if the time does not fit.
    init?(_ screen: RecordScreen, fitting size: Size) {
        let time = String(screen.clock.drop { $0 == "+" })
        let isOver = time.count < screen.clock.count
        guard let smallest = BlockText(time, scale: 1), let plus = BlockText("+", scale: 1) else { return nil }
        let scale = min(
            (size.columns - Self.gap) / (smallest.columns + plus.columns), size.rows / smallest.screenRows)
        let reserved = scale > 0 ? BlockText(time, scale: scale) : nil
        // Ten minutes and more are rarely exceeded: until then they may use the whole width.
        let whole = isOver ? nil : BlockText(time, fitting: size)
        guard let digits = time.count > 4 && !isOver ? whole : reserved ?? whole else { return nil }
        self.digits = digits
        sign = isOver ? BlockText("+", scale: digits.scale) : nil
    }

    /// The height in rows.
    var rows: Int { digits.screenRows }
    /// The width of the digits in columns.
    var columns: Int { digits.columns }

    /// Draws the time in the middle of an area.
    func draw(on canvas: inout Canvas, in area: Rect, style: Style) {
        let before = sign.map { $0.columns + Self.gap } ?? 0
        let place = area.centered(Size(columns: before + digits.columns, rows: digits.screenRows))
        sign?.draw(on: &canvas, at: place.origin, style: style)
        digits.draw(on: &canvas, at: Point(place.column + before, place.row), style: style)
    }
}
