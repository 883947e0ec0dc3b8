import ArgumentParser
import MeetingHistory
import MeetingModel
import MeetingTiming

/// `standup correct`.
struct CorrectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct the transcript of a meeting; the one before is kept.",
        discussion: """
            A new transcript is made of the one that is shown, and is shown from then on; see: standup transcripts. The \
            numbers of the utterances are those of: standup meeting MEETING --numbers

            Without further options the transcript is opened in $VISUAL or $EDITOR, an utterance a line under the \
            names of those who speak: change words, move a line under another name, or take it out. A text that is left \
            as it is, or emptied, changes nothing.

            Examples:
              standup correct latest
              standup correct latest --utterance 3 --text "the login page is done"
              standup correct latest --utterance 3 --attendee Ben
              standup correct Daily/2 --replace "cuban eddies" --with Kubernetes
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest), or the start of an id.", completion: .meeting)
    var meeting: String

    @Option(help: ArgumentHelp("The utterance to correct, 1 is the first.", valueName: "number"))
    var utterance: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What was really said in it; an empty text takes it out.", valueName: "text"))
    var text: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Whose it really is.", valueName: "name"),
        completion: .attendeeOfMeeting)
    var attendee: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Words to replace throughout, in any case.", valueName: "words"))
    var replace: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("What to put in their place.", valueName: "words"))
    var with: String?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (replace == nil) == (with == nil) else {
            throw ValidationError("--replace and --with go together")
        }
        guard replace == nil || (utterance == nil && text == nil && attendee == nil) else {
            throw ValidationError("--replace is about the whole transcript, and --utterance about one of it")
        }
        guard (utterance == nil) == (text == nil && attendee == nil) else {
            throw ValidationError("--utterance goes together with --text, --attendee or both")
        }
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let meeting = try history.meeting(meeting)
        let shown = try shown(of: meeting, in: history)
        if let utterance {
            try keep(corrections(of: utterance, in: shown), of: shown, in: history)
        } else if let replace, let with {
            let corrections = try corrections(replacing: replace, with: with, in: shown)
            try keep(corrections, of: shown, in: history)
            suggest(with, after: corrections, in: shown, history)
        } else {
            try edit(shown, in: history)
        }
    }

    /// The transcript that is shown of a meeting, as it was read.
    private struct Shown {
        let meeting: Meeting
        let version: Int
        let transcript: [KeptUtterance]
    }

    private func shown(of meeting: Meeting, in history: History) throws -> Shown {
        let title = DisplayText(quoting: meeting.title)
        guard meeting.state != .live else {
            throw Failure(.failed, "the meeting runs now, \(title) (\(meeting.id)), correct it when it has ended")
        }
        let versions = try history.store.transcriptVersions(of: meeting.id)
        let version = versions.first(where: \.isCurrent)?.number
        let transcript = try version.map { try history.store.transcript(of: meeting.id, version: $0) } ?? []
        guard let version, !transcript.isEmpty else {
            throw Failure(
                .notFound,
                "no transcript, \(title) (\(meeting.id.rawValue.prefix(8))) has no words to correct, "
                    + "make one with: standup transcribe \(meeting.id.rawValue.prefix(8))")
        }
        return Shown(meeting: meeting, version: version, transcript: transcript)
    }

    // MARK: What to correct

    private func corrections(of number: Int, in shown: Shown) throws -> [UtteranceCorrection] {
        guard shown.transcript.indices.contains(number - 1) else {
            throw Failure(
                .notFound,
                "no such utterance, \(number), choose one from 1 to \(shown.transcript.count), see: "
                    + "standup meeting \(shown.meeting.id.rawValue.prefix(8)) --numbers")
        }
        let attendees = shown.meeting.attendees
        let owner = try attendee.map { attendees[try AttendeeLookup.index(of: $0, in: attendees.map(\.name))].id }
        return [UtteranceCorrection(utterance: shown.transcript[number - 1].id, text: text, attendee: owner)]
    }

    private func corrections(replacing phrase: String, with words: String, in shown: Shown) throws
        -> [UtteranceCorrection]
    {
        let corrections = try PhraseReplacement(phrase, with: words).corrections(of: shown.transcript)
        guard !corrections.isEmpty else {
            throw Failure(
                .notFound,
                "nothing to replace, \(DisplayText(quoting: phrase)) is not in the transcript of "
                    + "\(DisplayText(quoting: shown.meeting.title)), look at it with: "
                    + "standup meeting \(shown.meeting.id.rawValue.prefix(8))")
        }
        return corrections
    }

    private func edit(_ shown: Shown, in history: History) throws {
        guard Terminal.canAsk else {
            throw Failure(
                .usage,
                "cannot open an editor without a terminal, say what to correct with --utterance and --text or "
                    + "--attendee, or with --replace and --with")
        }
        let editable = EditableTranscript(shown.transcript, of: shown.meeting)
        let editor = try TextEditor(editable.text)
        let edited: String
        do {
            edited = try editor.edit()
            try keep(editable.corrections(in: edited), of: shown, in: history)
        } catch {
            let failure = Failure(error)
            throw Failure(failure.code, failure.message + "; your text is kept in \(editor.path)")
        }
        editor.remove()
    }

    // MARK: Keeping it

    private func keep(_ corrections: [UtteranceCorrection], of shown: Shown, in history: History) throws {
        let id = shown.meeting.id
        guard let lock = try LiveLock.acquire("correct-\(id)", in: history.folder) else {
            throw Failure(
                .failed,
                "the transcript is being corrected, another program is at \(DisplayText(quoting: shown.meeting.title)) "
                    + "(\(id.rawValue.prefix(8))), try again")
        }
        defer { lock.release() }
        let current = try history.store.transcriptVersions(of: id).first(where: \.isCurrent)?.number
        guard current == shown.version else {
            throw Failure(
                .failed,
                "the transcript was changed meanwhile, another program made number \(current ?? 0) of it, "
                    + "look at that and correct it again")
        }
        let now = Timestamp(nanosecondsSince1970: Composition.clock.nanosecondsSince1970)
        let number = try history.store.correctTranscript(of: id, version: shown.version, corrections, at: now)
        guard let made = try history.transcripts(of: id).first(where: { $0.version.number == number }) else { return }
        if number == shown.version { StandardOutput.note("standup: note: nothing was changed") }
        if json.isOn { return try JSONOutput.write(TranscriptsDocument.Transcript(made)) }
        guard number != shown.version else { return }
        try StandardOutput.writeLine(
            "Transcript \(number) of \(DisplayText(quoting: shown.meeting.title)) (\(made.origin), \(made.words) words) "
                + "is shown from now on. Compare: standup transcripts \(id.rawValue.prefix(8)) --compare "
                + "\(shown.version) \(number)")
    }

    /// Says how words that were replaced several times are written so by themselves from now on.
    private func suggest(_ words: String, after corrections: [UtteranceCorrection], in shown: Shown, _ history: History)
    {
        let term = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let standup = (try? history.store.standups())?.first { $0.id == shown.meeting.standupID }
        guard corrections.count > 1, !term.isEmpty, let standup else { return }
        let names = shown.meeting.attendees.flatMap { $0.name.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard !(standup.vocabulary + names).contains(where: { $0.lowercased() == term.lowercased() }) else { return }
        StandardOutput.note(
            "standup: note: to have it written so by itself from now on: standup edit "
                + "\(Self.argument(standup.title)) --add-term \(Self.argument(term))")
    }

    /// A text as a shell takes it for one argument.
    private static func argument(_ text: String) -> String {
        let text = DisplayText(text).description
        if text.allSatisfy({ $0.isLetter || $0.isNumber }) { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
