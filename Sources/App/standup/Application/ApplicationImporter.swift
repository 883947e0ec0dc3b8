import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures

/// The application's importer: the one of `standup import`.
struct ApplicationImporter {
    let dataFolder: DataFolder
    /// The spoken language of new standups; nil for the default.
    let language: String?

    static func inspect(_ path: String) throws(TaskProblem) -> ImportCandidate {
        do {
            return ImportCandidate(path: path, content: try content(of: path))
        } catch {
            throw .other(Failure(error).message)
        }
    }

    private static func content(of path: String) throws -> ImportCandidate.Content {
        guard try ImportedFile.isJSON(path) else {
            let source = try RecordingSource(path)
            return .recording(
                ImportCandidate.Recording(
                    duration: source.length, channels: source.channels, title: ImportedFile.title(of: path),
                    date: LocalTime(try ImportedFile.lastWritten(path)).minute))
        }
        let file = try MeetingImporter.standups(in: path)
        let counts = (file.standups.count, file.meetings.count)
        return file.isExport
            ? .exported(standups: counts.0, meetings: counts.1) : .standups(standups: counts.0, meetings: counts.1)
    }

    /// Imports a file; nil if it was broken off.
    func run(
        _ request: ImportRequest, into store: any MeetingStore, while goOn: (Double) -> Bool
    ) throws(TaskProblem) -> ImportedItems? {
        do {
            guard let recording = request.recording else {
                return try importStandups(request.path, into: store, while: goOn)
            }
            return try importRecording(request.path, recording, into: store, while: goOn)
        } catch let refusal as MeetingImporter.Refusal {
            let line = Failure(refusal.reason).message
            throw refusal.part == .speakers ? .speakers(line) : .standup(line)
        } catch let error as HistoryError {
            throw .history(error)
        } catch {
            throw .other(Failure(error).message)
        }
    }

    private func importStandups(
        _ path: String, into store: any MeetingStore, while goOn: (Double) -> Bool
    ) throws -> ImportedItems? {
        let file = try MeetingImporter.standups(in: path)
        guard goOn(0.5) else { return nil }
        let added = try store.add(file.standups, file.meetings)
        var single: ImportedItems.Single?
        if added.meetings.count == 1, let meeting = file.meetings.first(where: { $0.id == added.meetings[0] }) {
            single = ImportedItems.Single(meeting)
        }
        return ImportedItems(
            standups: added.standups, meetings: added.meetings, single: added.standups.count > 1 ? nil : single,
            knownStandups: file.standups.count - added.standups.count,
            knownMeetings: file.meetings.count - added.meetings.count)
    }

    private func importRecording(
        _ path: String, _ recording: ImportRequest.Recording, into store: any MeetingStore,
        while goOn: (Double) -> Bool
    ) throws -> ImportedItems? {
        let target: MeetingImporter.Target =
            switch recording.standup {
            case .existing(let id): .existing(id)
            case .new(let title): .new(title: title)
            }
        let opened = try MeetingImporter.OpenRecording(
            path,
            MeetingImporter.Options(
                target: target, title: recording.title, date: recording.startedAt, speakers: recording.speakers,
                channel: recording.channel, isToBeTranscribed: recording.transcription != .never))
        let importer = MeetingImporter(history: History(folder: dataFolder, store: store), language: language)
        guard let imported = try importer.run(opened, while: goOn) else { return nil }
        var single = ImportedItems.Single(imported.meeting)
        single.damage = imported.damage
        return ImportedItems(
            standups: imported.isNewStandup ? [imported.standup.id] : [], meetings: [imported.meeting.id],
            single: single)
    }
}

extension ImportedItems.Single {
    fileprivate init(_ meeting: Meeting) {
        self.init(
            standup: meeting.standupID, meeting: meeting.id, duration: meeting.duration,
            speakers: meeting.attendees.filter { $0.state == .spoke }.count,
            isToBeTranscribed: meeting.transcribedUpTo != nil)
    }
}
