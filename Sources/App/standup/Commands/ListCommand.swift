import ArgumentParser
import MeetingHistory
import MeetingModel

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the standups.",
        discussion: """
            Examples:
              standup list
              standup list --json
            """,
        aliases: ["ls"])

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let store = try Composition(data: data).openHistory().store
        let standups = try store.standups()
        let updates = try standups.map { try store.waitingUpdates(of: $0.id) }
        if json.isOn {
            return try JSONOutput.write(zip(standups, updates).map { StandupDocument($0, updates: $1) })
        }
        guard !standups.isEmpty else {
            return StandardOutput.note("No standups yet. Create one: standup create Daily Ann Ben Cleo --length 15m")
        }
        var table = Table(
            ["TITLE", "LENGTH", "THEME", "ATTENDEES", "ID"], alignments: [.left, .right, .left, .left, .left])
        for (standup, id) in zip(standups, ShortID.texts(of: standups.map(\.id.rawValue))) {
            table.append([
                standup.title, Length(standup.length).description, standup.theme.rawValue,
                standup.attendees.map(\.name).joined(separator: ", "), id,
            ])
        }
        defer { note(updates, of: standups) }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }

    /// Says for which standups updates wait.
    private func note(_ updates: [[WrittenUpdate]], of standups: [Standup]) {
        for (standup, updates) in zip(standups, updates) where !updates.isEmpty {
            let names = updates.map { DisplayText(quoting: standup.name(of: $0.attendee)).description }
            StandardOutput.note(
                "Updates wait for \(DisplayText(quoting: standup.title)): \(names.joined(separator: ", "))")
        }
    }
}
