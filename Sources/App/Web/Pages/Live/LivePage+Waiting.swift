import Localization
import MeetingHistory
import MeetingModel
import MeetingSocket
import Presentation

// The page while no meeting can be shown.

extension LivePage {
    /// Who has the page open; the script keeps it up to date.
    var present: HTMLNode {
        HTMLTag.p.with([.id("here"), .class("muted"), .set(.dir, "auto")] + (here.isEmpty ? [.flag(.hidden)] : [])) {
            here
        }
    }

    @HTMLBuilder var notRunning: [HTMLNode] {
        let localizer = reader.localizer
        let (heading, text) = texts
        reader.banner(title) {
            if reader.may(.readHistory) { reader.link(localizer(.webMeetingAll), to: .standup(standup)) }
        }
        HTMLTag.section {
            HTMLTag.h2(.set(.dir, "auto")) { heading }
            if !text.isEmpty { HTMLTag.p(.set(.dir, "auto")) { text } }
            present
        }
        if let last = past.last { summary(of: last) }
        update.folded(isOpen: true)
    }

    private var texts: (heading: String, text: String) {
        let localizer = reader.localizer
        switch (state, holder) {
        case (.lost, _): return (localizer(.webLiveGoneTitle), localizer(.webLiveGoneText))
        case (.ended(nil), _): return (localizer(.webLiveEndedTitle), localizer(.webLiveEndedDiscarded))
        case (.ended, _):
            return (localizer(.webLiveEndedTitle), reader.may(.readHistory) ? "" : localizer(.webLiveEndedClose))
        case (_, let holder?):
            let name = Substitution.text(DisplayText(holder).description)
            return (localizer(.webLiveElsewhereTitle(name: name)), localizer(.webLiveElsewhereText(name: name)))
        default: return (localizer(.webLiveNoneTitle), localizer(.webLiveNoneText))
        }
    }

    /// When the last meeting was, who took how long, what was decided, what blocks, and the way to its minutes.
    private func summary(of meeting: Meeting) -> HTMLNode {
        let localizer = reader.localizer
        let people = meeting.attendees.filter { $0.used > .zero }
        let longest = people.map(\.used).max() ?? .zero
        let points = past.points.filter {
            $0.meeting == meeting.id
                && ($0.point.kind == .decision && $0.point.state != .dropped || $0.point.kind == .blocker && $0.isOpen)
        }
        return HTMLTag.section {
            HTMLTag.h2 { localizer(.webMeetingLast(date: .text(reader.date(meeting.startedAt)))) }
            if !people.isEmpty {
                reader.table(localizer(.webMeetingAttendees), "shares") {
                    HTMLTag.tbody {
                        for person in people {
                            HTMLTag.tr {
                                HTMLTag.th(.set(.scope, "row"), .set(.dir, "auto")) {
                                    meeting.name(of: person.id, localizer)
                                }
                                HTMLTag.td(.class("wide")) {
                                    Drawing.bar(person.used / longest, "used")
                                }
                                HTMLTag.td(.class("number")) { person.used.clockText() }
                            }
                        }
                    }
                }
            }
            if !points.isEmpty {
                HTMLTag.ul(.class("points")) {
                    for carried in points {
                        HTMLTag.li {
                            HTMLTag.p {
                                HTMLTag.span(.class("kind")) { localizer(carried.point.kind.message) }
                                HTMLTag.span(.set(.dir, "auto")) { DisplayText(carried.point.text).description }
                                HTMLTag.span(.class("muted"), .set(.dir, "auto")) {
                                    meeting.name(of: carried.point.attendee, localizer)
                                }
                            }
                        }
                    }
                }
            }
            HTMLTag.p { reader.link(localizer(.webMeetingMinutes), to: .meeting(standup, meeting.id)) }
        }
    }
}
