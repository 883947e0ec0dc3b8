import ArgumentParser
import Glibc
import MeetingHistory
import MeetingModel
import StandupTerminal

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export recordings or transcripts to files.",
        discussion: """
            Sound formats: wav, flac, ogg (Vorbis), opus and mp3, with title, date, attendees and a chapter for each \
            turn. Transcript formats: txt, md, srt, vtt, json and csv. An existing file is overwritten only with \
            --force or after confirmation.

            Without --to, a terminal asks for the format, and the file goes into the current folder.

            Several meetings need an existing folder and --format. The names of their files, such as \
            2026-02-03_0930_Daily.md, are printed.

            Examples:
              standup export
              standup export latest --to daily.mp3
              standup export Daily/2 --to minutes.md
              standup export latest --to ann.wav --speaker Ann
              standup export latest --to call.flac --channel call
              standup export latest --to - --format txt | less
              standup export Daily/1 Daily/2 --to minutes --format md
              standup export --standup Daily --to archive --format flac
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meetings: [String] = []

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Export all meetings of this standup.", valueName: "standup"),
        completion: .standup)
    var standup: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The file or folder to write; - is standard output.", valueName: "file"),
        completion: .file())
    var to: String?

    @Option(
        help: ArgumentHelp(
            "wav, flac, ogg, opus, mp3, txt, md, srt, vtt, json or csv. Default: the ending of the file's name.",
            valueName: "format"),
        completion: .exportFormat)
    var format: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only this attendee's turns; NAME#2 is the second of that name.", valueName: "name"),
        completion: .attendeeOfMeeting)
    var speaker: String?

    @Option(
        help: ArgumentHelp("The number of the transcript. Default: the current one.", valueName: "number"))
    var transcript: Int?

    @OptionGroup var side: ChannelOption

    @Flag(help: "Overwrite existing files without asking.")
    var force = false

    @OptionGroup var data: DataOption

    func validate() throws {
        guard meetings.isEmpty || standup == nil else {
            throw ValidationError("Name meetings or use --standup, not both")
        }
    }

    mutating func run() throws {
        guard let to else { return try askWhereTo() }
        try export(to: to)
    }

    /// Asks for the meeting and the format, and exports to the current folder.
    private mutating func askWhereTo() throws {
        guard InlineTerminal.isPossible else {
            // Without a meeting too, the error lists what can be named.
            if standup == nil && meetings.isEmpty {
                _ = try pickedMeeting(in: Composition(data: data).openHistory())
            }
            throw Failure(.usage, "no file named; use --to with a file, a folder, or - for standard output")
        }
        let history = try Composition(data: data).openHistory()
        var formats = ExportFormat.descriptions
        if standup == nil {
            if meetings.isEmpty { meetings = [try pickedMeeting(in: history)] }
            let chosen = try meetings.map {
                try history.store.meetingWithoutWords(MeetingLookup.find($0, in: history.store))
            }
            if !chosen.contains(where: { $0?.recording != nil }) {
                formats.removeAll { if case .audio = $0.format { true } else { false } }
            }
        }
        if format == nil {
            let rows = formats.map { Picker.Row(name: $0.format.name, detail: $0.text) }
            guard let index = try PickerTerminal.pick(Picker("Export as what?", rows)) else { return }
            format = formats[index].format.name
        }
        try export(to: ".")
    }

    private func pickedMeeting(in history: History) throws -> String {
        try history.meetingID(nil, asking: "Export which meeting?", among: .ended).rawValue
    }

    private mutating func export(to: String) throws {
        let isFolder = to != "-" && ExportTarget.isFolder(to)
        let format = try ExportFormat(named: self.format, file: isFolder ? "" : to)
        if case .audio = format, transcript != nil {
            throw Failure(.usage, "\(format.name) has no transcript; leave out --transcript")
        }
        if case .transcript = format, side.channel != nil {
            throw Failure(.usage, "--channel is for sound, and \(format.name) is text; leave out --channel")
        }
        if !isFolder, standup == nil, meetings.count < 2 { _ = try ExportTarget(path: to) }
        let history = try Composition(data: data).openHistory()
        if meetings.isEmpty, standup == nil { meetings = [try pickedMeeting(in: history)] }
        let exporter = MeetingExporter(
            history: history, format: format, speaker: speaker.map(MeetingExporter.Speaker.named), version: transcript,
            channel: side.channel)
        let wanted = try wanted(in: history, by: exporter)
        let targets =
            try isFolder || standup != nil || meetings.count > 1
            ? files(for: wanted, in: to, by: exporter) : [ExportTarget(path: to, force: force)]
        for target in targets where !target.isStandardOutput && OutputSoundFile.isInside(target.path, history.folder) {
            throw Failure(.cannotWrite, "cannot export into the data folder, \(to); choose another place")
        }
        if case .audio = format, to == "-", isatty(STDOUT_FILENO) == 1 {
            throw Failure(.usage, "cannot write sound to a terminal; redirect it to a file or a program")
        }
        guard try ExportTarget.mayBeWritten(targets, force: force) else { return }
        try write(
            zip(wanted, targets).map { ($0.id, $1) }, by: exporter, isStandardOutput: to == "-", isFolder: isFolder)
    }

    /// The meetings to export; of a whole standup, only those that have something to export.
    private func wanted(in history: History, by exporter: MeetingExporter) throws -> [Meeting] {
        guard let standup else {
            return try meetings.map { text in
                let id = try MeetingLookup.find(text, in: history.store)
                guard let meeting = try history.store.meetingWithoutWords(id) else { throw HistoryError.noMeeting(id) }
                if let obstacle = exporter.obstacle(in: meeting) { throw obstacle }
                return meeting
            }
        }
        let found = try history.standup(standup)
        let all = try history.store.meetings(of: found.id)
        guard !all.isEmpty else {
            throw Failure(
                .notFound, "\(DisplayText(quoting: found.title)) has no meetings; hold one with: standup start")
        }
        let (useful, obstacle) = exporter.useful(all)
        guard let first = obstacle else { return useful }
        guard !useful.isEmpty else { throw first }
        StandardOutput.note(
            "standup: \(all.count - useful.count) of \(all.count) meetings skipped; the first: "
                + first.message)
        return useful
    }

    /// The target files in a folder, one for each meeting.
    private func files(for meetings: [Meeting], in to: String, by exporter: MeetingExporter) throws -> [ExportTarget] {
        guard ExportTarget.isFolder(to) else {
            let what = access(to, F_OK) == 0 || to == "-" ? "is not a folder" : "does not exist"
            throw Failure(.cannotWrite, "\(DisplayText(quoting: to)) \(what); name an existing folder after --to")
        }
        var ids: Set<Meeting.ID> = []
        guard meetings.allSatisfy({ ids.insert($0.id).inserted }) else {
            throw Failure(.usage, "a meeting is named twice, \(self.meetings.joined(separator: " ")); name each once")
        }
        return try exporter.targets(for: meetings, in: to, force: force)
    }

    private func write(
        _ files: [(id: Meeting.ID, target: ExportTarget)], by exporter: MeetingExporter, isStandardOutput: Bool,
        isFolder: Bool
    ) throws {
        guard !isStandardOutput else {
            // Nothing needs cleaning up, so an interruption ends the program as usual.
            for file in files { _ = try exporter.export(file.id, to: file.target) { _ in true } }
            return
        }
        let stop = StopSignal()
        defer { stop.end() }
        var progress = ProgressLine()
        defer { progress.clear() }
        for (number, file) in files.enumerated() {
            let name = DisplayText(quoting: String(file.target.path.split(separator: "/").last ?? ""))
            let label = files.count > 1 ? "\(number + 1)/\(files.count) \(name)" : "\(name)"
            let done = try exporter.export(file.id, to: file.target) { part in
                progress.show("\(label)  \(Int(part * 100)) %")
                return stop.number == nil
            }
            if done, isFolder {
                progress.clear()
                try StandardOutput.writeLine(DisplayText(file.target.path).description)
            }
            guard let signal = stop.number, !done || number + 1 < files.count else { continue }
            progress.clear()
            let written = number + (done ? 1 : 0)
            StandardOutput.note("standup: interrupted; \(written) of \(files.count) files were written; run it again")
            throw ExitCode(128 + signal)
        }
    }
}
