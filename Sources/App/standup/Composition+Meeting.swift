import Assets
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import MeetingTiming
import Sound
import StandupAudio
import StandupSpeech

extension Composition {
    /// The clock of a meeting; the seed determines the start day of a virtual clock.
    static func makeClock(_ choice: ClockChoice, seed: UInt64) -> any MeetingClock {
        switch choice {
        case .real: return clock
        case .virtual:
            let day = Int64(seed % 36_500)
            return VirtualClock(nanosecondsSince1970: firstVirtualStart + day * self.day)
        }
    }

    /// 2026-01-01, 9:00 UTC, in nanoseconds since 1970.
    private static let firstVirtualStart: Int64 = 1_767_258_000_000_000_000
    private static let day: Int64 = 86_400_000_000_000

    /// The audio system of a meeting; with the virtual clock, it has only the devices that follow that clock.
    ///
    /// Files and silence have the recording's sample rate, in Hz.
    func makeMeetingAudio(_ choice: ClockChoice, clock: any MeetingClock, sampleRate: Int) -> any AudioSystem {
        FileAudioSystem(
            sampleRate: sampleRate, hardware: choice == .real ? PortAudioSystem() : nil, now: { clock.now })
    }

    /// The PocketSphinx models of this machine.
    static var speechModels: SpeechModels {
        SpeechModels(environment: Environment.values(of: ["STANDUP_MODELS", "XDG_DATA_HOME", "HOME"]))
    }

    /// Reads a whole sound file from the program's assets, at a rate in Hz.
    static func sound(_ asset: String, at rate: Int) throws -> [Float] {
        let reader = try AudioFileReader(path: AssetFolder.locate(asset))
        var sound = [Float](repeating: 0, count: Int(reader.frames))
        let count = try sound.withUnsafeMutableBufferPointer { sound throws(AudioError) in
            try reader.read(into: sound)
        }
        return try SampleRateConverter.convert(Array(sound.prefix(count)), from: reader.sampleRate, to: rate)
    }

    /// Creates a meeting with the user's hooks, a speech server and a socket.
    ///
    /// On the virtual clock it has neither hooks nor a socket: its turns start within milliseconds.
    func makeHeadlessMeeting(
        _ plan: MeetingPlan, on clock: ClockChoice = .real, seed: UInt64 = 0, history: History,
        recognizer: RecognizerChoice?, presentation: HeadlessMeeting.Presentation, wording: TurnWording = TurnWording()
    ) throws -> HeadlessMeeting {
        var plan = plan
        if clock == .real { makeMissingMinutes(of: plan.standup.id, in: history.store, except: plan.meeting) }
        // Without a history that can be read, the meeting begins without them.
        plan.openPoints =
            (try? history.store.openPoints(of: plan.standup.id, before: plan.meeting, startedAt: nil)) ?? []
        if plan.interrupted == nil { plan.updates = (try? history.store.waitingUpdates(of: plan.standup.id)) ?? [] }
        let meetingClock = Self.makeClock(clock, seed: seed)
        let dependencies = MeetingDependencies(
            clock: meetingClock, audio: makeMeetingAudio(clock, clock: meetingClock, sampleRate: plan.sampleRate),
            cues: .standard, journal: history.store,
            recordings: WAVRecordingFolder(path: history.folder.recordingsPath, replaces: clock == .virtual),
            recognizer: recognizer?.source)
        let isServed = recognizer?.server != nil && plan.isRecorded && plan.hasSound
        return HeadlessMeeting(
            plan: plan, dependencies: dependencies, presentation: presentation,
            hooks: clock == .real ? makeHookPlan(plan, wording: wording) : nil, hookLog: history.folder.hookLogPath,
            speechServer: isServed ? recognizer?.segments : nil,
            socket: clock == .real ? try MeetingSocketPath(plan.meeting, in: history.folder) : nil,
            makeQueue: { [store = history.store] recognition, report in
                makeTranscriptQueue(recognition, store: store, report: report)
            }, began: { plan in if clock == .real { _ = shareMeeting(of: plan.standup, plan.meeting) } },
            finished: makeMinutesWhenFinal(in: history.store, posts: clock == .real ? .ended : .none))
    }

    /// The plan of the user's hooks for a meeting; nil if there are none.
    func makeHookPlan(_ plan: MeetingPlan, wording: TurnWording = TurnWording()) -> HookPlan? {
        let settings = configuration.hooks
        guard settings != HookSettings() else { return nil }
        return HookPlan(
            settings: settings, meeting: plan.meeting, standup: plan.standup, dataFolder: absolutePath(folder.path),
            wording: wording)
    }

    func hasLoudspeaker() -> Bool {
        let devices = (try? Self.makeAudioSystem().devices()) ?? []
        return devices.contains { $0.direction == .output }
    }
}
