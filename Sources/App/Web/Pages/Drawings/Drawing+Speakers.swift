extension Drawing {
    /// The meeting as a bar: a segment for each speaker, and its elapsed part.
    ///
    /// The script moves the segments; the numbers stand in the list of speakers.
    static func shares(_ speakers: [LivePageMeeting.Speaker]) -> HTMLNode {
        HTMLTag.svg(
            .id("bar"), .class("shares"), .set(.viewBox, "0 0 1000 10"), .set(.preserveAspectRatio, "none"),
            .set(.isHidden, "true")
        ) {
            segments(of: speakers, in: .line, [.set(.x1, 0), .set(.x2, 1000), .set(.y1, 5), .set(.y2, 5)])
        }
    }

    /// The meeting as a ring around the clock, from the top, clockwise.
    static func ring(_ speakers: [LivePageMeeting.Speaker]) -> HTMLNode {
        HTMLTag.svg(.id("ring"), .class("ring"), .set(.viewBox, "0 0 100 100"), .set(.isHidden, "true")) {
            segments(of: speakers, in: .circle, [.set(.cx, 50), .set(.cy, 50), .set(.r, 46)])
        }
    }

    /// The segments of a line of the length 1000, as dashes.
    private static func segments(
        of speakers: [LivePageMeeting.Speaker], in tag: HTMLTag, _ shape: [HTMLAttribute]
    ) -> [HTMLNode] {
        var start = 0.0
        return speakers.flatMap { speaker in
            let share = bounded(speaker.share) * 1000
            let length = max(0, share - gap)
            defer { start += share }
            func dash(_ name: String, _ length: Double) -> HTMLNode {
                tag.with(
                    [
                        .class(name), .set(.pathLength, 1000), .set(.dashes, "\(length.shortText) 2000"),
                        .set(.dashOffset, (-start).shortText),
                    ] + shape)
            }
            return [
                dash("whole", length),
                dash(
                    speaker.state == "speaking" ? "part current" : "part", length * bounded(speaker.progress)),
            ]
        }
    }

    private static let gap = 4.0
}
