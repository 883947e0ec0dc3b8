import Localization
package import MeetingHistory
package import MeetingModel

/// How the people of a standup used their time in its latest meetings, as drawings and numbers.
package struct StatisticsPage: WebPage {
    /// A person over all these meetings.
    struct Person {
        let name: String
        /// The share of the total time, from 0 to 1.
        let share: Double
        let used: Duration
        /// The average time used in a meeting; nil without a turn.
        let average: Duration?
        /// The part in each meeting; nil without a turn.
        let parts: [Drawing.Part?]
        /// The time used in the last turn compared with the average of those before; nil without both.
        let change: Duration?
    }

    /// The number of meetings that are counted.
    package static let meetings = 24

    private let standup: Standup.ID
    private let title: String
    private let theme: Theme
    private let dates: [String]
    private let people: [Person]
    private let reader: PageReader

    package init(_ standup: Standup, _ statistics: SpeakingStatistics, for reader: PageReader) {
        self.standup = standup.id
        title = DisplayText(standup.title).description
        theme = standup.theme
        dates = statistics.meetings.map { reader.localizer.date($0.startedAt) }
        people = statistics.people.map { Person($0, share: statistics.share(of: $0)) }
        self.reader = reader
    }

    package var document: HTMLDocument {
        let localizer = reader.localizer
        return reader.page(title: localizer(.webStatisticsOf(title: .text(title))), theme: theme) {
            reader.banner(title) {
                reader.link(localizer(.webMeetingAll), to: .standup(standup))
            }
            HTMLTag.h2 { localizer(.webStatisticsTitle) }
            if dates.isEmpty {
                HTMLTag.p { localizer(.webStatisticsEmpty) }
            } else {
                HTMLTag.p(.class("muted")) { localizer(.webStatisticsCount(count: .count(dates.count))) }
                HTMLTag.section {
                    HTMLTag.h3 { localizer(.webStatisticsShares) }
                    shares
                }
                HTMLTag.section {
                    HTMLTag.h3 { localizer(.webStatisticsMeetings) }
                    meetings
                }
                HTMLTag.section {
                    HTMLTag.h3 { localizer(.webStatisticsTrends) }
                    trends
                }
            }
        }
    }

    // MARK: Shares

    private var shares: HTMLNode {
        let localizer = reader.localizer
        return reader.table(localizer(.webStatisticsShares), "shares") {
            HTMLTag.thead {
                HTMLTag.tr {
                    HTMLTag.th(.set(.scope, "col")) { localizer(.meetingColumnName) }
                    HTMLTag.th(.set(.scope, "col")) { localizer(.webStatisticsShare) }
                    HTMLTag.th(.set(.scope, "col"), .class("number")) { localizer(.webStatisticsPercent) }
                    HTMLTag.th(.set(.scope, "col"), .class("number")) { localizer(.meetingColumnUsed) }
                }
            }
            HTMLTag.tbody {
                for (index, person) in people.enumerated() {
                    HTMLTag.tr {
                        HTMLTag.th(.set(.scope, "row"), .set(.dir, "auto")) { person.name }
                        HTMLTag.td(.class("wide")) {
                            Drawing.bar(person.share, Drawing.color(index))
                        }
                        HTMLTag.td(.class("number")) { localizer.percent(person.share) }
                        HTMLTag.td(.class("number")) { person.used.clockText() }
                    }
                }
            }
        }
    }

    // MARK: Meetings

    private var meetings: [HTMLNode] {
        let columns = dates.indices.map { index in
            Drawing.Column(label: dates[index], seconds: people.map { $0.parts[index]?.used })
        }
        let names = people.map(\.name)
        return [
            Drawing.meetings(columns, names: names, label: reader.localizer(.webStatisticsMeetings)),
            HTMLTag.ul(.class("legend")) {
                for (index, name) in names.enumerated() {
                    HTMLTag.li(.set(.dir, "auto")) {
                        HTMLTag.svg(.class("swatch"), .set(.viewBox, "0 0 10 10"), .set(.isHidden, "true")) {
                            HTMLTag.rect(.class(Drawing.color(index)), .set(.width, 10), .set(.height, 10))
                        }
                        name
                    }
                }
            },
            HTMLTag.details {
                HTMLTag.summary { reader.localizer(.webStatisticsTable) }
                table(names)
            },
        ]
    }

    private func table(_ names: [String]) -> HTMLNode {
        reader.table(reader.localizer(.webStatisticsMeetings)) {
            HTMLTag.thead {
                HTMLTag.tr {
                    HTMLTag.th(.set(.scope, "col")) { reader.localizer(.meetingDate) }
                    for name in names {
                        HTMLTag.th(.set(.scope, "col"), .class("number"), .set(.dir, "auto")) { name }
                    }
                }
            }
            HTMLTag.tbody {
                for (index, date) in dates.enumerated().reversed() {
                    HTMLTag.tr {
                        HTMLTag.th(.set(.scope, "row")) { date }
                        for person in people {
                            HTMLTag.td(.class("number")) {
                                person.parts[index].map { Duration.seconds($0.used).clockText() } ?? "–"
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: Trends

    private var trends: HTMLNode {
        let largest = people.flatMap { $0.parts.compactMap { $0?.used } }.max() ?? 0
        return HTMLTag.ul(.class("people")) {
            for person in people { trend(person, largest: largest) }
        }
    }

    private func trend(_ person: Person, largest: Double) -> HTMLNode {
        let localizer = reader.localizer
        var text = person.average.map { localizer(.webStatisticsAverage(time: .text($0.clockText()))) }
        if let change = person.change {
            text = [text, localizer(.webStatisticsChange(change: .text(change.clockDifference)))]
                .compactMap(\.self).joined(separator: " · ")
        }
        return HTMLTag.li {
            HTMLTag.p {
                HTMLTag.b(.set(.dir, "auto")) { person.name }
                " "
                HTMLTag.span(.class("muted")) { text ?? localizer(.webStatisticsNoTurn) }
            }
            Drawing.person(
                person.parts, average: person.average?.seconds, largest: largest,
                label: localizer(.webStatisticsTrendOf(name: .text(person.name))))
        }
    }
}

extension StatisticsPage.Person {
    fileprivate init(_ person: SpeakingStatistics.Person, share: Double) {
        name = DisplayText(person.name).description
        self.share = share
        used = person.used
        average = person.averageUsed
        parts = person.turns.map { part in
            part.map { Drawing.Part(used: $0.used.seconds, overtime: $0.overtime.seconds) }
        }
        change = person.change
    }
}
