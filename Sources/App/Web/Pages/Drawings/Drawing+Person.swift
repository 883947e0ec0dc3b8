import MeetingModel

extension Drawing {
    /// A person's part in a meeting, in seconds.
    struct Part {
        /// The time used, with the overtime.
        let used: Double
        /// The part of it after the slot's end.
        let overtime: Double
    }

    /// A person's time in each meeting as columns, oldest first, with the overtime in another color, and the average as
    /// a line.
    ///
    /// The largest time of all people, in seconds, gives all drawings one scale. The label says what the drawing shows to
    /// those who do not see it.
    static func person(_ parts: [Part?], average: Double?, largest: Double, label: String) -> HTMLNode {
        let (width, height, left) = (320.0, 90.0, 40.0)
        let axis = Axis(upTo: largest)
        let step = (width - left) / Double(max(parts.count, 1))
        func y(_ seconds: Double) -> Double { 6 + (height - 12) * (1 - bounded(seconds / axis.top)) }
        return HTMLTag.svg(
            .class("chart small"), .set(.viewBox, "0 0 320 90"), .set(.role, "img"), .set(.label, label)
        ) {
            for line in [0, axis.lines.last ?? 0] {
                HTMLTag.line(
                    .class("grid"), .set(.x1, left), .set(.x2, width), .set(.y1, y(Double(line))),
                    .set(.y2, y(Double(line))))
                HTMLTag.text(
                    .set(.x, left - 6), .set(.y, y(Double(line)) + 4), .set(.anchor, "end")
                ) { Duration.seconds(line).clockText() }
            }
            for (index, part) in parts.enumerated() {
                if let part {
                    let x = left + step * (Double(index) + 0.12)
                    let within = max(0, part.used - part.overtime)
                    HTMLTag.rect(
                        .class("used"), .set(.x, x), .set(.y, y(within)), .set(.width, min(step * 0.76, 40)),
                        .set(.height, y(0) - y(within)))
                    if part.overtime > 0 {
                        HTMLTag.rect(
                            .class("over"), .set(.x, x), .set(.y, y(part.used)), .set(.width, min(step * 0.76, 40)),
                            .set(.height, y(within) - y(part.used)))
                    }
                }
            }
            if let average {
                HTMLTag.line(
                    .class("average"), .set(.x1, left), .set(.x2, width), .set(.y1, y(average)), .set(.y2, y(average)))
            }
        }
    }

    /// A bar from 0 to 1, on the whole.
    static func bar(_ fraction: Double, _ name: String) -> HTMLNode {
        HTMLTag.svg(
            .class("usage"), .set(.viewBox, "0 0 100 12"), .set(.preserveAspectRatio, "none"), .set(.isHidden, "true")
        ) {
            HTMLTag.rect(.class("track"), .set(.width, 100), .set(.height, 12))
            HTMLTag.rect(.class(name), .set(.width, bounded(fraction) * 100), .set(.height, 12))
        }
    }
}
