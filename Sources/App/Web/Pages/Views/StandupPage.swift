import Localization
package import MeetingEngine
package import MeetingHistory
package import MeetingModel
package import Presentation

/// A standup's page: its attendees with their use of time, and its past meetings.
package struct StandupPage: WebPage {
    package static let meetingsPerPage = 100

    let standup: Standup.ID
    private let title: String
    private let theme: Theme
    private let length: Fact
    private let attendeesTitle: String
    private let attendees: [StandupScreen.AttendeeRow]
    private let statistics: String?
    let pointsTitle: String?
    let points: [StandupScreen.PointRow]
    private let meetingsTitle: String?
    private let meetings: [MeetingRow]
    private let from: Int
    private let count: Int
    private let isRunning: Bool
    private let updates: UpdateSection?
    private let voices: VoiceSection?
    /// The point that was just marked.
    let marked: MeetingModel.Point?
    let reader: PageReader

    /// The attendees and meetings of a screen; the settings and the selection are the terminal's.
    ///
    /// `from` is the position of the screen's first meeting, 0 the newest; `count` is the number of all meetings.
    package init(
        _ screen: StandupScreen, standup: Standup.ID, from: Int, of count: Int, isRunning: Bool, for reader: PageReader
    ) {
        self.init(
            screen, standup: standup, from: from, of: count, isRunning: isRunning, updates: nil, voices: nil,
            marked: nil, for: reader)
    }

    private init(
        _ screen: StandupScreen, standup: Standup.ID, from: Int, of count: Int, isRunning: Bool,
        updates: UpdateSection?, voices: VoiceSection?, marked: MeetingModel.Point?, for reader: PageReader
    ) {
        self.standup = standup
        title = screen.title
        theme = screen.theme
        length = screen.length
        attendeesTitle = screen.attendees.isEmpty ? reader.localizer(.webPageNoAttendees) : screen.attendeesTitle
        attendees = screen.attendees
        statistics = screen.statistics
        pointsTitle = screen.pointsTitle
        points = screen.points
        meetingsTitle = screen.meetingsTitle
        meetings = screen.meetings
        self.from = from
        self.count = count
        self.isRunning = isRunning
        self.updates = updates
        self.voices = voices
        self.marked = marked
        self.reader = reader
    }

    /// A standup with a page of its meetings, newest first, the contributions to its latest meetings, its points, of which
    /// the open ones are shown, the updates that wait for the next meeting, what is known of the attendees' voices, and what a form of the page has
    /// just changed.
    package init(
        _ standup: Standup, meetings: [Meeting], from: Int, of count: Int, contributions: [Contribution],
        points: [CarriedPoint] = [], updates: [WrittenUpdate] = [], voices: [KnownVoice] = [],
        saved: SavedChange? = nil, isRunning: Bool, for reader: PageReader
    ) {
        let open = points.filter(\.isOpen).byPerson(of: standup)
        var screen = StandupScreen(
            standup, meetings: meetings.map { MeetingRow($0, reader.localizer) }, of: count,
            statistics: SpeakingStatistics(contributions), points: open, reader.localizer)
        for index in meetings.indices { screen.meetings[index].date = reader.date(meetings[index].startedAt) }
        for index in open.indices { screen.points[index].date = reader.date(open[index].startedAt) }
        var marked: MeetingModel.Point?
        if case .point(let point) = saved { marked = points.first { $0.id == point }?.point }
        self.init(
            screen, standup: standup.id, from: from, of: count, isRunning: isRunning,
            updates: UpdateSection(standup: standup, updates: updates, saved: saved, reader: reader),
            voices: VoiceSection(standup: standup, voices: voices, saved: saved, reader: reader), marked: marked,
            for: reader)
    }

    package var document: HTMLDocument {
        let localizer = reader.localizer
        let voices = from == 0 ? voices?.markup ?? [] : []
        return reader.page(title: title, theme: theme) {
            reader.banner(title) {
                if isRunning { reader.link(localizer(.webPageFollow), to: .live(standup), .class("live")) }
                reader.link(localizer(.webStatisticsTitle), to: .statistics(standup))
                reader.link(localizer(.webSearchTitle), to: .search(SearchPlace(standup: standup)))
                // Many meetings can be above it.
                if !voices.isEmpty { HTMLTag.a(.link(.href, .fragment("voices"))) { localizer(.webVoicesTitle) } }
            }
            reader.facts([(length.label, length.value)])
            HTMLTag.section {
                HTMLTag.h2 { meetingsTitle ?? localizer(.webPageNoMeetings) }
                if !meetings.isEmpty { list }
                pages
            }
            HTMLTag.section {
                HTMLTag.h2 { [attendeesTitle, statistics].compactMap(\.self).joined(separator: " · ") }
                if !attendees.isEmpty { table }
            }
            if let updates, from == 0 { updates.markup }
            openPoints
            voices
        }
    }

    // MARK: Attendees

    private var hasUsage: Bool { attendees.contains { !$0.averageUsed.isEmpty } }

    private var table: HTMLNode {
        let localizer = reader.localizer
        return reader.table(attendeesTitle) {
            HTMLTag.thead {
                HTMLTag.tr {
                    HTMLTag.th(.set(.scope, "col")) { localizer(.meetingColumnName) }
                    HTMLTag.th(.set(.scope, "col"), .class("number")) { localizer(.meetingColumnSlot) }
                    if hasUsage {
                        HTMLTag.th(.set(.scope, "col"), .class("number")) { localizer(.meetingColumnUsed) }
                        HTMLTag.th(.set(.scope, "col"), .class("number")) { localizer(.meetingColumnSpeech) }
                        HTMLTag.th(.set(.scope, "col")) { localizer(.webPageAverage) }
                        HTMLTag.th(.set(.scope, "col")) { localizer(.webPageTrend) }
                        HTMLTag.th(.set(.scope, "col"), .class("number")) { localizer(.pageColumnChange) }
                    }
                }
            }
            HTMLTag.tbody {
                for (index, attendee) in attendees.enumerated() {
                    row(attendee)
                    if let updates, from == 0 { updates.row(ofAttendee: index, columns: hasUsage ? 7 : 2) }
                }
            }
        }
    }

    private func row(_ attendee: StandupScreen.AttendeeRow) -> HTMLNode {
        HTMLTag.tr {
            HTMLTag.th(.set(.scope, "row"), .set(.dir, "auto")) { attendee.name }
            HTMLTag.td(.class("number")) { attendee.slot }
            if hasUsage {
                HTMLTag.td(.class("number")) { attendee.averageUsed }
                HTMLTag.td(.class("number")) { attendee.averageSpeech }
                HTMLTag.td {
                    Drawing.usage(
                        used: attendee.used, speech: attendee.speech, overtime: attendee.overtime,
                        slotEnd: attendee.slotEnd)
                }
                HTMLTag.td { Drawing.trend(attendee.trend) }
                HTMLTag.td(.class("number")) { attendee.change }
            }
        }
    }

    // MARK: Meetings

    private var list: HTMLNode {
        HTMLTag.ul(.class("rows")) {
            for meeting in meetings {
                HTMLTag.li {
                    reader.link(meeting.date, to: .meeting(standup, Meeting.ID(rawValue: meeting.id)))
                    HTMLTag.span(.class("muted"), .set(.dir, "auto")) {
                        [meeting.state, meeting.names].filter { !$0.isEmpty }.joined(separator: " · ")
                    }
                    HTMLTag.span(.class("number")) { meeting.duration }
                }
            }
        }
    }

    private var pages: [HTMLNode] {
        let localizer = reader.localizer
        let next = from + meetings.count
        guard from > 0 || next < count else { return [] }
        return [
            HTMLTag.nav(.class("links"), .set(.label, localizer(.webPagePages))) {
                if from > 0 {
                    reader.link(
                        localizer(.webPageNewer), to: .standup(standup, from: max(0, from - Self.meetingsPerPage)))
                }
                if next < count { reader.link(localizer(.webPageOlder), to: .standup(standup, from: next)) }
            }
        ]
    }
}
