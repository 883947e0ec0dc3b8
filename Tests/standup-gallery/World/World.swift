import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import Sound
import StandupFeatures
import StandupHistory
import StandupTesting
import TestSupport
import Web

/// A fake world that answers every effect immediately.
///
/// The history is in memory, the devices are fixed, and the meeting's time is manual.
struct World {
    /// The in-memory history.
    var store = SQLiteMeetingStore.temporary()
    /// The error when the history is read; nil if it can be read.
    var historyError: HistoryError?
    /// Whether no effect is answered, as on a slow disk.
    var isSilent = false
    /// Whether the list of devices is never answered.
    var areDevicesSilent = false
    /// The devices, or the error of listing them.
    var devices: Result<[AudioDevice], AudioError> = .success(Self.devices)
    var input = DeviceSelection.systemDefault
    var output = DeviceSelection.systemDefault
    /// The speech models.
    var models = SpeechModelShelf(
        [
            ListedModel(
                name: "tiny.en", recognizer: "whisper:tiny.en", title: "Whisper tiny.en", languages: ["en"],
                size: 77_704_715, state: .installed),
            ListedModel(
                name: "base", recognizer: "whisper:base", title: "Whisper base",
                languages: (0..<99).map { "l\($0)" }, size: 147_951_465, state: .installed),
            ListedModel(
                name: "small", recognizer: "whisper:small", title: "Whisper small",
                languages: (0..<99).map { "l\($0)" }, size: 487_601_967, state: .available),
            ListedModel(
                name: "pocketsphinx", recognizer: "pocketsphinx", title: "PocketSphinx", languages: ["en-us"],
                state: .installed, isManaged: false),
        ], recognizer: "whisper:base", standard: "Whisper base")
    /// The equipment for a meeting.
    var equipment = Equipment(
        input: .systemDefault, inputLabel: "Built-in Audio Analog Stereo", output: .systemDefault,
        outputLabel: "Built-in Audio Analog Stereo", recognizer: "PocketSphinx", understood: "en",
        recognizerProblem: nil, sentTo: nil)
    /// For whom the deletion of a meeting would be; nil if nothing is shared.
    var deletionReach: DeletionReach?
    /// The error of starting a meeting; nil if it can start.
    var startError: MeetingStartError?
    /// Whether the start of a meeting never completes.
    var isStarting = false
    /// The progress of each task, which does not end.
    var progress = TaskProgress(0.42, .remaining(.seconds(90)))
    /// The answer to an invitation.
    var invitation: Result<InvitationLink, InvitationProblem> = .success(Self.link())
    var meeting: RunningSample?

    static let devices = [
        AudioDevice(
            number: 0, name: "builtin.input", label: "Built-in Audio Analog Stereo", direction: .input, channels: 2,
            sampleRate: 48_000, isDefault: true),
        AudioDevice(
            number: 1, name: "usb.input", label: "회의실 마이크 (USB)", direction: .input, channels: 1,
            sampleRate: 16_000, isDefault: false),
        AudioDevice(
            number: 4, name: "builtin.output.monitor", label: "Monitor of Built-in Audio Analog Stereo",
            direction: .input, channels: 2, sampleRate: 48_000, isDefault: false, monitorOf: "builtin.output"),
        AudioDevice(
            number: 2, name: "builtin.output", label: "Built-in Audio Analog Stereo", direction: .output, channels: 2,
            sampleRate: 48_000, isDefault: true),
        AudioDevice(
            number: 3, name: "hdmi.output", label: "HDMI / DisplayPort 2 of the screen in the large meeting room",
            direction: .output, channels: 8, sampleRate: 48_000, isDefault: false),
    ]

    /// The link to a server that others reach, or only this computer.
    static func link(isOnlyHere: Bool = false) -> InvitationLink {
        let server = isOnlyHere ? "http://127.0.0.1:7810" : "http://192.168.178.23:7810"
        let link = "\(server)/join#7mUqJx2V0c1hRzK4nE8sWd3bLtYpGf6aQoIvXkN5TzM"
        return InvitationLink(link: link, code: QRCode(link)?.lines, server: server, isOnlyHere: isOnlyHere)
    }

    /// Creates a world with standups and a number of meetings of each.
    init(_ standups: [Standup] = SampleHistory.all, meetings: Int = 0) {
        for standup in standups {
            try? store.save(standup)
            for number in 0..<meetings { try? store.begin(SampleHistory.meeting(number, of: standup)) }
        }
    }

    /// Creates a world with a number of meetings of one standup, which have points.
    init(meetingsWithPoints meetings: Int, of standup: Standup = SampleHistory.engineering) {
        self.init(meetings: meetings)
        for number in 0..<meetings {
            let meeting = SampleHistory.meeting(number, of: standup)
            _ = try? store.addPoints(
                SampleHistory.points(number, of: meeting), to: meeting.id, by: .rules, from: 1, settling: [],
                at: meeting.startedAt)
        }
    }

    /// Creates a world whose meetings have points and what the absent have written; updates wait for the next meeting.
    init(meetingsWithUpdates meetings: Int, of standup: Standup = SampleHistory.engineering) {
        self.init(meetings: 0)
        for number in 0..<meetings {
            var meeting = SampleHistory.meeting(number, of: standup)
            meeting.updates = SampleHistory.updates(of: meeting)
            try? store.begin(meeting)
            _ = try? store.addPoints(
                SampleHistory.points(number, of: meeting), to: meeting.id, by: .rules, from: 1, settling: [],
                at: meeting.startedAt)
        }
        for update in SampleHistory.waitingUpdates(of: standup) { _ = try? store.write(update, for: standup.id) }
    }

    /// Creates a world in which a meeting of a standup was interrupted in its second turn.
    init(cutOff standup: Standup) {
        self.init()
        var meeting = SampleHistory.meeting(1, of: standup)
        (meeting.state, meeting.recording) = (.live, nil)
        let step = MeetingTimer.Step.started(
            attendees: standup.attendees.map(\.id), absent: [], length: standup.length, settings: standup.settings)
        try? store.begin(meeting)
        try? store.record([.countdownStep(step.line), .state(.interrupted, duration: .seconds(400))], in: meeting.id)
    }

    /// Creates a world that answers no effect.
    init(silent isSilent: Bool) {
        self.init()
        self.isSilent = isSilent
    }

    /// Creates a world whose history cannot be read.
    init(unreadable error: HistoryError) {
        self.init([])
        historyError = error
    }

    /// Creates a world that does not list its devices.
    init(silentDevices isSilent: Bool) {
        self.init()
        areDevicesSilent = isSilent
    }

    /// The outcomes of an effect.
    mutating func outcomes(of effect: Effect) -> [Outcome] {
        guard !isSilent else { return [] }
        switch effect {
        case .openHistory: return [historyError.map(Outcome.historyUnreadable) ?? .historyOpened]
        case .setHistoryAside: return [.historySetAside(path: "/home/ann/.local/share/standup.old"), .historyOpened]
        case .checkEquipment: return [.equipment(equipment)]
        case .loadDevices:
            return areDevicesSilent ? [] : [.devices(devices, chosen: [.input: input, .output: output])]
        case .call(let call) where call.queue == .devices && areDevicesSilent: return []
        case .begin(let task): return [.taskProgress(task, progress)]
        case .play(let request): return [.player(request.meeting.id, SampleHistory.playback(request))]
        case .startMeeting(let request): return start(request)
        case .tell(let command):
            meeting?.perform(command)
            return meeting.map { [$0.outcome] } ?? []
        default:
            do {
                return try historyOutcome(of: effect).map { [$0] } ?? []
            } catch {
                return [.historyFailed(error)]
            }
        }
    }

    private var backend: FixedBackend {
        var backend = FixedBackend(store, now: SampleHistory.start + .seconds(20 * 86_400))
        backend.reach = deletionReach
        backend.models = FixedModels(models)
        backend.previews = SampleHistory.previews
        let offered = models.models.filter { $0.state == .installed }.map {
            OfferedRecognizer(name: $0.recognizer, title: $0.title, languages: ["en", "de"])
        }
        backend.transcriptionOffer = TranscriptionOffer(offered, standard: models.recognizer)
        let formats = [OfferedFormat("md", isSound: false), OfferedFormat("flac", isSound: true)]
        backend.exportFormats = formats
        backend.waveform = SampleHistory.waveform
        backend.folders = SampleFolders.folders
        backend.contents = SampleFolders.contents
        backend.invitation = invitation
        backend.invitations = [
            ListedInvitation(id: "1", name: "Dana", role: .speak, until: nil, browsers: 1),
            ListedInvitation(
                id: "2", name: nil, role: .watch, until: SampleHistory.start + .seconds(30 * 86_400), browsers: 4),
        ]
        return backend
    }

    private func historyOutcome(of effect: Effect) throws(HistoryError) -> Outcome? {
        switch effect {
        case .delete(let item):
            try store.setDeleted(item, by: "gallery")
            return .deleted(item)
        default:
            return try effect.outcome(from: backend)
        }
    }

    private mutating func start(_ request: MeetingRequest) -> [Outcome] {
        guard !isStarting else { return [] }
        if let startError { return [.meetingFailed(startError)] }
        guard let sample = RunningSample(request.standup, absent: request.absent) else { return [] }
        meeting = sample
        return [.meetingStarted(sample.id, sample.status, now: sample.now), sample.outcome]
    }
}
