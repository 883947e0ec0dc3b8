import ArgumentParser
import AudioDevices
import AudioFiles
import MeetingHistory
import MeetingModel
import MeetingPlayback
import MeetingTiming

/// `standup play`.
struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play a meeting's recording, with the words lit as they are spoken.",
        discussion: """
            On a terminal the transcript is shown around the place that is heard; keys: space pause, left and right \
            5 seconds back and on, p and n the turn before and after, - and + slower and faster, q quit, ? help. \
            Elsewhere it just plays. The pitch stays the same at any speed.

            If the loudspeaker is lost, it waits on a terminal until that is back; elsewhere it ends with exit code 69.

            Examples:
              standup play latest
              standup play Daily/2 --from 1:23
              standup play latest --speaker Ann --speed 1.5
              standup play latest --output file:faster.wav --speed 2 --clock virtual
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest), or the start of an id.", completion: .meeting)
    var meeting: String

    @Option(
        parsing: .unconditional, help: "Where to begin, such as 1:23, 83, 83.5 or 1m23s.",
        transform: OffsetArgument.duration)
    var from: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only this attendee's turns, one after the other; NAME#2 is the second.", valueName: "name"),
        completion: .attendeeOfMeeting)
    var speaker: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How fast, from 0.75 to 2.", valueName: "factor"))
    var speed: Double = 1

    @Option(
        help: ArgumentHelp(
            "The loudspeaker: a name or number from devices, default, none, file:PATH.", valueName: "device"),
        completion: .output)
    var output: String?

    @Option(help: "The clock: real, or virtual for as fast as the machine can, into a file.")
    var clock: ClockChoice = .real

    @OptionGroup var data: DataOption

    func validate() throws {
        guard PlaybackSpeed.range.contains(speed) else {
            throw ValidationError("speed out of range, \(speed), choose one from 0.75 to 2")
        }
    }

    func run() async throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let meeting = try history.meeting(meeting)
        let speaker = try speaker.map { name in
            meeting.attendees[try AttendeeLookup.index(of: name, in: meeting.attendees.map(\.name))].id
        }
        try await Self.play(
            meeting, from: from ?? .zero, speaker: speaker, speed: PlaybackSpeed(speed), output: output, clock: clock,
            in: history, composition: composition)
    }

    /// Plays a whole meeting's recording from an offset, on a terminal with its words, until it has been heard or
    /// somebody quits.
    ///
    /// - Parameters:
    ///   - meeting: The meeting, with turns and transcript.
    ///   - start: Where to begin, in meeting time.
    ///   - speaker: Whose turns to play; nil for everybody's.
    ///   - speed: How fast.
    ///   - output: The loudspeaker as the user named it; nil for the one that is set, or the default.
    ///   - clock: The clock; the virtual one needs a loudspeaker that follows it.
    ///   - history: The history that the meeting is from.
    ///   - composition: The parts of the program.
    /// - Throws: A `Failure`, or the exit code after a signal.
    static func play(
        _ meeting: Meeting, from start: Duration = .zero, speaker: Attendee.ID? = nil, speed: PlaybackSpeed = .normal,
        output: String? = nil, clock: ClockChoice = .real, in history: History, composition: Composition
    ) async throws {
        guard meeting.recording != nil, let path = try history.recordingPath(of: meeting) else {
            throw Failure(
                .notFound,
                "no recording, \(DisplayText(quoting: meeting.title)) \(meeting.lackOfRecording), "
                    + "read it with: standup meeting \(meeting.id)")
        }
        let file = try openRecording(path, of: meeting)
        let player = try makePlayer(meeting, of: file, speaker: speaker, from: start, speed: speed)
        let device = try loudspeaker(output, clock: clock, recording: path, in: history, composition: composition)
        let time = composition.makeClock(clock, seed: 0)
        let audio = composition.makeMeetingAudio(clock, clock: time, sampleRate: player.sampleRate)
        let isLive = clock == .real && Terminal.canShowApplication && Environment["TERM"] != "dumb"
        // Before there is a file of what is heard.
        let stop = StopSignal()
        defer { stop.end() }
        let session = PlaybackSession(
            player, of: file, on: audio.openSound(device, sampleRate: player.sampleRate), clock: time,
            survivesLoss: isLive)
        try await PlayedRecording(session: session, clock: time, stop: stop).play(isLive ? meeting : nil)
    }

    private static func openRecording(_ path: String, of meeting: Meeting) throws(Failure) -> AudioFileReader {
        do {
            return try AudioFileReader(path: path)
        } catch {
            guard case .file(_, let reason) = error else { throw Failure(error) }
            throw Failure(
                .notFound,
                "cannot play the recording, \(path) (\(reason)), "
                    + "what was said can be read with: standup meeting \(meeting.id)")
        }
    }

    private static func makePlayer(
        _ meeting: Meeting, of file: AudioFileReader, speaker: Attendee.ID?, from start: Duration, speed: PlaybackSpeed
    ) throws(Failure) -> Player {
        let name = DisplayText(quoting: speaker.map(meeting.name(of:)) ?? "")
        do {
            return try Player(
                meeting, frames: file.frames, sampleRate: file.sampleRate, speaker: speaker, from: start, speed: speed)
        } catch {
            switch error {
            case .noSound:
                throw Failure(
                    .notFound,
                    "nothing to play, the recording holds no sound, read the meeting with: standup meeting \(meeting.id)"
                )
            case .noTurns:
                throw Failure(
                    .notFound,
                    "nothing to play, \(name) has no turn in the recording, see: standup meeting \(meeting.id)")
            case .pastEnd(let start, let length):
                throw Failure(
                    .usage,
                    "past the end, \(start.clockText(.position)), the recording is \(length.clockText(.position)) long, "
                        + "give --from an earlier time")
            case .pastLastTurn(let start, let end):
                throw Failure(
                    .usage,
                    "past the end, \(start.clockText(.position)), the last turn of \(name) ends at \(end.clockText(.position)), "
                        + "give --from an earlier time")
            }
        }
    }

    private static func loudspeaker(
        _ flag: String?, clock: ClockChoice, recording: String, in history: History, composition: Composition
    ) throws(Failure) -> DeviceSelection {
        let device = DeviceSelection(
            composition.configuration.value(.output, flag: flag) ?? (clock == .virtual ? "none" : "default"))
        switch device {
        case .silence:
            throw Failure(.usage, "no such loudspeaker, silence is a microphone, for no sound use: --output none")
        case .file(let path):
            try HeardFile.check(path, input: recording, folder: history.folder)
        case .systemDefault, .named:
            guard clock == .real else {
                throw Failure(
                    .usage,
                    "the virtual clock needs a loudspeaker that follows it, \(device) does not, "
                        + "use --output with file:PATH or none")
            }
        case .none: break
        }
        return device
    }
}

/// Times within a recording as arguments.
enum OffsetArgument {
    /// Reads `1:23`, `83`, `83.5` or `1m23s`; the message of a failure says what is wrong with it.
    static func duration(_ text: String) throws -> Duration {
        let trimmed = text.trimmedName
        if let offset = Duration(offset: trimmed) ?? (try? Length(parsing: trimmed).duration) { return offset }
        throw ValidationError("not a time, \(DisplayText(quoting: text)), write it like 1:23, 83, 83.5 or 1m23s")
    }
}
