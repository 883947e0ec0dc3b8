import Localization
import MeetingModel
import Presentation

extension MeetingPage {
    /// The points by kind, each with a link to the time at which it was said.
    func section(of minutes: MinutesScreen) -> HTMLNode {
        HTMLTag.section {
            HTMLTag.h2 { minutes.title }
            HTMLTag.ul(.class("points")) {
                for (index, row) in minutes.rows.enumerated() {
                    items(minutes.written, above: index)
                    item(row)
                }
                items(minutes.written, above: minutes.rows.count)
            }
        }
    }

    private func item(_ row: MinutesScreen.Row) -> HTMLNode {
        let start = Duration.seconds(row.start)
        let utterance = lines.last { $0.start <= start } ?? lines.first
        return HTMLTag.li {
            if !row.heading.isEmpty { HTMLTag.h3 { row.heading } }
            HTMLTag.p {
                reader.link(
                    row.time, to: .meeting(standup, meeting, MeetingPlace(time: start, utterance: utterance?.id)),
                    .class("time"),
                    .set(
                        .label,
                        reader.localizer(
                            sound.isEmpty
                                ? .webPointsReadAt(time: .text(row.time)) : .webMeetingPlayFrom(time: .text(row.time))))
                )
                HTMLTag.span(.class("kind"), .set(.dir, "auto")) { row.name }
                HTMLTag.span(.set(.dir, "auto")) { row.text }
                HTMLTag.span(.class("muted")) {
                    [row.stateText, row.maker].filter { !$0.isEmpty }
                        .joined(separator: ", ")
                }
            }
        }
    }
}
