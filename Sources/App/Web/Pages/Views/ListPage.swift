import Localization
package import MeetingHistory
package import MeetingModel
import MeetingSocket
package import StandupFeatures

/// The list of standups.
package struct ListPage: WebPage {
    struct Card {
        let id: Standup.ID
        let title: String
        let attendees: String
        let names: String
        let length: String
        /// When the last meeting took place; nil if there was none, or if the reader may not read the history.
        let lastMeeting: String?
        let theme: Theme
        let isRunning: Bool
    }

    private let title: String
    private let cards: [Card]
    private let reader: PageReader

    /// The cards of a screen; the filter and the selection are the terminal's.
    package init(_ screen: ListScreen, running: Set<Standup.ID>, for reader: PageReader) {
        title = screen.title
        self.reader = reader
        cards = screen.cards.map { card in
            let id = Standup.ID(rawValue: card.id)
            return Card(
                id: id, title: card.title, attendees: card.attendees, names: card.names, length: card.length,
                lastMeeting: reader.may(.readHistory) ? card.lastMeeting : nil, theme: card.theme,
                isRunning: running.contains(id))
        }
    }

    /// The standups that the reader may see, with the summaries of their meetings.
    package init(
        _ standups: [Standup], meetings: [MeetingSummary], running: Set<Standup.ID>, for reader: PageReader
    ) {
        var list = StandupList(seed: 0)
        _ = list.receive(.standups(standups, meetings: meetings))
        guard case .list(let screen) = list.ownContent(reader.localizer) else {
            preconditionFailure("the list of standups has the screen of a list")
        }
        self.init(screen, running: running, for: reader)
    }

    package var document: HTMLDocument {
        let localizer = reader.localizer
        return reader.page(title: title) {
            HTMLTag.h1 { title }
            if cards.isEmpty {
                HTMLTag.p { localizer(.webListEmpty) }
            } else {
                HTMLTag.ul(.class("cards")) {
                    for card in cards { item(card) }
                }
            }
        }
    }

    private func item(_ card: Card) -> HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.li(.class("card theme-\(card.theme.rawValue)")) {
            HTMLTag.h2(.set(.dir, "auto")) {
                reader.link(card.title, to: reader.may(.readHistory) ? .standup(card.id) : .live(card.id))
            }
            HTMLTag.p(.class("names"), .set(.dir, "auto")) { card.names }
            HTMLTag.p(.class("line")) {
                HTMLTag.span { card.attendees }
                HTMLTag.span { card.length }
            }
            if let last = card.lastMeeting { HTMLTag.p { last } }
            if card.isRunning {
                HTMLTag.p {
                    reader.link(localizer(.webListRunning), to: .live(card.id), .class("live"))
                }
            }
        }
    }
}
