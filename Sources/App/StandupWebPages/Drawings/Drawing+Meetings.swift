import MeetingModel

extension Drawing {
    /// A column of a drawing: a meeting with the time of each person in it.
    struct Column {
        /// The label below it.
        let label: String
        /// The seconds of each person, in the order of the people; nil for those who had no turn.
        let seconds: [Double?]
    }

    /// The number of colours for people.
    static let colors = 8

    /// The class of a person's colour.
    static func color(_ person: Int) -> String { "p\(person % colors)" }

    /// Stacked columns: one for each meeting, with the time of each person.
    ///
    /// - Parameters:
    ///   - columns: The meetings, oldest first.
    ///   - names: The names of the people.
    ///   - label: What the drawing shows, for those who do not see it.
    static func meetings(_ columns: [Column], names: [String], label: String) -> HTMLNode {
        let (width, height, left, bottom) = (640.0, 260.0, 44.0, 24.0)
        let totals = columns.map { $0.seconds.reduce(0) { $0 + ($1 ?? 0) } }
        let axis = Axis(upTo: totals.max() ?? 0)
        let (area, step) = (height - bottom - 10, (width - left) / Double(max(columns.count, 1)))
        func y(_ seconds: Double) -> Double { 10 + area * (1 - bounded(seconds / axis.top)) }
        return HTMLTag.svg(
            .class("chart"), .set(.viewBox, "0 0 640 260"), .set(.role, "img"), .set(.label, label)
        ) {
            for line in axis.lines {
                HTMLTag.line(
                    .class("grid"), .set(.x1, left), .set(.x2, width), .set(.y1, y(Double(line))),
                    .set(.y2, y(Double(line))))
                HTMLTag.text(
                    .set(.x, left - 6), .set(.y, y(Double(line)) + 4), .set(.anchor, "end")
                ) { Duration.seconds(line).clockText() }
            }
            for (index, column) in columns.enumerated() {
                let x = left + step * Double(index) + step * 0.12
                for rect in stack(column, at: x, width: min(step * 0.76, 64), names: names, y: y) { rect }
                if isLabelled(index, of: columns.count) {
                    // The label of the last column ends with the drawing.
                    let isLast = index == columns.count - 1
                    HTMLTag.text(
                        .set(.x, isLast ? width : x + min(step * 0.76, 64) / 2), .set(.y, height - 6),
                        .set(.anchor, isLast ? "end" : "middle")
                    ) { column.label }
                }
            }
        }
    }

    private static func stack(
        _ column: Column, at x: Double, width: Double, names: [String], y: (Double) -> Double
    ) -> [HTMLNode] {
        var below = 0.0
        return column.seconds.enumerated().compactMap { person, seconds in
            guard let seconds, seconds > 0 else { return nil }
            let top = y(below + seconds)
            let rect = HTMLTag.rect(
                .class(color(person)), .set(.x, x), .set(.y, top), .set(.width, width),
                .set(.height, max(0, y(below) - top))
            ) {
                HTMLTag.title { "\(names[person]) \(Duration.seconds(seconds).clockText())" }
            }
            below += seconds
            return rect
        }
    }

    /// Labels at most five columns, the newest always.
    private static func isLabelled(_ index: Int, of count: Int) -> Bool {
        (count - 1 - index) % max(1, (count + 4) / 5) == 0
    }
}
