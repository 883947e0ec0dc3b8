import ArgumentParser
import Glibc
import MeetingExport
import MeetingHistory
import MeetingModel

/// `standup export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write meetings' recordings or transcripts to files.",
        discussion: """
            Sound: wav, flac, ogg (Vorbis), opus, mp3, with title, date and attendees, and a chapter for each turn. \
            Transcripts: txt, md, srt, vtt, json, csv. The format follows from the file's name unless --format says \
            otherwise. A file that is there already is replaced only if you say so. A file appears whole or not at all.

            Several meetings go into a folder, which must be there. Their files get names such as \
            2026-02-03_0930_Daily.md, which are printed.

            Examples:
              standup export latest --to daily.mp3
              standup export Daily/2 --to minutes.md
              standup export latest --to ann.wav --speaker Ann
              standup export latest --to - --format txt | less
              standup export Daily/1 Daily/2 --to minutes --format md
              standup export --standup Daily --to archive --format flac
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest), or the start of an id.", completion: .meeting)
    var meetings: [String] = []

    @Option(
        parsing: .unconditional, help: ArgumentHelp("All meetings of this standup.", valueName: "standup"),
        completion: .standup)
    var standup: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The file, or a folder; - is standard output.", valueName: "file"),
        completion: .file())
    var to: String

    @Option(
        help: ArgumentHelp("wav, flac, ogg, opus, mp3, txt, md, srt, vtt, json or csv.", valueName: "format"),
        completion: .exportFormat)
    var format: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what was said in this attendee's turns; NAME#2 is the second.", valueName: "name"),
        completion: .attendeeOfMeeting)
    var speaker: String?

    @Option(
        help: ArgumentHelp("Another transcript than the one shown, by its number.", valueName: "number"))
    var transcript: Int?

    @Flag(help: "Replace files that are there already, without asking.")
    var force = false

    @OptionGroup var data: DataOption

    func validate() throws {
        guard meetings.isEmpty == (standup == nil) else { return }
        throw ValidationError(
            standup == nil
                ? "Missing expected argument '<meetings> ...', or --standup"
                : "Name meetings or a --standup, not both")
    }

    func run() throws {
        let isFolder = to != "-" && ExportTarget.isFolder(to)
        let format = try ExportFormat(named: self.format, file: isFolder ? "" : to)
        if case .audio = format, transcript != nil {
            throw Failure(.usage, "no transcript in \(format.name), --transcript, leave it out")
        }
        if !isFolder, standup == nil, meetings.count == 1 { _ = try ExportTarget(path: to) }
        let history = try Composition(data: data).openHistory()
        let exporter = MeetingExporter(history: history, format: format, speaker: speaker, version: transcript)
        let wanted = try wanted(in: history, by: exporter)
        let targets =
            try isFolder || standup != nil || meetings.count > 1
            ? files(for: wanted, by: exporter) : [ExportTarget(path: to, force: force)]
        for target in targets where !target.isStandardOutput && HeardFile.isInside(target.path, history.folder) {
            throw Failure(.cannotWrite, "in the data folder, \(to), export to another place")
        }
        if case .audio = format, to == "-", isatty(STDOUT_FILENO) == 1 {
            throw Failure(.usage, "sound is not for a terminal, -, send it to a file or a program")
        }
        guard try ExportTarget.mayBeWritten(targets, force: force) else { return }
        try write(zip(wanted, targets).map { ($0.id, $1) }, by: exporter, isFolder: isFolder)
    }

    /// The meetings that are meant; of a whole standup those that there is something to export of.
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
            throw Failure(.notFound, "no meeting yet, \(DisplayText(quoting: found.title)), hold one: standup start")
        }
        let obstacles = all.map(exporter.obstacle)
        let useful = zip(all, obstacles).filter { $1 == nil }.map(\.0)
        guard let first = obstacles.lazy.compactMap({ $0 }).first else { return useful }
        guard !useful.isEmpty else { throw first }
        StandardOutput.note(
            "standup: \(all.count - useful.count) of \(all.count) meetings left out, the first because of: "
                + first.message)
        return useful
    }

    /// The files in a folder, one for each meeting.
    private func files(for meetings: [Meeting], by exporter: MeetingExporter) throws -> [ExportTarget] {
        guard ExportTarget.isFolder(to) else {
            let what = access(to, F_OK) == 0 || to == "-" ? "not a folder" : "no such folder"
            throw Failure(.cannotWrite, "\(what), \(DisplayText(quoting: to)), name one that is there after --to")
        }
        var ids: Set<Meeting.ID> = []
        guard meetings.allSatisfy({ ids.insert($0.id).inserted }) else {
            throw Failure(.usage, "the same meeting twice, \(self.meetings.joined(separator: " ")), name each once")
        }
        let stems = try meetings.map { (stem: try exporter.stem(of: $0), id: $0.id) }
        let folder = to.hasSuffix("/") ? to : to + "/"
        return try MeetingFileName.unique(stems).map {
            try ExportTarget(path: folder + $0 + "." + exporter.format.name, force: force)
        }
    }

    private func write(
        _ files: [(id: Meeting.ID, target: ExportTarget)], by exporter: MeetingExporter, isFolder: Bool
    ) throws {
        guard to != "-" else {
            // Nothing has to be taken away, so an interruption ends the program as ever.
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
            StandardOutput.note("standup: interrupted, \(written) of \(files.count) written, run it again")
            throw ExitCode(128 + signal)
        }
    }
}
