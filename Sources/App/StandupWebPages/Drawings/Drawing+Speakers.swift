extension Drawing {
    /// A speaker's segment of the meeting, from 0 to 1000.
    private struct Segment {
        let start: Double
        let length: Double
        let elapsed: Double
        let isCurrent: Bool
    }

    private static func segments(_ speakers: [LiveMeeting.Speaker]) -> [Segment] {
        var start = 0.0
        return speakers.map { speaker in
            let length = bounded(speaker.share) * 1000
            defer { start += length }
            return Segment(
                start: start, length: length, elapsed: length * bounded(speaker.progress),
                isCurrent: speaker.state == "speaking")
        }
    }

    /// The meeting as a bar: a segment for each speaker, with its elapsed part.
    ///
    /// The script moves the segments; the numbers stand in the list of speakers.
    static func shares(_ speakers: [LiveMeeting.Speaker]) -> HTMLNode {
        HTMLTag.svg(
            .id("bar"), .class("shares"), .set(.viewBox, "0 0 1000 10"), .set(.preserveAspectRatio, "none"),
            .set(.isHidden, "true")
        ) {
            for segment in segments(speakers) {
                HTMLTag.rect(
                    .class("whole"), .set(.x, segment.start), .set(.width, max(0, segment.length - 4)),
                    .set(.height, 10))
                HTMLTag.rect(
                    .class(segment.isCurrent ? "part current" : "part"), .set(.x, segment.start),
                    .set(.width, max(0, min(segment.elapsed, segment.length - 4))), .set(.height, 10))
            }
        }
    }

    /// The meeting as a ring around the clock, from the top, clockwise.
    static func ring(_ speakers: [LiveMeeting.Speaker]) -> HTMLNode {
        HTMLTag.svg(.id("ring"), .class("ring"), .set(.viewBox, "0 0 100 100"), .set(.isHidden, "true")) {
            for segment in segments(speakers) {
                arc("whole", from: segment.start, length: segment.length - 4)
                arc(
                    segment.isCurrent ? "part current" : "part", from: segment.start,
                    length: min(segment.elapsed, segment.length - 4))
            }
        }
    }

    private static func arc(_ name: String, from start: Double, length: Double) -> HTMLNode {
        HTMLTag.circle(
            .class(name), .set(.cx, 50), .set(.cy, 50), .set(.r, 46), .set(.pathLength, 1000),
            .set(.dashes, "\(max(0, length).shortText) 1000"), .set(.dashOffset, (-start).shortText))
    }
}
