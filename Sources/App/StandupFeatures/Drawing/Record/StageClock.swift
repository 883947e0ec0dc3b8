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

    /// Chooses a size for a time in an area; nil if it does not fit.
    init?(_ clock: String, fitting size: Size) {
        let time = String(clock.drop { $0 == "+" })
        let isOver = time.count < clock.count
        guard let smallest = BlockText(time, scale: 1), let plus = BlockText("+", scale: 1) else { return nil }
        // The plus may be half as large as the digits.
        func signScale(beside scale: Int) -> Int? {
            let room = (size.columns - Self.gap - smallest.columns * scale) / plus.columns
            return room >= max(scale / 2, 1) ? min(room, scale) : nil
        }
        let scale = stride(from: size.rows / smallest.screenRows, to: 0, by: -1).first { signScale(beside: $0) != nil }
        let reserved = scale.flatMap { BlockText(time, scale: $0) }
        // Ten minutes and more are rarely exceeded: until then they may use the whole width.
        let whole = isOver ? nil : BlockText(time, fitting: size)
        guard let digits = time.count > 4 && !isOver ? whole : reserved ?? whole else { return nil }
        self.digits = digits
        sign = isOver ? signScale(beside: digits.scale).flatMap { BlockText("+", scale: $0) } : nil
    }

    var rows: Int { digits.screenRows }
    /// The width of the digits in columns.
    var columns: Int { digits.columns }

    func draw(on canvas: inout Canvas, in area: Rect, style: Style) {
        let before = sign.map { $0.columns + Self.gap } ?? 0
        let place = area.centered(Size(columns: before + digits.columns, rows: digits.screenRows))
        if let sign {
            let middle = (digits.screenRows - sign.screenRows) / 2
            sign.draw(on: &canvas, at: Point(place.column, place.row + middle), style: style)
        }
        digits.draw(on: &canvas, at: Point(place.column + before, place.row), style: style)
    }
}
