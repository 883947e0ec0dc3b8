import Localization
package import MeetingHistory
package import MeetingModel
import MeetingSocket
import Presentation

/// The list of standups.
package struct ListPage: WebPage {
    private let cards: [StandupCard]
    private let running: Set<Standup.ID>
    private let blockers: [Standup.ID: Int]
    private let reader: PageReader

    /// The standups that the reader may see, with the summaries of their meetings and the numbers of open blockers.
    package init(
        _ standups: [Standup], meetings: [MeetingSummary], running: Set<Standup.ID>, blockers: [Standup.ID: Int] = [:],
        for reader: PageReader
    ) {
        let last = Dictionary(meetings.map { ($0.standupID, $0.lastStartedAt) }, uniquingKeysWith: max)
        cards = standups.map { standup in
            let date = reader.may(.readHistory) ? last[standup.id] : nil
            return StandupCard(
                standup, lastMeeting: date.map { reader.localizer(.listLastMeeting(date: .text(reader.date($0)))) },
                reader.localizer)
        }
        self.running = running
        self.blockers = blockers
        self.reader = reader
    }

    package var document: HTMLDocument {
        let localizer = reader.localizer
        let title = localizer(.listTitle)
        return reader.page(title: title) {
            HTMLTag.h1 { title }
            if cards.isEmpty {
                HTMLTag.p { localizer(reader.may(.controlMeeting) ? .webListFirst : .webListEmpty) }
            } else {
                HTMLTag.ul(.class("cards")) {
                    for card in cards { item(card) }
                }
            }
        }
    }

    private func item(_ card: StandupCard) -> HTMLNode {
        let localizer = reader.localizer
        let id = Standup.ID(rawValue: card.id)
        return HTMLTag.li(.class("card theme-\(card.theme.rawValue)")) {
            HTMLTag.h2(.set(.dir, "auto")) {
                reader.link(card.title, to: reader.may(.readHistory) ? .standup(id) : .live(id))
            }
            HTMLTag.p(.class("names"), .set(.dir, "auto")) { card.names }
            HTMLTag.p(.class("line")) {
                HTMLTag.span { card.attendees }
                HTMLTag.span { card.length }
            }
            if let last = card.lastMeeting { HTMLTag.p { last } }
            if let count = blockers[id], count > 0 {
                HTMLTag.p(.class("blockers")) { localizer(.webListBlockers(count: .count(count))) }
            }
            if running.contains(id) {
                HTMLTag.p {
                    reader.link(localizer(.webListRunning), to: .live(id), .class("live"))
                }
            }
        }
    }
}
