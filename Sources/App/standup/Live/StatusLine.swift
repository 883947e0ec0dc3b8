import MeetingExport
import MeetingModel
import MeetingSocket

/// A running meeting as one line.
struct StatusLine {
    /// The standard format.
    static let standard = "{title}: {speaker} {left} ({place}) next: {next}"

    /// The replacements, by their names.
    private let values: [String: String]
    /// The elapsed part of the meeting, in percent.
    private let percentage: Int

    /// The line of a meeting.
    init(_ snapshot: LiveMeeting.Snapshot) {
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

    /// The line in a format; a paused meeting says so.
    func text(_ format: String) -> String {
        var text = ""
        var rest = format[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            text += rest[..<open]
            text += values[name] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        text += rest
        return format == Self.standard && values["state"] == "paused" ? text + " [paused]" : text
    }

    /// The line as waybar reads it from a custom module with `"return-type": "json"`.
    var waybar: String {
        struct Module: Encodable {
            let text: String
            let tooltip: String
            let `class`: String
            let percentage: Int
        }
        let module = Module(
            text: text("{speaker} {left}"), tooltip: text(Self.standard), class: values["state"] ?? "",
            percentage: percentage)
        return (try? JSONText.line(of: module)) ?? ""
    }
}
