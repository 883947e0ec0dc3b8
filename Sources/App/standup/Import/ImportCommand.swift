import ArgumentParser
import AudioDevices
import AudioFiles
import Glibc
import MeetingHistory
import MeetingImport
import MeetingModel

/// The `standup import` command.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a recording, exported meetings, or the standups of another app.",
        discussion: """
            A recording (wav, flac, ogg, opus, mp3, aiff or another format of libsndfile) becomes a meeting. Its id is \
            printed.

            --speakers says who spoke when, in a csv file (speaker,start,end,text; text is optional; times in seconds \
            or h:mm:ss), a vtt file with voices (<v Ann>) or an srt file. Its text becomes the transcript. Without \
            text, the next standup start transcribes the recording. Without --speakers, the meeting is one turn of \
            Someone.

            Exported meetings: what export --format json or meeting --json wrote, without their recordings.

            Apps: standups.json of Standups, sync-ups.json of SyncUps, scrums.data of Scrumdinger. Standups and \
            meetings that were imported before are skipped.

            If anything fails, nothing is imported.

            Examples:
              standup import monday.flac --standup Daily --date "2026-02-03 09:30"
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

    @Flag(inversion: .prefixedNo, help: "Transcribe a recording that has no text.")
    var transcribe = true

    @OptionGroup var side: ChannelOption
    @OptionGroup var data: DataOption

    func run() throws {
        let composition = try Composition(data: data)
        guard try ImportedFile.isJSON(file) else { return try importRecording(composition) }
        guard standup == nil, title == nil, date == nil, speakers == nil, side.channel == nil else {
            throw Failure(
                .usage,
                "\(DisplayText(quoting: file)) is not a recording; leave out --standup, --title, --date, "
                    + "--speakers and --channel"
            )
        }
        try importStandups(composition)
    }

    // MARK: Standups from an app's file

    private func importStandups(_ composition: Composition) throws {
        let bytes = try ImportedFile.read(file, limit: StandupsFile.largest)
        let found: StandupsFile
        do {
            found = try StandupsFile(bytes)
        } catch {
            throw ImportedFile.failure(file, error)
        }
        let added = try composition.openHistory().store.add(found.standups, found.meetings)
        let there = (found.standups.count - added.standups.count, found.meetings.count - added.meetings.count)
        var line =
            "Imported \(Self.count(added.standups.count, "standup")) and \(Self.count(added.meetings.count, "meeting"))"
        if there != (0, 0) {
            line += "; \(Self.count(there.0, "standup")) and \(Self.count(there.1, "meeting")) already existed"
        }
        try StandardOutput.writeLine(line)
    }

    // MARK: Recordings

    private func importRecording(_ composition: Composition) throws {
        let source = try RecordingSource(file, channel: side.channel)
        let times = try speakers.map { path in try Self.times(path) }
        var generator = SystemRandomNumberGenerator()
        let id = Meeting.ID(using: &generator)
        let history = try composition.openHistory()
        let turn = try Self.takeTurn(in: history.folder)
        defer { turn.release() }
        let (standup, isNew) = try standup(times, length: source.length, in: history, composition: composition)
        let heading = try heading(of: standup)
        guard let lock = try LiveMeetingLock.acquire(id, in: history.folder) else {
            throw Failure(.failed, "the meeting \(id) is already being imported; try again")
        }
        defer { lock.release() }
        // Find errors before writing an hour of sound, not after it.
        let expected = Recording(
            fileName: DataFolder.recordingName(of: id), sampleRate: source.sampleRate, frames: source.frames)
        _ = try meeting(id, of: standup, heading, expected, times)
        let recordingImport = try RecordingImport(of: source, as: id, in: history)
        let recording = try recordingImport.write()
        do {
            let meeting = try meeting(id, of: standup, heading, recording, times)
            _ = try history.store.add(isNew ? [standup] : [], [meeting])
            recordingImport.complete()
            try report(meeting, standup: standup, isNew: isNew)
        } catch {
            if try history.store.meetingIDs(startingWith: id.rawValue).isEmpty { recordingImport.discard() }
            throw error
        }
    }

    /// Waits for the import lock, so that two imports into the same new standup create one standup.
    private static func takeTurn(in folder: DataFolder) throws(DataFolderError) -> LiveLock {
        while true {
            if let lock = try LiveLock.acquire("import", in: folder) { return lock }
            usleep(50_000)
        }
    }

    private func meeting(
        _ id: Meeting.ID, of standup: Standup, _ heading: (title: String, date: Timestamp), _ recording: Recording,
        _ times: SpeakerTimes?
    ) throws -> Meeting {
        var generator = SystemRandomNumberGenerator()
        do {
            return try Meeting(
                importing: id, of: standup, title: heading.title, startedAt: heading.date, recording: recording,
                times: times, isToBeTranscribed: transcribe, using: &generator)
        } catch {
            throw ImportedFile.failure(speakers ?? file, error)
        }
    }

    private static func times(_ path: String) throws -> SpeakerTimes {
        let bytes = try ImportedFile.read(path, limit: StandupsFile.largest)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ImportedFile.failure(path, "it is not UTF-8 text")
        }
        let name = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        do {
            return try SpeakerTimes(text, format: SpeakerTimes.Format(rawValue: name))
        } catch {
            throw ImportedFile.failure(path, error)
        }
    }

    /// Finds the standup of the import, and whether to create it.
    private func standup(
        _ times: SpeakerTimes?, length: Duration, in history: History, composition: Composition
    ) throws -> (Standup, isNew: Bool) {
        let name = standup ?? title ?? ImportedFile.title(of: file)
        do {
            let found = try history.standup(name)
            // A file name that is only the start of a title does not select that standup.
            if standup != nil || found.title.trimmedName.lowercased() == name.trimmedName.lowercased() {
                return (found, false)
            }
        } catch LookupError.noStandup {
        } catch LookupError.severalStandups where standup == nil {
        }
        var generator = SystemRandomNumberGenerator()
        let id = Standup.ID(using: &generator)
        var made = Standup(id: id, title: name)
        made.length = Self.plannedLength(length)
        if let language = composition.configuration.language { made.language = language }
        var known: Set<String> = []
        made.attendees = (times?.speakers ?? []).filter { known.insert($0.lowercased()).inserted }
            .map { Attendee(id: Attendee.ID(using: &generator), name: $0) }
        if made.attendees.isEmpty { made.attendees = [Meeting.someone(of: id)] }
        return (try made.validated(), true)
    }

    /// Rounds a length to whole minutes within the limits of a standup.
    private static func plannedLength(_ length: Duration) -> Duration {
        let minutes = (length.nanoseconds + 59_999_999_999) / 60_000_000_000
        let range = Standup.lengthRange
        return min(max(.seconds(60 * minutes), range.lowerBound), range.upperBound)
    }

    private func heading(of standup: Standup) throws -> (title: String, date: Timestamp) {
        var titled = standup
        titled.title = title ?? standup.title
        return (try titled.validated().title, try date ?? ImportedFile.lastWritten(file))
    }

    private func report(_ meeting: Meeting, standup: Standup, isNew: Bool) throws(Failure) {
        let speakers = meeting.attendees.filter { $0.state == .spoke }.count
        StandardOutput.note(
            "Imported \(meeting.duration.clockText()) with \(Self.count(speakers, "speaker")) into "
                + "\(DisplayText(quoting: standup.title))" + (isNew ? ", a new standup." : "."))
        if meeting.transcribedUpTo != nil {
            StandardOutput.note(
                "The next standup start transcribes it. To transcribe it now: standup transcribe \(meeting.id)")
        }
        try StandardOutput.writeLine(meeting.id.rawValue)
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}

/// Parses dates from arguments.
enum DateArgument {
    /// Parses a date; the failure's message says what is wrong.
    static func timestamp(_ text: String) throws -> Timestamp {
        if let instant = Timestamp(calendarText: text) { return instant }
        throw ValidationError(
            "'\(DisplayText(quoting: text))' is not a date; write it like 2026-02-03 or 2026-02-03 09:30")
    }
}
