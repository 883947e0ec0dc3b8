import MeetingHistory
import MeetingModel
import MeetingSocket

/// A running meeting as one line.
struct StatusLine {
    /// The width of a title or name in the standard format, in columns.
    private static let longestName = 24

    /// The replacements, by their names.
    private let values: [String: String]
    /// The program that shows the line, if its markup is escaped.
    private let escape: StatusEscape?
    /// The elapsed part of the meeting, in percent.
    private let percentage: Int

    /// The line of a meeting; without `escape`, titles and names stand in it as they are.
    init(_ snapshot: LiveMeeting.Snapshot, for escape: StatusEscape? = nil) {
        self.escape = escape
        let left = snapshot.remaining ?? 0
        let others = snapshot.queue.reduce(0) { $0 + $1.remaining }
        let rest = max(0, left) + others
        let state =
            snapshot.paused != nil
            ? "paused" : left < 0 ? "overtime" : snapshot.warning != nil ? "warning" : "running"
        values = [
            "title": snapshot.title, "state": state,
            "speaker": snapshot.attendee.map { snapshot.name(of: $0) } ?? "",
            "left": left < 0
                ? "+" + Duration.seconds(-left).clockText(.position) : Duration.seconds(left).clockText(.remaining),
            "place": "\((snapshot.index ?? 0) + 1)/\(snapshot.speakers)",
            "next": snapshot.queue.first.map { snapshot.name(of: $0.id) } ?? "-",
            "elapsed": Duration.seconds(snapshot.at).clockText(.position),
            "remaining": Duration.seconds(rest).clockText(.remaining),
        ]
        .mapValues { DisplayText($0).description }
        percentage = snapshot.at + rest > 0 ? Int(snapshot.at / (snapshot.at + rest) * 100) : 100
    }

    /// The line in the standard format: long names are shortened, and a paused meeting says so.
    var standardText: String {
        let text = StatusFormat.standard.text(
            values.mapValues { escaped(DisplayText($0).truncated(to: Self.longestName).description) })
        return values["state"] == "paused" ? text + " [paused]" : text
    }

    func text(_ format: StatusFormat) -> String { format.text(values.mapValues(escaped)) }

    private func escaped(_ value: String) -> String { escape?.escaped(value) ?? value }

    /// The line as waybar reads it from a custom module with `"return-type": "json"`; `escape` should be Pango's.
    var waybar: String {
        struct Module: Encodable {
            let text: String
            let tooltip: String
            let `class`: String
            let percentage: Int
        }
        let module = Module(
            text: text(.short), tooltip: standardText, class: values["state"] ?? "",
            percentage: percentage)
        return (try? JSONText.line(of: module)) ?? ""
    }
}
