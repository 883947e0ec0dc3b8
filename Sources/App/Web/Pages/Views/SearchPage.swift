import Localization
package import MeetingHistory
package import MeetingModel
import Presentation

/// The search, and what it found.
///
/// It has no hits in notes: those are the lead's alone.
package struct SearchPage: WebPage {
    package static let hitsPerPage = 20

    package enum Result: Sendable {
        /// The hits from the position of the search on, and whether there are more.
        case hits([SearchHit], hasMore: Bool)
        case refused(SearchQueryError)
    }

    struct Part: Hashable {
        let text: String
        let isMatch: Bool
    }

    /// A hit: an utterance, a title or a name.
    struct Hit {
        let standup: Standup.ID
        let meeting: Meeting.ID
        /// The title of the meeting.
        let title: String
        let date: String
        /// Who said it and when, such as "Ann, 1:23"; "Title" or "Attendee" for the others.
        let origin: String
        let parts: [Part]
        let place: MeetingPlace
    }

    private let place: SearchPlace
    private let standups: [(id: Standup.ID, title: String)]
    /// The names of those whose words can be searched alone.
    private let people: [String]
    private let hits: [Hit]
    private let hasMore: Bool
    private let message: String?
    private let reader: PageReader

    /// A search in some of the standups, all of which the reader may read; `result` is nil before a search.
    package init(_ place: SearchPlace, in standups: [Standup], result: Result?, for reader: PageReader) {
        let localizer = reader.localizer
        self.place = place
        self.standups = standups.map { ($0.id, DisplayText($0.title).description) }
        people = Set(standups.flatMap(\.attendees).map(\.name)).sorted()
        self.reader = reader
        switch result {
        case .hits(let hits, let hasMore):
            self.hits = hits.compactMap { Hit($0, localizer) }
            self.hasMore = hasMore
            let (first, count) = (place.from + 1, self.hits.count)
            if count == 0 {
                message = localizer(.webSearchNothing(words: .text(place.words)))
            } else if first == 1, !hasMore {
                message = localizer(.webSearchCount(count: .count(count)))
            } else {
                message = localizer(.webSearchRange(first: .count(first), last: .count(place.from + count)))
            }
        case .refused(.tooManyWords):
            (hits, hasMore, message) = ([], false, localizer(.webSearchTooMany))
        case .refused(.noWords):
            (hits, hasMore, message) = ([], false, localizer(.webSearchNoWords))
        case nil:
            (hits, hasMore, message) = ([], false, nil)
        }
    }

    package var document: HTMLDocument {
        let localizer = reader.localizer
        let title = localizer(.webSearchTitle)
        return reader.page(
            title: place.words.isEmpty ? title : "\(DisplayText(place.words)) · \(title)", hasSearch: false
        ) {
            HTMLTag.h1 { title }
            form
            if let message { HTMLTag.p(.set(.role, "status")) { message } }
            if !hits.isEmpty {
                HTMLTag.ol(.class("hits")) {
                    for hit in hits { item(hit) }
                }
            }
            pages
        }
    }

    private var form: HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.form(.class("find"), .link(.action, .search())) {
            HTMLTag.label(.set(.inputID, "q")) { localizer(.webSearchWords) }
            HTMLTag.input.with(
                [
                    .id("q"), .set(.type, "search"), .set(.name, "q"), .set(.value, place.words),
                    .set(.maxlength, "1000"), .set(.describedBy, "hint"), .set(.enterkeyhint, "search"),
                    .flag(.required),
                ] + (place.words.isEmpty ? [.flag(.autofocus)] : []))
            HTMLTag.p(.id("hint"), .class("muted")) { localizer(.webSearchHint) }
            if standups.count > 1 {
                HTMLTag.label(.set(.inputID, "in")) { localizer(.webSearchIn) }
                HTMLTag.select(.id("in"), .set(.name, "standup")) {
                    HTMLTag.option(.set(.value, "")) { localizer(.webSearchEverywhere) }
                    for standup in standups {
                        HTMLTag.option.with(
                            [.set(.value, standup.id.rawValue)]
                                + (standup.id == place.standup ? [.flag(.selected)] : [])
                        ) { standup.title }
                    }
                }
            }
            HTMLTag.div(.class("filters")) {
                if people.count > 1 {
                    field("speaker", localizer(.webMeetingWho)) {
                        HTMLTag.select(.id("speaker"), .set(.name, "speaker")) {
                            HTMLTag.option(.set(.value, "")) { localizer(.searchEverybody) }
                            for name in people {
                                HTMLTag.option.with(
                                    [.set(.value, name)] + (name == place.speaker ? [.flag(.selected)] : [])
                                ) { DisplayText(name).description }
                            }
                        }
                    }
                }
                for (name, label, day) in [
                    ("since", localizer(.searchSince), place.since), ("until", localizer(.searchUntil), place.until),
                ] {
                    field(name, label) {
                        HTMLTag.input(
                            .id(name), .set(.type, "date"), .set(.name, name), .set(.value, day ?? ""))
                    }
                }
            }
            HTMLTag.button(.set(.type, "submit")) { localizer(.webSearchButton) }
        }
    }

    private func field(_ id: String, _ label: String, @HTMLBuilder content: () -> [HTMLNode]) -> HTMLNode {
        HTMLTag.div {
            HTMLTag.label(.set(.inputID, id)) { label }
            content()
        }
    }

    private func item(_ hit: Hit) -> HTMLNode {
        HTMLTag.li {
            HTMLTag.p(.class("muted"), .set(.dir, "auto")) {
                HTMLTag.bdi { hit.title }
                " · \(hit.date) · "
                HTMLTag.bdi { hit.origin }
            }
            HTMLTag.p(.set(.dir, "auto")) {
                HTMLTag.a(.link(.href, .meeting(hit.standup, hit.meeting, hit.place))) {
                    for part in hit.parts {
                        if part.isMatch { HTMLTag.mark { part.text } } else { HTMLNode.text(part.text) }
                    }
                }
            }
        }
    }

    private var pages: [HTMLNode] {
        let localizer = reader.localizer
        guard place.from > 0 || hasMore else { return [] }
        var (before, after) = (place, place)
        before.from = max(0, place.from - Self.hitsPerPage)
        after.from = place.from + Self.hitsPerPage
        return [
            HTMLTag.nav(.class("links"), .set(.label, localizer(.webPagePages))) {
                if place.from > 0 { reader.link(localizer(.webSearchPrevious), to: .search(before)) }
                if hasMore { reader.link(localizer(.webSearchMore), to: .search(after)) }
            }
        ]
    }
}

extension SearchPage.Hit {
    /// A hit; nil for one in a note.
    fileprivate init?(_ hit: SearchHit, _ localizer: Localizer) {
        let speaker = hit.speaker(localizer) ?? ""
        switch hit.source {
        case .note: return nil
        case .utterance(let number, _, _, let start, _):
            origin = "\(speaker), \(start.clockText(.position))"
            place = MeetingPlace(time: start, utterance: number)
        case .update: (origin, place) = (localizer(.searchInUpdate(name: .text(speaker))), MeetingPlace())
        case .point(let point, _):
            origin = "\(speaker), \(point.start.clockText(.position))"
            place = MeetingPlace(time: point.start)
        case .title: (origin, place) = (localizer(.webSearchTitleHit), MeetingPlace())
        case .name: (origin, place) = (localizer(.webSearchNameHit), MeetingPlace())
        }
        standup = hit.standup
        meeting = hit.meeting
        title = DisplayText(hit.title).description
        date = localizer.dateAndTime(hit.startedAt)
        parts = Self.parts(of: hit)
    }

    private static func parts(of hit: SearchHit) -> [SearchPage.Part] {
        var parts: [SearchPage.Part] = []
        var position = hit.text.startIndex
        func add(_ range: Range<String.Index>, isMatch: Bool) {
            let text = DisplayText(String(hit.text[range])).description
            if !text.isEmpty { parts.append(SearchPage.Part(text: text, isMatch: isMatch)) }
        }
        for match in hit.matches where match.lowerBound >= position {
            add(position..<match.lowerBound, isMatch: false)
            add(match, isMatch: true)
            position = match.upperBound
        }
        add(position..<hit.text.endIndex, isMatch: false)
        return parts
    }
}
