import MeetingModel
import StandupFeatures

/// Formats a standup for `show`.
enum StandupText {
    /// The lines: settings, attendees in speaking order, updates for the next meeting, and meetings.
    static func lines(
        _ standup: Standup, updates: [WrittenUpdate], meetings: [Meeting], list: TermListSummary? = nil,
        terminal: Terminal
    ) -> [String] {
        let shared = list.map { "\($0.count) (vocabulary: \(DisplayText($0.name)))" } ?? "none"
        var lines = [terminal.styled(DisplayText(standup.title).description, .bold)]
        lines +=
            ([
                ("id", DisplayText(standup.id.rawValue).description), ("length", Length(standup.length).description),
                ("theme", standup.theme.rawValue), ("language", DisplayText(standup.language).description),
                ("at slot end", standup.settings.atSlotEnd.rawValue), ("time", standup.settings.timeSharing.rawValue),
                ("warnings", warnings(standup.settings)),
                (
                    "vocabulary",
                    standup.vocabulary.isEmpty
                        ? "the attendees' names" : DisplayText(standup.vocabulary.joined(separator: ", ")).description
                ), ("shared terms", shared),
            ] + (standup.isShared ? [("team", "shared")] : [])
            + (standup.learnsVoices ? [("voices", "learned")] : []))
            .map { name, value in "  " + name + String(repeating: " ", count: 13 - name.count) + value }
        lines += ["", terminal.styled("Attendees", .bold)]
        lines += standup.attendees.enumerated().map {
            "  \($0 + 1). \(DisplayText($1.name))" + ($1.isRemote ? " (by call)" : "")
        }
        if standup.attendees.isEmpty { lines.append("  none; add some with: standup edit TITLE --add NAME") }
        if !updates.isEmpty { lines += ["", terminal.styled("Updates for the next meeting", .bold)] }
        for update in updates {
            let name = DisplayText(standup.name(of: update.attendee)).description
            lines += update.lines.map { "  \(name): \($0)" }
        }
        guard !meetings.isEmpty else { return lines }
        return lines + ["", terminal.styled("Meetings", .bold)]
            + MeetingTable.table(meetings, withTitle: false).lines(for: terminal.indented(by: 2)).map { "  " + $0 }
    }

    private static func warnings(_ settings: MeetingSettings) -> String {
        guard !settings.warnings.isEmpty else { return "none" }
        let lengths = settings.warnings.map { Length($0).description }.joined(separator: ", ")
        return lengths + " before slot end, " + (settings.warningSounds ? "with a sound" : "silent")
    }
}
