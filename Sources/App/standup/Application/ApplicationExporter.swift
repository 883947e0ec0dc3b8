import Glibc
import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures

/// Exports meetings for the application, as `standup export` does.
struct ApplicationExporter {
    let dataFolder: DataFolder

    static let formats =
        TranscriptFormat.allCases.map { OfferedFormat($0.rawValue, isSound: false) }
        + AudioFormat.allCases.map { OfferedFormat($0.rawValue, isSound: true) }
        + [OfferedFormat("statistics", isSound: false, isStatistics: true)]
        + [MinutesFormat.md, .csv, .json].map { OfferedFormat($0.rawValue, isSound: false, isMinutes: true) }

    static func completion(of path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (parent, prefix) = (String(path[..<start]), path[start...])
        guard let listing = opendir(parent.isEmpty ? "." : expanded(parent)) else { return path }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != "..", name.hasPrefix(prefix), prefix.hasPrefix(".") || !name.hasPrefix("."),
                ExportTarget.isFolder(expanded(parent) + name)
            else { continue }
            names.append(name)
        }
        guard let first = names.first else { return path }
        let common = names.dropFirst().reduce(first) { common, name in
            String(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        return parent + common + (names.count == 1 ? "/" : "")
    }

    /// The path with the user's home for a leading `~/`.
    private static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// Writes a file, and returns its path.
    ///
    /// Nil if `goOn`, which receives the progress from 0 to 1, stopped it; then nothing is left. An existing file is
    /// replaced only if the request says so. [one queue at a time]
    func export(
        _ request: ExportRequest, from store: any MeetingStore, while goOn: (Double) -> Bool
    ) throws(TaskProblem) -> String? {
        do {
            var path = Self.expanded(request.path)
            if ExportTarget.isFolder(path) { path += (path.hasSuffix("/") ? "" : "/") + request.name }
            guard !ExportFormat.isName(path, ofOtherThan: request.format.name) else {
                throw TaskProblem.otherFormat(path: path, format: request.format.name)
            }
            let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
            guard ExportTarget.isFolder(parent) else { throw TaskProblem.noFolder(path: parent) }
            guard !OutputSoundFile.isInside(path, dataFolder) else { throw TaskProblem.insideData(path: path) }
            let target = try ExportTarget(path: path)
            guard !target.exists || request.overwrites else { throw TaskProblem.exists(path: path) }
            if request.format.isMinutes {
                guard let format = MinutesFormat(rawValue: request.format.name),
                    let meeting = try store.meeting(request.meeting)
                else { throw HistoryError.noMeeting(request.meeting) }
                let transcript = MeetingTranscript(of: meeting, startedAt: LocalTime(meeting.startedAt))
                try target.write(transcript.minutes(as: format))
                return path
            }
            let format = try ExportFormat(named: request.format.name, file: "")
            let exporter = MeetingExporter(
                history: History(folder: dataFolder, store: store), format: format,
                speaker: request.speaker.map(MeetingExporter.Speaker.id),
                version: request.version, channel: request.channel, note: { _ in })
            guard let meeting = try store.meetingWithoutWords(request.meeting) else {
                throw HistoryError.noMeeting(request.meeting)
            }
            if let obstacle = exporter.obstacle(in: meeting) { throw obstacle }
            return try exporter.export(meeting.id, to: target, while: goOn) ? path : nil
        } catch {
            throw Self.problem(error)
        }
    }

    /// Writes the files of several meetings to a folder; those with nothing to export are skipped.
    ///
    /// `goOn` receives the progress from 0 to 1. If it stops the export, the files so far stay; nil if there is none.
    /// Existing files are replaced only if the request says so. [one queue at a time]
    func export(
        _ request: MeetingsExportRequest, from store: any MeetingStore, while goOn: (Double) -> Bool
    ) throws(TaskProblem) -> ExportedMeetings? {
        do {
            let choices = request.choices
            let folder = Self.expanded(choices.path)
            guard ExportTarget.isFolder(folder) else { throw TaskProblem.noFolder(path: folder) }
            guard !OutputSoundFile.isInside(folder + "/x", dataFolder) else {
                throw TaskProblem.insideData(path: folder)
            }
            if choices.format.isStatistics { return try exportStatistics(request, to: folder, from: store) }
            let exporter = MeetingExporter(
                history: History(folder: dataFolder, store: store),
                format: try ExportFormat(named: choices.format.name, file: ""),
                speaker: choices.speaker.map(MeetingExporter.Speaker.id), version: nil, channel: choices.channel,
                note: { _ in })
            let all = try store.meetings(of: request.standup).filter { request.meetings?.contains($0.id) ?? true }
            let (useful, obstacle) = exporter.useful(all)
            if useful.isEmpty, let obstacle { throw obstacle }
            let targets = try exporter.targets(for: useful, in: folder, force: choices.overwrites)
            if !choices.overwrites, let existing = targets.first(where: \.exists) {
                throw TaskProblem.exists(path: existing.path)
            }
            var made = ExportedMeetings(
                count: 0, of: useful.count, skipped: all.count - useful.count,
                folder: folder.hasSuffix("/") ? folder : folder + "/")
            for (meeting, target) in zip(useful, targets) {
                let done = try exporter.export(meeting.id, to: target) { part in
                    goOn((Double(made.count) + part) / Double(made.total))
                }
                if done { made.count += 1 }
                guard done, goOn(Double(made.count) / Double(made.total)) else { break }
            }
            return made.count == 0 ? nil : made
        } catch {
            throw Self.problem(error)
        }
    }

    /// Writes one file with how the people used their time in the chosen meetings, as `standup stats --csv` does.
    private func exportStatistics(
        _ request: MeetingsExportRequest, to folder: String, from store: any MeetingStore
    ) throws -> ExportedMeetings? {
        guard let standup = try store.standups().first(where: { $0.id == request.standup }) else {
            throw TaskProblem.standup("the standup was deleted; choose another")
        }
        let count = try store.meetingCount(of: standup.id)
        let report = try StandupReport(of: standup, last: max(count, 1), chosen: request.meetings, in: store)
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        let stem = MeetingFileName.stem(title: standup.title + " statistics", startedAt: LocalTime(.now))
        let target = try ExportTarget(path: folder + stem + ".csv", force: request.choices.overwrites)
        if target.exists, !request.choices.overwrites { throw TaskProblem.exists(path: target.path) }
        try target.write(report.csv)
        return ExportedMeetings(count: 1, of: 1, skipped: 0, folder: folder)
    }

    private static func problem(_ error: any Error) -> TaskProblem {
        switch error {
        case let problem as TaskProblem: problem
        case let error as HistoryError: .history(error)
        default: .other(Failure(error).message)
        }
    }
}
