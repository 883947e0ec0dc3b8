/// Selection in a list of rows.
enum Selection {
    /// The number of rows that page up and page down move by.
    private static let page = 10

    /// The row after a movement, clamped to `count` rows; nil if the command is not a movement.
    static func moved(_ row: Int, of count: Int, by command: Command) -> Int? {
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

    /// The field with the focus after a command; nil if the command does not move the focus.
    ///
    /// Tab goes around, the arrows stop at the ends.
    static func focus<Field: Equatable>(after field: Field, in fields: [Field], by command: Command) -> Field? {
        switch command {
        case .nextField: neighbor(of: field, in: fields, by: 1, around: true)
        case .previousField: neighbor(of: field, in: fields, by: -1, around: true)
        case .down: neighbor(of: field, in: fields, by: 1)
        case .up: neighbor(of: field, in: fields, by: -1)
        default: nil
        }
    }

    /// The next or previous of all choices, around; the first if the value is none of them.
    static func stepped<Value: Equatable>(_ value: Value, through all: [Value], by steps: Int) -> Value {
        all.contains(value) ? neighbor(of: value, in: all, by: steps, around: true) : all.first ?? value
    }

    /// The value so many places after another, around or at most to the end; it stays if there is no other.
    static func neighbor<Value: Equatable>(
        of value: Value, in all: [Value], by steps: Int, around: Bool = false
    ) -> Value {
        guard !all.isEmpty else { return value }
        let target = (all.firstIndex(of: value) ?? 0) + steps
        return all[around ? (target + all.count) % all.count : max(0, min(all.count - 1, target))]
    }
}
