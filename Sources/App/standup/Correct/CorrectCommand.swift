import ArgumentParser
import MeetingHistory
import MeetingModel
import StandupSpeech

struct CorrectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct the transcript of a meeting.",
        discussion: """
            The correction becomes the current transcript; the earlier one is kept, see: standup transcripts. To see \
            the numbers of the utterances, run: standup meeting MEETING --numbers

            Without options, the transcript opens in $VISUAL or $EDITOR, one utterance per line under the name of its \
            speaker. Change words, move a line under another name, or delete it. An unchanged or empty file changes \
            nothing.

            --rename gives the turns of a speaker, such as Voice 1 of a recording imported by voice, to an attendee, or \
            names somebody else. It applies to all transcripts, with their points.

            Examples:
              standup correct latest
              standup correct latest --utterance 3 --text "the login page is done"
              standup correct latest --utterance 3 --speaker Ben
              standup correct latest --rename "Voice 1=Ann" --learn
              standup correct Daily/2 --replace "cuban eddies" --with Kubernetes
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meeting: String?

    @Option(help: ArgumentHelp("The number of the utterance to correct.", valueName: "number"))
    var utterance: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What was said; an empty text removes the utterance.", valueName: "text"))
    var text: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Who said it.", valueName: "name"),
        completion: .attendeeOfMeeting)
    var speaker: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The words to replace everywhere, in any case.", valueName: "words"))
    var replace: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The words to replace them with.", valueName: "words"))
    var with: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Rename a speaker; repeatable.", valueName: "name=new"))
    var rename: [String] = []

    @Flag(help: "With --rename: learn the voices, if the standup learns voices.")
    var learn = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (replace == nil) == (with == nil) else {
            throw ValidationError("--replace and --with must be used together")
        }
        guard replace == nil || (utterance == nil && text == nil && speaker == nil) else {
            throw ValidationError(
                "--replace applies to the whole transcript; leave out --utterance, --text and --speaker")
        }
        guard (utterance == nil) == (text == nil && speaker == nil) else {
            throw ValidationError("--utterance needs --text, --speaker or both")
        }
        guard rename.isEmpty || (utterance == nil && replace == nil) else {
            throw ValidationError("--rename applies to the whole meeting; leave out --utterance and --replace")
        }
        guard !learn || !rename.isEmpty else { throw ValidationError("--learn needs --rename NAME=NEW") }
    }

    func run() throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let meeting = try history.meeting(meeting, asking: "Correct which meeting?", among: .ended)
        if !rename.isEmpty {
            try SpeakerRenaming(rename, of: meeting, in: history).run(learning: learn)
            guard json.isOn, let made = try history.transcripts(of: meeting.id).first(where: \.version.isCurrent) else {
                return
            }
            return try JSONOutput.write(TranscriptsDocument.Transcript(made))
        }
        let open = try openTranscript(of: meeting, in: history)
        defer {
            // The corrected words belong into the points too.
            if (try? history.store.currentTranscript(of: meeting.id)) != open.version {
                composition.makeMinutesWhenFinal(in: history.store)(meeting.id)
                suggestTerms(after: open, in: history)
            }
        }
        if let utterance {
            try keep(corrections(of: utterance, in: open), of: open, in: history)
        } else if let replace, let with {
            let corrections = try corrections(replacing: replace, with: with, in: open)
            try keep(corrections, of: open, in: history)
        } else {
            try edit(open, in: history)
        }
    }

    /// A meeting and its current transcript, as read from the history.
    private struct OpenTranscript {
        let meeting: Meeting
        let version: Int
        let transcript: [NumberedUtterance]
    }

    private func openTranscript(of meeting: Meeting, in history: History) throws -> OpenTranscript {
        try meeting.checkHasEnded()
        let title = DisplayText(quoting: meeting.title)
        let version = try history.store.currentTranscript(of: meeting.id)
        let transcript = try version.map { try history.store.transcript(of: meeting.id, version: $0) } ?? []
        guard let version, !transcript.isEmpty else {
            let id = meeting.id.rawValue.prefix(8)
            let advice =
                meeting.recording == nil
                ? ", and no recording to transcribe; choose another meeting; see: standup meetings"
                : "; transcribe it with: standup transcribe \(id)"
            throw Failure(.notFound, "\(title) (\(id)) has no words to correct" + advice)
        }
        return OpenTranscript(meeting: meeting, version: version, transcript: transcript)
    }

    // MARK: Corrections

    private func corrections(of number: Int, in open: OpenTranscript) throws -> [UtteranceCorrection] {
        guard open.transcript.indices.contains(number - 1) else {
            throw Failure(
                .notFound,
                "no utterance \(number); choose 1 to \(open.transcript.count), as numbered by: "
                    + "standup meeting \(open.meeting.id.rawValue.prefix(8)) --numbers")
        }
        let attendees = open.meeting.attendees
        let owner = try speaker.map { attendees[try AttendeeLookup.index(of: $0, in: attendees.map(\.name))].id }
        return [UtteranceCorrection(utterance: open.transcript[number - 1].id, text: text, attendee: owner)]
    }

    private func corrections(replacing phrase: String, with words: String, in open: OpenTranscript) throws
        -> [UtteranceCorrection]
    {
        guard let replacement = PhraseReplacement(phrase, with: words) else {
            throw Failure(.usage, "--replace needs the words to look for, not '\(DisplayText(quoting: phrase))'")
        }
        let corrections = replacement.corrections(of: open.transcript)
        guard !corrections.isEmpty else {
            throw Failure(
                .notFound,
                "'\(DisplayText(quoting: phrase))' is not in the transcript of "
                    + "\(DisplayText(quoting: open.meeting.title)); see: "
                    + "standup meeting \(open.meeting.id.rawValue.prefix(8))")
        }
        return corrections
    }

    private func edit(_ open: OpenTranscript, in history: History) throws {
        guard Terminal.canAsk else {
            throw Failure(
                .usage,
                "cannot open an editor without a terminal; use --utterance with --text or "
                    + "--speaker, or --replace with --with")
        }
        let editable = EditableTranscript(open.transcript, of: open.meeting)
        try TextEditor(editable.text).edit { try keep(editable.corrections(in: $0), of: open, in: history) }
    }

    // MARK: Saving

    private func keep(_ corrections: [UtteranceCorrection], of open: OpenTranscript, in history: History) throws {
        let id = open.meeting.id
        guard let lock = try LiveLock.acquire("correct-\(id)", in: history.folder) else {
            throw Failure(
                .failed,
                "another program is correcting \(DisplayText(quoting: open.meeting.title)) "
                    + "(\(id.rawValue.prefix(8))); try again when it is done")
        }
        defer { lock.release() }
        let current = try history.store.currentTranscript(of: id)
        guard current == open.version else {
            throw Failure(
                .failed,
                "another program has made transcript \(current ?? 0) meanwhile; "
                    + "check it and correct it again")
        }
        let now = Timestamp.now
        let number = try history.store.correctTranscript(of: id, version: open.version, corrections, at: now)
        guard let made = try history.transcripts(of: id).first(where: { $0.version.number == number }) else { return }
        if number == open.version { StandardOutput.note("standup: note: nothing changed") }
        if json.isOn { return try JSONOutput.write(TranscriptsDocument.Transcript(made)) }
        guard number != open.version else { return }
        try StandardOutput.writeLine(
            "Transcript \(number) of \(DisplayText(quoting: open.meeting.title)) (\(made.origin), \(made.words) words) "
                + "is now current. Compare: standup transcripts \(id.rawValue.prefix(8)) --compare "
                + "\(open.version) \(number)")
    }

    /// Suggests to make a term of what has been corrected more than once.
    private func suggestTerms(after open: OpenTranscript, in history: History) {
        let standup = (try? history.store.standups())?.first { $0.id == open.meeting.standupID }
        let proposals = try? history.store.termProposals(after: open.meeting, isCommon: Vocabulary.isCommon)
        guard let standup, let proposal = proposals?.first else { return }
        let heard = proposal.heard.prefix(3).map { "'\(DisplayText(quoting: $0))'" }.joined(separator: ", ")
        StandardOutput.note(
            "standup: note: '\(DisplayText(quoting: proposal.term))' was heard wrong \(proposal.count) times (\(heard)); "
                + "to recognize it from now on, add it as a term: "
                + "\(SuggestedCommand("edit", standup.commandName, "--add-term", proposal.term))")
    }
}

extension Meeting {
    /// Throws if it cannot be corrected yet.
    func checkHasEnded() throws(Failure) {
        guard state != .live else {
            throw Failure(
                .failed, "\(DisplayText(quoting: title)) (\(id)) is still running; correct it when it has ended")
        }
    }
}
