import ArgumentParser
import Glibc
import MeetingHistory
import MeetingModel

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a recording, exported meetings, or the standups of another app.",
        discussion: """
            A recording (wav, flac, ogg, opus, mp3, aiff or another format of libsndfile) becomes a meeting. Its id is \
            printed.

            --speakers says who spoke when, in a csv file (speaker,start,end,text; text is optional; times in seconds \
            or h:mm:ss), a vtt file with voices (<v Ann>) or an srt file. Its text becomes the transcript. Without \
            text, the next standup start transcribes the recording.

            --by-voice tells the voices apart: attendees whose voices the standup has learned get their names, others \
            are Voice 1, Voice 2 and so on; name them with standup correct MEETING --rename. It needs the model of \
            voices (standup models install voices). Without either, the meeting is one turn of Someone.

            Exported meetings: what export --format json or meeting --json wrote, without their recordings.

            Apps: standups.json of Standups, sync-ups.json of SyncUps, scrums.data of Scrumdinger. Standups and \
            meetings that were imported before are skipped.

            If anything fails, nothing is imported.

            Examples:
              standup import monday.flac --standup Daily --date "2026-02-03 09:30"
              standup import retro.ogg --by-voice
              standup import planning.mp3 --speakers planning.csv --title Planning
              standup import exported.json
              standup import ~/standups.json
            """)

    @Argument(help: "A recording, or a JSON file: exported meetings, or the file of an app.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "The standup; created if it does not exist. Default: the title, else the file's name.",
            valueName: "standup"),
        completion: .standup)
    var standup: String?

    @Option(help: ArgumentHelp("The title of the meeting. Default: the standup's.", valueName: "title"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "The date, such as 2026-02-03, \"2026-02-03 09:30\" or 2026-02-03T08:30:00Z. Default: the "
                + "date of the file.", valueName: "date"), transform: DateArgument.timestamp)
    var date: Timestamp?

    @Option(
        help: ArgumentHelp("A csv, vtt or srt file that says who spoke when.", valueName: "file"),
        completion: .file())
    var speakers: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Tell by voice who spoke when. Default: if the standup learns voices and their model is installed.")
    var byVoice: Bool?

    @Flag(inversion: .prefixedNo, help: "Transcribe a recording that has no text.")
    var transcribe = true

    @OptionGroup var side: ChannelOption
    @OptionGroup var data: DataOption

    func validate() throws {
        guard speakers == nil || byVoice != true else {
            throw ValidationError("--speakers and --by-voice cannot be combined")
        }
    }

    func run() throws {
        let composition = try Composition(data: data)
        guard try ImportedFile.isJSON(file) else { return try importRecording(composition) }
        guard standup == nil, title == nil, date == nil, speakers == nil, byVoice == nil, side.channel == nil else {
            throw Failure(
                .usage,
                "\(DisplayText(quoting: file)) is not a recording; leave out --standup, --title, --date, "
                    + "--speakers, --by-voice and --channel"
            )
        }
        try importStandups(composition)
    }

    // MARK: Standups from an app's file

    private func importStandups(_ composition: Composition) throws {
        let found = try MeetingImporter.standups(in: file)
        let store = try composition.openHistory().store
        let added = try store.add(found.standups, found.meetings)
        composition.makeMinutes(ofImported: added.meetings, in: store)
        let there = (found.standups.count - added.standups.count, found.meetings.count - added.meetings.count)
        var line =
            "Imported \(added.standups.count.counted("standup")) and \(added.meetings.count.counted("meeting"))"
        if there != (0, 0) {
            line += "; \(there.0.counted("standup")) and \(there.1.counted("meeting")) already existed"
        }
        try StandardOutput.writeLine(line)
    }

    // MARK: Recordings

    private func importRecording(_ composition: Composition) throws {
        let options = MeetingImporter.Options(
            target: .named(standup), title: title, date: date, speakers: speakers, byVoice: byVoice,
            channel: side.channel, isToBeTranscribed: transcribe)
        let progress = Progress()
        do {
            let recording = try MeetingImporter.OpenRecording(file, options)
            let history = try composition.openHistory()
            let importer = MeetingImporter(history: history, language: composition.configuration.language)
            let stop = StopSignal()
            defer { stop.end() }
            let imported = try importer.run(recording) { fraction in
                progress.show(fraction)
                return stop.number == nil
            }
            progress.end()
            guard let imported else { throw ExitCode(128 + (stop.number ?? SIGINT)) }
            composition.makeMinutes(ofImported: [imported.meeting.id], in: history.store) { stop.number == nil }
            try report(imported)
        } catch {
            progress.end()
            throw (error as? MeetingImporter.Refusal)?.reason ?? error
        }
    }

    private func report(_ imported: MeetingImporter.Imported) throws(Failure) {
        let meeting = imported.meeting
        if let damage = imported.damage {
            StandardOutput.note(
                "standup: note: the file is damaged from \(meeting.duration.clockText(.position)) on "
                    + "(\(DisplayText(damage))); everything before was imported")
        }
        let speakers = meeting.attendees.filter { $0.state == .spoke }
        StandardOutput.note(
            "Imported \(meeting.duration.clockText()) with \(speakers.count.counted("speaker")) into "
                + "\(DisplayText(quoting: imported.standup.title))" + (imported.isNewStandup ? ", a new standup." : ".")
        )
        if imported.isByVoice,
            let unknown = speakers.first(where: { speaker in
                !imported.standup.attendees.contains { $0.id == speaker.id }
            })
        {
            let rename = SuggestedCommand(
                "correct", String(meeting.id.rawValue.prefix(8)), "--rename", "\(unknown.name)=NAME")
            StandardOutput.note("To name a voice: \(rename)")
        } else if imported.isByVoice, speakers.allSatisfy({ meeting.isSomeone($0.id) }) {
            StandardOutput.note("standup: note: no speech was found; the meeting is one turn of \(Attendee.someone)")
        }
        if meeting.transcribedUpTo != nil {
            StandardOutput.note(
                "The next standup start transcribes it. To transcribe it now: standup transcribe \(meeting.id)")
        }
        try StandardOutput.writeLine(meeting.id.rawValue)
    }
}

/// Shows the percentage of copied frames on a terminal.
private final class Progress {
    private var shown = -1
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ fraction: Double) {
        let percent = Int(min(max(fraction, 0), 1) * 100)
        guard isShown, percent != shown else { return }
        shown = percent
        StandardOutput.note("\r\(percent) %", terminator: "")
    }

    func end() {
        if shown >= 0 { StandardOutput.note("\r\u{1B}[K", terminator: "") }
        shown = -1
    }
}

enum DateArgument {
    /// Parses a date; the failure's message says what is wrong.
    static func timestamp(_ text: String) throws -> Timestamp {
        if let instant = Timestamp(calendarText: text) { return instant }
        throw ValidationError(
            "'\(DisplayText(quoting: text))' is not a date; write it like 2026-02-03 or 2026-02-03 09:30")
    }
}
