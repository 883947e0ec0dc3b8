import ArgumentParser
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupAudio
import StandupFeatures

struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play the recording of a meeting, highlighting the words.",
        discussion: """
            On a terminal, it opens the meeting in the application, playing; q quits. Keys: space pauses, left and \
            right skip 5 seconds, [ and ] go to the previous and next turn, - and + change the speed, Enter plays from \
            the selected words, / finds words, ? shows help. The pitch is the same at any speed.

            If the loudspeaker is lost, the application waits for it; without a terminal, standup exits with code 69.

            Examples:
              standup play latest
              standup play Daily/2 --from 1:23
              standup play latest --speaker Ann --speed 1.5
              standup play latest --channel call
              standup play latest --output file:faster.wav --speed 2 --clock virtual
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meeting: String?

    @Option(
        parsing: .unconditional, help: "Where to start: 1:23, 83, 83.5 or 1m23s.",
        transform: OffsetArgument.duration)
    var from: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only this attendee's turns; NAME#2 is the second of that name.", valueName: "name"),
        completion: .attendeeOfMeeting)
    var speaker: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The speed, 0.75 to 2.", valueName: "factor"))
    var speed: Double = 1

    @Option(
        help: ArgumentHelp(
            "The loudspeaker: a name or number from standup devices, default, none or file:PATH.", valueName: "device"),
        completion: .output)
    var output: String?

    @Option(help: "The clock; virtual writes a file as fast as possible.")
    var clock: ClockChoice = .real

    @OptionGroup var side: ChannelOption
    @OptionGroup var data: DataOption

    func validate() throws {
        guard PlaybackSpeed.range.contains(speed) else {
            throw ValidationError("--speed must be 0.75 to 2, not \(speed)")
        }
    }

    func run() async throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let meeting = try history.meeting(meeting, asking: "Play which meeting?", among: .recorded)
        let speaker = try speaker.map { name in
            meeting.attendees[try AttendeeLookup.index(of: name, in: meeting.attendees.map(\.name))].id
        }
        try await Self.play(
            meeting, from: from ?? .zero, speaker: speaker, channel: side.channel, speed: PlaybackSpeed(speed),
            output: output, clock: clock, in: history, composition: composition)
    }

    /// Plays a meeting's recording from an offset, until its end or until the user quits.
    ///
    /// On a terminal, the application shows the meeting, until the user leaves it.
    ///
    /// - Parameters:
    ///   - meeting: The meeting, with turns and transcript.
    ///   - start: The start, in meeting time.
    ///   - speaker: The attendee whose turns to play; nil for all.
    ///   - channel: The channel to play; nil for both of a recording with a call, mixed.
    ///   - speed: The playback speed.
    ///   - output: The loudspeaker as the user named it; nil for the one chosen in the application, the configured one or the default.
    ///   - clock: The clock; the virtual one needs a loudspeaker that follows it.
    ///   - history: The history with the meeting.
    ///   - composition: The program's parts.
    /// - Throws: A `Failure`, or the exit code after a signal.
    static func play(
        _ meeting: Meeting, from start: Duration = .zero, speaker: Attendee.ID? = nil, channel: AudioChannel? = nil,
        speed: PlaybackSpeed = .normal, output: String? = nil, clock: ClockChoice = .real, in history: History,
        composition: Composition
    ) async throws {
        guard meeting.recording != nil, let path = try history.recordingPath(of: meeting) else {
            throw Failure(
                .notFound,
                "\(DisplayText(quoting: meeting.title)) \(meeting.lackOfRecording); "
                    + "read it with: standup meeting \(meeting.id)")
        }
        try meeting.check(channel)
        let request = PlaybackRequest(
            meeting, path: path, from: start, speed: speed, speaker: speaker, channel: channel)
        let (file, player) = try read(request)
        let device = try composition.loudspeaker(output, clock: clock, listened: path, in: history.folder)
        // The application reaches a meeting by its standup, which may be gone from the history.
        if clock == .real, composition.terminalObstacle == nil, !device.isFile,
            try history.store.standups().contains(where: { $0.id == meeting.standupID })
        {
            return try await FullScreen.play(request, output: output, in: composition)
        }
        let time = Composition.makeClock(clock, seed: 0)
        PlaybackMark.setForProcess()
        let audio = composition.makeMeetingAudio(clock, clock: time, sampleRate: player.sampleRate)
        // Handle signals before the output file is created.
        let stop = StopSignal()
        defer { stop.end() }
        let session = PlaybackSession(
            player, of: file, on: audio.openPCMPlayback(device, sampleRate: player.sampleRate), clock: time,
            survivesLoss: false)
        try await PlayedRecording(session: session, clock: time, stop: stop).play()
    }

    private static func read(_ request: PlaybackRequest) throws(Failure) -> sending (AudioFileReader, Player) {
        let meeting = request.meeting
        let name = DisplayText(quoting: request.speaker.map(meeting.name(of:)) ?? "")
        do throws(PlaybackProblem) {
            return try RecordingFilePlayer.read(request)
        } catch {
            switch error {
            case .device(let error): throw Failure(error)
            case .file(let reason):
                throw Failure(
                    .notFound,
                    "cannot play the recording \(request.path) (\(reason)); "
                        + "read the transcript with: standup meeting \(meeting.id)")
            case .nothing(.noSound):
                throw Failure(
                    .notFound, "the recording is empty; read the meeting with: standup meeting \(meeting.id)")
            case .nothing(.noTurns):
                throw Failure(
                    .notFound, "\(name) has no turn in the recording; see: standup meeting \(meeting.id)")
            case .nothing(.pastEnd(let start, let length)):
                throw Failure(
                    .usage,
                    "--from \(start.clockText(.position)) is past the end, \(length.clockText(.position)); "
                        + "choose an earlier time")
            case .nothing(.pastLastTurn(let start, let end)):
                throw Failure(
                    .usage,
                    "--from \(start.clockText(.position)) is past the last turn of \(name), "
                        + "which ends at \(end.clockText(.position)); choose an earlier time")
            }
        }
    }
}

extension DeviceSelection {
    fileprivate var isFile: Bool { if case .file = self { true } else { false } }
}

/// Parses offsets in a recording from arguments.
enum OffsetArgument {
    /// Parses `1:23`, `83`, `83.5` or `1m23s`; the failure's message says what is wrong.
    static func duration(_ text: String) throws -> Duration {
        let trimmed = text.trimmedName
        if let offset = Duration(offset: trimmed) ?? (try? Length(parsing: trimmed).duration) { return offset }
        throw ValidationError("'\(DisplayText(quoting: text))' is not a time; write it like 1:23, 83, 83.5 or 1m23s")
    }
}
