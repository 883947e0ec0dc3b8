import MeetingHistory
import MeetingModel

/// Formats the statistics for `stats`.
enum StatsText {
    /// The lines: a table of people and, on a terminal, a chart of the meetings.
    static func lines(_ report: StandupReport, terminal: Terminal) -> [String] {
        let statistics = report.statistics
        let count = statistics.meetings.count
        let title = DisplayText(report.standup.title).description
        var lines = [
            terminal.styled(title, .bold) + ", " + (count == 1 ? "1 meeting" : "the last \(count) meetings"), "",
        ]
        lines += people(report, columns: terminal.columns).lines(for: terminal)
        if let columns = terminal.columns {
            lines += [""] + chart(of: statistics, columns: columns, terminal: terminal)
        }
        return lines
    }

    /// The maximum width; if there are more meetings, only the last ones are shown.
    private static let trendWidth = 20

    private static func people(_ report: StandupReport, columns: Int?) -> Table {
        var header = ["NAME", "MET", "SLOT", "USED", "SPOKEN", "OVER", "WPM", "CHANGE"]
        var alignments: [Table.Alignment] = [.left, .right, .right, .right, .right, .right, .right, .right]
        if columns != nil {
            header.append("TREND")
            alignments.append(.left)
        }
        let most = report.statistics.people.flatMap { $0.trend.compactMap(\.self) }.max() ?? .zero
        var table = Table(header, alignments: alignments)
        for person in report.statistics.people {
            func time(_ duration: Duration?) -> String {
                duration.map { $0.clockText() } ?? "-"
            }
            var cells = [
                person.name, "\(person.spoken)/\(report.statistics.meetings.count)", time(person.averageSlot),
                time(person.averageUsed), time(person.averageSpeech), time(person.averageOvertime),
                report.wordsPerMinute(of: person).map { "\(Int($0.rounded()))" } ?? "-",
                person.change?.clockDifference ?? "-",
            ]
            if columns != nil { cells.append(Sparkline.text(person.trend.suffix(trendWidth), most: most)) }
            table.append(cells)
        }
        return table
    }

    /// A bar for the time of each meeting, oldest first; overtime is lighter.
    private static func chart(of statistics: SpeakingStatistics, columns: Int, terminal: Terminal) -> [String] {
        let rows = statistics.meetings.enumerated().map { index, held in
            let overtime = statistics.people.reduce(Duration.zero) {
                $0 + ($1.series[index]?.attendee.overtime ?? .zero)
            }
            return (
                label: LocalTime(held.startedAt).date, time: held.used.clockText(),
                used: held.used, overtime: min(overtime, held.used)
            )
        }
        let most = rows.map(\.used).max() ?? .zero
        let width = rows.map(\.time.count).max() ?? 0
        let room = max(columns - 10 - width - 4, 1)
        let lines = rows.map { row in
            let padding = String(repeating: " ", count: width - row.time.count)
            let whole = Sparkline.length(of: row.used, most: most, columns: room)
            let over = Sparkline.length(of: row.overtime, most: most, columns: room)
            return "\(row.label)  \(padding)\(row.time)  " + String(repeating: "█", count: whole - over)
                + (over > 0 ? terminal.styled(String(repeating: "▒", count: over), .yellow) : "")
        }
        return [terminal.styled("Time used, ▒ overtime", .bold)] + lines
    }
}

/// Small charts of durations.
enum Sparkline {
    private static let eighths: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A character for each duration, with its height relative to `most`; a dot for nil.
    static func text(_ values: some Sequence<Duration?>, most: Duration) -> String {
        String(
            values.map { value -> Character in
                guard let value else { return "·" }
                guard most > .zero else { return eighths[0] }
                return eighths[min(max(Int(value / most * 8), 0), 7)]
            })
    }

    /// The length of a bar in columns, at least 1 for a positive value.
    static func length(of value: Duration, most: Duration, columns: Int) -> Int {
        guard value > .zero, most > .zero else { return 0 }
        return min(max(Int((value / most * Double(columns)).rounded()), 1), columns)
    }
}
