import AudioDevices
import AudioFiles
import MeetingHistory
import MeetingModel
import MeetingTiming
import PortAudioDevices
import SQLiteHistory

/// The one place where the parts of the program are made and meet.
struct Composition {
    /// What the user has set.
    let configuration: Configuration
    /// Where everything is kept.
    let folder: DataFolder

    /// The parts for a command whose `--data` is this, if it was given.
    init(data: DataOption, configuration: Configuration) throws {
        self.configuration = configuration
        if let path = configuration.value(.data, flag: data.folder) {
            guard !path.isEmpty else { throw Failure(.usage, "no data folder, \"\", give --data the name of a folder") }
            self.folder = DataFolder(path: path, isShared: data.sharedFolder)
        } else {
            let standard = try DataFolder.standard(environment: Environment.values(of: ["XDG_DATA_HOME", "HOME"]))
            self.folder = DataFolder(path: standard.path, isShared: data.sharedFolder)
        }
    }

    /// The parts as flags, the environment and the user's configuration file say.
    init(data: DataOption) throws {
        try self.init(data: data, configuration: .load())
    }

    /// What is remembered from one start to the next, behind what is configured.
    var memory: FileMemory { FileMemory(folder: folder, configuration: configuration) }

    /// Opens the history, which is created if there is none, and completes what programs left that died: their meetings
    /// and their deletions; recordings that are older than the user wants go.
    func openHistory() throws -> History {
        try folder.create()
        let progress = UpgradeProgress()
        let store = try SQLiteMeetingStore(path: folder.databasePath) { progress.show($0) }
        let recovered = try InterruptedMeetings.recover(in: store, folder: folder) { path in
            try WAVRecording.mend(path: path).frames
        }
        for meeting in recovered { StandardOutput.note(Self.note(on: meeting)) }
        for problem in Trash.emptyAbandoned(in: store, folder: folder) {
            StandardOutput.note("standup: note: \(problem)")
        }
        let now = Timestamp(nanosecondsSince1970: Self.clock.nanosecondsSince1970)
        for problem in configuration.audioRetention?.removeOld(from: store, in: folder, at: now) ?? [] {
            StandardOutput.note("standup: note: \(problem)")
        }
        return History(folder: folder, store: store)
    }

    /// Brings a history of an earlier version up to date, and says how far it is, before the application opens it.
    func upgradeHistory() {
        guard SQLiteMeetingStore.isOfEarlierVersion(path: folder.databasePath) else { return }
        let progress = UpgradeProgress()
        // What is wrong with it, the application says.
        _ = try? SQLiteMeetingStore(path: folder.databasePath) { progress.show($0) }
    }

    /// The machine's clock.
    static let clock: any MeetingClock = SystemClock()

    /// The machine's microphones and loudspeakers, and those that are files.
    static func makeAudioSystem() -> any AudioSystem {
        let clock = clock
        return FileAudioSystem(hardware: PortAudioSystem(), now: { clock.now })
    }

    /// The libraries that are linked, with their versions.
    static var libraryVersions: [String] {
        SQLiteHistory.LinkedLibraries.versions + AudioFiles.LinkedLibraries.versions
            + PortAudioDevices.LinkedLibraries.versions
    }

    private static func note(on recovered: InterruptedMeetings.Recovered) -> String {
        let meeting = recovered.meeting
        let time = LocalTime(meeting.startedAt).minute
        let problem = recovered.problem.map { "; its recording: \(DisplayText($0))" } ?? ""
        return
            "standup: note: the meeting \(DisplayText(quoting: meeting.title)) of \(time) was cut off, see: "
            + "standup meeting \(meeting.id)\(problem)"
    }
}
