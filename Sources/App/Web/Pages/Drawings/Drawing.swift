/// Small drawings in tables; the numbers that they show stand beside them.
enum Drawing {
    /// A bar of the time used, with the parts that were speech and overtime, and a mark at the end of the slot.
    ///
    /// Each is 0 to 1.
    static func usage(used: Double, speech: Double, overtime: Double, slotEnd: Double) -> HTMLNode {
        HTMLTag.svg(
            .class("usage"), .set(.viewBox, "0 0 100 12"), .set(.preserveAspectRatio, "none"), .set(.isHidden, "true")
        ) {
            HTMLTag.rect(.class("track"), .set(.width, 100), .set(.height, 12), .set(.y, 0))
            HTMLTag.rect(.class("used"), .set(.width, bounded(used) * 100), .set(.height, 12), .set(.y, 0))
            if overtime > 0 {
                HTMLTag.rect(
                    .class("over"), .set(.x, bounded(used - overtime) * 100), .set(.width, bounded(overtime) * 100),
                    .set(.height, 12), .set(.y, 0))
            }
            HTMLTag.rect(.class("speech"), .set(.width, bounded(speech) * 100), .set(.height, 4), .set(.y, 4))
            HTMLTag.rect(
                .class("slot"), .set(.x, min(bounded(slotEnd) * 100, 99)), .set(.width, 1), .set(.height, 12),
                .set(.y, 0))
        }
    }

    /// Columns of the time used in the last meetings, oldest first, 0 to 1; nil where somebody was absent.
    static func trend(_ values: [Double?]) -> HTMLNode {
        let values = values.suffix(24)
        return HTMLTag.svg(
            .class("trend"), .set(.viewBox, "0 0 \(max(values.count, 1) * 6) 20"), .set(.isHidden, "true")
        ) {
            for (index, value) in values.enumerated() {
                let height = max(bounded(value ?? 0) * 20, 1)
                HTMLTag.rect(
                    .class(value == nil ? "absent" : "used"), .set(.x, Double(index * 6)), .set(.y, 20 - height),
                    .set(.width, 5), .set(.height, height))
            }
        }
    }

    static func bounded(_ value: Double) -> Double { value.isFinite ? min(1, max(0, value)) : 0 }
}
