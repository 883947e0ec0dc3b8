import ArgumentParser
import AudioFiles
import MeetingHistory
import MeetingModel

/// `standup export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a meeting's recording (wav) or transcript (txt) to a file.",
        discussion: """
            The format follows from the file's name unless --format says otherwise. A file that is there already is \
            replaced only if you say so. The file appears whole or not at all.

            Examples:
              standup export latest --to daily.wav
              standup export Daily/2 --to minutes.txt
              standup export latest --to ann.wav --speaker Ann
              standup export latest --to - --format txt | less
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest), or the start of an id.", completion: .meeting)
    var meeting: String

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The file; - is standard output.", valueName: "file"),
        completion: .file())
    var to: String

    @Option(help: ArgumentHelp("wav or txt.", valueName: "format"), completion: .exportFormat)
    var format: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what was said in this attendee's turns; NAME#2 is the second.", valueName: "name"),
        completion: .attendeeOfMeeting)
    var speaker: String?

    @Flag(help: "Replace a file that is there already, without asking.")
    var force = false

    @OptionGroup var data: DataOption

    func run() throws {
        let format = try ExportFormat(named: format, file: to)
        let target = try ExportTarget(path: to)
        let history = try Composition(data: data).openHistory()
        guard target.path == "-" || !HeardFile.isInside(target.path, history.folder) else {
            throw Failure(.cannotWrite, "in the data folder, \(to), export to another place")
        }
        let meeting = try history.meeting(meeting)
        let speaker = try speaker.map { name in
            meeting.attendees[try AttendeeLookup.index(of: name, in: meeting.attendees.map(\.name))].id
        }
        switch format {
        case .wav:
            guard let recording = meeting.recording, let source = try history.recordingPath(of: meeting) else {
                throw Failure(
                    .notFound,
                    "no recording, \(DisplayText(quoting: meeting.title)) was held without one, "
                        + "export its transcript: --format txt")
            }
            guard try target.mayBeWritten(force: force) else { return }
            let ranges = speaker.map { meeting.recordedFrames(of: $0, in: recording) }
            try AudioExport.write(
                of: source, ranges: ranges, to: target.path, format: .wav, overwriting: true)
        case .txt:
            guard try target.mayBeWritten(force: force) else { return }
            try target.write(TranscriptText.document(meeting, of: speaker))
        }
    }
}

extension Meeting {
    /// The frames of a recording that lie in an attendee's turns, in order.
    func recordedFrames(of attendee: Attendee.ID, in recording: Recording) -> [Range<Int64>] {
        turns.filter { $0.attendee == attendee }.map { turn in
            let start = recording.frame(at: turn.start)
            return start..<max(start, recording.frame(at: turn.end ?? duration))
        }
    }
}

extension Recording {
    /// The frame at a meeting time, rounded to the nearest.
    func frame(at offset: Duration) -> Int64 {
        let (seconds, rest) = max(offset.nanoseconds, 0).quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * Int64(sampleRate) + (rest * Int64(sampleRate) + 500_000_000) / 1_000_000_000
    }
}
