import ArgumentParser
import AudioDevices
import AudioFiles
import Glibc
import MeetingHistory
import MeetingImport
import MeetingModel

/// `standup import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a meeting of a recording, or bring in the standups of another app.",
        discussion: """
            FILE is a recording in any format of libsndfile (wav, flac, ogg, opus, mp3, aiff, au, caf, w64 and more), \
            which becomes a meeting with a mono recording of 16 bits and prints its id; or the JSON file of an app: \
            standups.json and sync-ups.json of Standups and SyncUps, scrums.data of Scrumdinger. Of such a file the \
            same standups and meetings come in once, however often it is brought in.

            --speakers names who spoke when: a csv file (speaker,start,end and perhaps text; seconds or h:mm:ss), a \
            vtt file with voices (<v Ann>) or an srt file. Its text becomes the transcript. Without text the recording \
            is transcribed in the background of the next standup start, or at once by: standup transcribe. Without \
            speakers it is one turn of Someone.

            All of it comes in, or nothing.

            Examples:
              standup import monday.flac --standup Daily --date "2026-02-03 09:30"
              standup import planning.mp3 --speakers planning.csv --title Planning
              standup import ~/standups.json
            """)

    @Argument(help: "The recording, or the JSON file of an app.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "Which standup it is a meeting of; one that is not there is made of the speakers. By default the title, or "
                + "the file's name.", valueName: "standup"), completion: .standup)
    var standup: String?

    @Option(help: ArgumentHelp("The meeting's title; by default the standup's.", valueName: "title"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "When it was, such as 2026-02-03, \"2026-02-03 09:30\" or 2026-02-03T08:30:00Z; by default when the file "
                + "was last written.", valueName: "date"), transform: DateArgument.timestamp)
    var date: Timestamp?

    @Option(help: ArgumentHelp("Who spoke when: a csv, vtt or srt file.", valueName: "file"), completion: .file())
    var speakers: String?

    @Flag(inversion: .prefixedNo, help: "Whether a recording without a text is to be transcribed.")
    var transcript = true

    @OptionGroup var data: DataOption

    func run() throws {
        let composition = try Composition(data: data)
        guard try ImportedFile.isJSON(file) else { return try bringInRecording(composition) }
        guard standup == nil, title == nil, date == nil, speakers == nil else {
            throw Failure(
                .usage,
                "not a recording, \(DisplayText(quoting: file)), give it without --standup, --title, --date and --speakers"
            )
        }
        try bringInStandups(composition)
    }

    // MARK: The file of an app

    private func bringInStandups(_ composition: Composition) throws {
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
            "\(Self.count(added.standups.count, "standup")), \(Self.count(added.meetings.count, "meeting")) came in"
        if there != (0, 0) {
            line += "; \(Self.count(there.0, "standup")), \(Self.count(there.1, "meeting")) were there already"
        }
        try StandardOutput.writeLine(line)
    }

    // MARK: A recording

    private func bringInRecording(_ composition: Composition) throws {
        let source = try RecordingSource(file)
        let times = try speakers.map { path in try Self.times(path) }
        var generator = SystemRandomNumberGenerator()
        let id = Meeting.ID(using: &generator)
        let history = try composition.openHistory()
        let turn = try Self.takeTurn(in: history.folder)
        defer { turn.release() }
        let (standup, isNew) = try standup(times, length: source.length, in: history, composition: composition)
        let heading = try heading(of: standup)
        guard let lock = try LiveMeetingLock.acquire(id, in: history.folder) else {
            throw Failure(.failed, "the meeting is being made already, \(id), try again")
        }
        defer { lock.release() }
        // What does not fit is better found before an hour is written than after it.
        let expected = Recording(
            fileName: DataFolder.recordingName(of: id), sampleRate: source.sampleRate, frames: source.frames)
        _ = try meeting(id, of: standup, heading, expected, times)
        let recording = try RecordingImport(of: source, as: id, in: history.folder).write()
        do {
            let meeting = try meeting(id, of: standup, heading, recording, times)
            _ = try history.store.add(isNew ? [standup] : [], [meeting])
            try report(meeting, standup: standup, isNew: isNew)
        } catch {
            if try history.store.meetingIDs(startingWith: id.rawValue).isEmpty {
                unlink(try history.folder.recordingPath(recording.fileName))
            }
            throw error
        }
    }

    /// Waits until no other program brings in a recording: two that want the same new standup are to make one.
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
                bringingIn: id, of: standup, title: heading.title, startedAt: heading.date, recording: recording,
                times: times, isToBeTranscribed: transcript, using: &generator)
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

    /// The standup that is meant, and whether it is to be made.
    private func standup(
        _ times: SpeakerTimes?, length: Duration, in history: History, composition: Composition
    ) throws -> (Standup, isNew: Bool) {
        let name = standup ?? title ?? ImportedFile.title(of: file)
        do {
            let found = try history.standup(name)
            // A file's name that happens to be the beginning of a title does not mean that standup.
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

    /// A length in whole minutes that a standup can have.
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
            "\(meeting.duration.clockText()) of \(Self.count(speakers, "speaker")) came in, as a meeting of "
                + "\(DisplayText(quoting: standup.title))" + (isNew ? ", which is new." : "."))
        if meeting.transcribedUpTo != nil {
            StandardOutput.note("The next standup start transcribes it, or now: standup transcribe \(meeting.id)")
        }
        try StandardOutput.writeLine(meeting.id.rawValue)
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}

/// Dates as arguments.
enum DateArgument {
    /// Reads a date; the message of a failure says what is wrong with it.
    static func timestamp(_ text: String) throws -> Timestamp {
        if let instant = Timestamp(calendarText: text) { return instant }
        throw ValidationError("not a date, \(DisplayText(quoting: text)), write it like 2026-02-03 or 2026-02-03 09:30")
    }
}
