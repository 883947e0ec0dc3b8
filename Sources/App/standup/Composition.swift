import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupAudio
import StandupFeatures
import StandupHistory

/// The composition root: the only place where the program's parts are created and connected.
struct Composition {
    private let configured: Configuration
    let folder: DataFolder

    init(data: DataOption, configuration: Configuration) throws {
        configured = configuration
        try Environment.check(["STANDUP_DATA", "XDG_DATA_HOME", "HOME"])
        if let path = configuration.value(.data, flag: data.folder) {
            guard !path.isEmpty else { throw Failure(.usage, "--data needs the name of a folder") }
            self.folder = DataFolder(path: path, isShared: data.sharedFolder)
        } else {
            let standard = try DataFolder.standard(environment: Environment.values(of: ["XDG_DATA_HOME", "HOME"]))
            self.folder = DataFolder(path: standard.path, isShared: data.sharedFolder)
        }
    }

    /// The composition by flags, the environment and the user's configuration file.
    init(data: DataOption) throws {
        try self.init(data: data, configuration: .load())
    }

    /// The user's configuration, with the recognizer that was last chosen in the application.
    var configuration: Configuration {
        let path = "\(folder.rememberedPath)/\(PreferenceKey.recognizer.rawValue)"
        return configured.remembering((try? SmallFile.read(path)).flatMap { $0 }, for: .recognizer)
    }

    /// The remembered preferences; configured values override them.
    var preferences: FilePreferences { FilePreferences(folder: folder, configuration: configured) }

    /// Opens the history, and creates it if there is none.
    ///
    /// Completes the meetings and deletions of programs that crashed, and deletes recordings that are past their
    /// retention; says what was deleted.
    func openHistory() throws -> History { History(folder: folder, store: try openStore()) }

    /// Opens the store of the history, as `openHistory` does.
    func openStore() throws -> SQLiteMeetingStore {
        let progress = UpgradeProgress()
        let history = try TidyHistory(
            in: folder, retention: configuration.audioRetention, progress: { progress.show($0) },
            makeMinutes: { makeMinutesWhenFinal(in: $0)($1) })
        for meeting in history.recovered { StandardOutput.note(Self.note(on: meeting)) }
        for note in history.notes { StandardOutput.note("standup: note: \(note)") }
        return history.store
    }

    /// Upgrades the history of an earlier version before the application opens it, and shows the progress.
    func upgradeHistory() {
        guard SQLiteMeetingStore.isOfEarlierVersion(path: folder.databasePath) else { return }
        let progress = UpgradeProgress()
        // The application reports errors when it opens the history.
        _ = try? SQLiteMeetingStore(path: folder.databasePath) { progress.show($0) }
    }

    static let clock: any MeetingClock = SystemClock()

    /// Creates the audio system with this machine's devices and with devices that are files.
    static func makeAudioSystem() -> any AudioSystem {
        let clock = clock
        return FileAudioSystem(hardware: PortAudioSystem(), now: { clock.now })
    }

    static var libraryVersions: [String] {
        StandupHistory.LinkedLibraries.versions + Sound.LinkedLibraries.versions
            + StandupAudio.LinkedLibraries.versions
    }

    private static func note(on recovered: InterruptedMeetings.Recovered) -> String {
        let meeting = recovered.meeting
        let time = LocalTime(meeting.startedAt).minute
        let problem = recovered.problem.map { "; its recording: \(DisplayText($0))" } ?? ""
        return
            "standup: note: the meeting \(DisplayText(quoting: meeting.title)) of \(time) was interrupted; see: "
            + "standup meeting \(meeting.id)\(problem)"
    }
}
