import MeetingModel

extension Drawing {
    /// A column of a drawing: a meeting with the time of each person in it.
    struct Column {
        let label: String
        /// The seconds of each person, in the order of the people; nil for those who had no turn.
        let seconds: [Double?]
    }

    static let colors = 8

    /// The class of a person's color.
    static func color(_ person: Int) -> String { "p\(person % colors)" }

    /// Stacked columns: one for each meeting, oldest first, with the time of each person.
    ///
    /// The label says what the drawing shows to those who do not see it.
    static func meetings(_ columns: [Column], names: [String], label: String) -> HTMLNode {
        let (width, height, left, top, bottom) = (640.0, 260.0, 60.0, 18.0, 26.0)
        let totals = columns.map { $0.seconds.reduce(0) { $0 + ($1 ?? 0) } }
        let axis = Axis(upTo: totals.max() ?? 0)
        let (area, step) = (height - bottom - top, (width - left) / Double(max(columns.count, 1)))
        func y(_ seconds: Double) -> Double { top + area * (1 - bounded(seconds / axis.top)) }
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
                // At most five labels, and every second of them is left out where there is little room.
                let distance = columns.count - 1 - index
                let labelled = max(1, (columns.count + 4) / 5)
                if distance % labelled == 0 {
                    // The last label ends with the drawing if it would not fit below the middle of its column.
                    let middle = x + min(step * 0.76, 64) / 2
                    let isCut = width - middle < 60
                    HTMLTag.text(
                        .class(distance / labelled % 2 == 1 ? "minor" : "label"),
                        .set(.x, isCut ? width : middle), .set(.y, height - 6),
                        .set(.anchor, isCut ? "end" : "middle")
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
}
