import ArgumentParser
import Glibc
import MeetingHistory
import MeetingModel

struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Write what an absent attendee has to say in the next meeting.",
        discussion: """
            The update waits for the standup's next meeting. There, it is shown when its author's turn would come, \
            takes no time, and is in the minutes. Each attendee has one update; a new text replaces it.

            Without a text, the update opens in $VISUAL or $EDITOR; with - it is read from standard input.

            Examples:
              standup update Daily --as Cleo "Yesterday I fixed the login page. Today I'll test the search."
              standup update Daily --as Cleo
              standup update Daily --as Cleo - < notes.txt
              standup update Daily
              standup update Daily --as Cleo --delete
            """)

    @Argument(help: "A title, the start of a title, or an id.", completion: .standup)
    var standup: String

    @Argument(help: "The text; several arguments are joined by spaces. Default: opens the editor.")
    var text: [String] = []

    @Option(
        name: .customLong("as"), parsing: .unconditional,
        help: ArgumentHelp("The attendee who writes.", valueName: "name"), completion: .attendeeOfStandup)
    var author: String?

    @Flag(help: "Show the updates that wait; with --as, only this attendee's. Default without --as.")
    var show = false

    @Flag(help: "Delete the attendee's update.")
    var delete = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard !show || !delete else { throw ValidationError("--show and --delete exclude each other") }
        guard text.isEmpty || !(show || delete) else {
            throw ValidationError("--show and --delete take no text; leave it out")
        }
        guard author != nil || !(delete || !text.isEmpty) else { throw ValidationError("say who writes: --as NAME") }
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let standup = try history.standup(standup)
        let attendee = try author.map { name in
            standup.attendees[try AttendeeLookup.index(of: name, in: standup.attendees.map(\.name))]
        }
        // Without an author, there is nothing to write.
        let shows = show || attendee == nil
        if let attendee, !shows {
            try change(attendee, of: standup, in: history)
            if !json.isOn { return }
        }
        let waiting = try history.store.waitingUpdates(of: standup.id).filter {
            attendee == nil || $0.attendee == attendee?.id
        }
        if json.isOn {
            try JSONOutput.write(waiting.map { MeetingPart.Update($0, name: standup.name(of: $0.attendee)) })
        } else {
            for update in waiting {
                try StandardOutput.writeLine(DisplayText(standup.name(of: update.attendee)).description)
                for line in update.lines { try StandardOutput.writeLine("  " + line) }
            }
        }
        guard shows, waiting.isEmpty else { return }
        let who = attendee.map { " of \(DisplayText(quoting: $0.name))" } ?? ""
        StandardOutput.note("No update\(who) waits for the next meeting of \(DisplayText(quoting: standup.title)).")
        throw ExitCode(Failure.Code.notFound.rawValue)
    }

    /// Stores or deletes the attendee's update.
    private func change(_ attendee: Attendee, of standup: Standup, in history: History) throws {
        let name = DisplayText(quoting: attendee.name)
        if delete {
            guard try history.store.deleteWaitingUpdate(of: attendee.id, for: standup.id) else {
                throw Failure(
                    .notFound,
                    "no update of \(name) waits; see: \(SuggestedCommand("update", standup.commandName))")
            }
            return StandardOutput.note("The update of \(name) is deleted.")
        }
        guard text.isEmpty else {
            return try store(
                text == ["-"] ? standardInput() : text.joined(separator: " "), of: attendee, for: standup, in: history)
        }
        guard Terminal.canAsk else {
            throw Failure(
                .usage, "cannot open an editor without a terminal; give the text, or - to read it from standard input")
        }
        let present = try history.store.waitingUpdates(of: standup.id).first { $0.attendee == attendee.id }?.text ?? ""
        try TextEditor(present).edit { edited in
            guard ![present.trimmed, ""].contains(edited.trimmed) else {
                return StandardOutput.note("Nothing was changed.")
            }
            try store(edited, of: attendee, for: standup, in: history)
        }
    }

    private func store(_ typed: String, of attendee: Attendee, for standup: Standup, in history: History) throws {
        let (name, title) = (DisplayText(quoting: attendee.name), DisplayText(quoting: standup.title))
        let update = WrittenUpdate(attendee: attendee.id, text: try WrittenUpdate.cleaned(typed), writtenAt: .now)
        guard try history.store.write(update, for: standup.id) else {
            throw Failure(.notFound, "\(name) has left \(title), or it was deleted; see: standup list")
        }
        let isRunning = try history.store.liveMeetings().contains { id in
            try history.store.meetingWithoutWords(id)?.standupID == standup.id
        }
        StandardOutput.note(
            isRunning
                ? "A meeting of \(title) is running and has its updates; that of \(name) waits for the next."
                : "The update of \(name) waits for the next meeting of \(title).")
    }

    /// Standard input to its end, at most a megabyte.
    private func standardInput() throws(Failure) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure(.failed, "cannot read standard input (\(systemMessage(errno))); give the text instead")
            }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= SmallFile.limit else {
                throw Failure(
                    .usage, "the update is larger than 1 MB; shorten it to \(WrittenUpdate.longestText) characters")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.usage, "the update on standard input is not UTF-8 text; convert it first")
        }
        return text
    }
}
