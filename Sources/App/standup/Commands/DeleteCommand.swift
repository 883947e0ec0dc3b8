import ArgumentParser
import MeetingHistory
import MeetingModel

struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a standup with its meetings and recordings.",
        discussion: """
            This cannot be undone. On a terminal it asks first; elsewhere it needs --yes. A standup that is shared with a team is \
            deleted for all by its lead; anybody else deletes it only here.

            Examples:
              standup delete Daily
              standup delete Daily --yes
            """)

    @Argument(help: "A title, the start of a title, or an id.", completion: .standup)
    var standup: String

    @OptionGroup var yes: YesOption
    @OptionGroup var data: DataOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let standup = try history.standup(standup)
        let meetings = try history.store.meetings(of: standup.id)
        try history.checkNoneIsLive(history.store.meetings(removedWith: .standup(standup.id)))
        let recordings = meetings.count { $0.recording != nil }
        let reach = history.deletionReach(of: .standup(standup.id))
        let question =
            "delete \(DisplayText(quoting: standup.title)) with \(counted(meetings.count, "meeting")) "
            + "and \(counted(recordings, "recording"))" + (reach.map { ", \($0)" } ?? "")
        guard try yes.isOn || Question.confirm(question, insteadUse: "--yes") else { return }
        try history.remove(.standup(standup.id))
        // Who was asked knows it.
        if yes.isOn, let reach { StandardOutput.note("Deleted \(reach).") }
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        count == 0 ? "no \(noun)s" : count.counted(noun)
    }
}
