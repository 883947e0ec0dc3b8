import ArgumentParser
import AudioDevices
import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition
import StandupFeatures
import StandupTerminal

/// `standup start`.
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Hold a meeting now.",
        discussion: """
            On a terminal the full-screen application shows the meeting and ends with it; ? shows its keys. A \
            terminal that cannot show it, or another standard output, gets a line for each event.

            There, and with --headless or --events, commands come on standard input, one a line: next, previous, \
            later, absent NAME, present NAME, extend 30s, shorten 30s, pause, resume, shuffle, microphone DEVICE, end \
            save, end discard; a line may begin with the meeting time at which it is to act, such as @12.5 next.

            Devices are named as standup devices lists them. A microphone can also be silence or file:PATH, a \
            loudspeaker file:PATH (a WAV file of what would be heard); either can be none.

            With --clock virtual the meeting runs as fast as the machine can, on a file, on silence or without a \
            microphone. The same command then gives the same events, and its meeting takes the place of the one before.

            A meeting whose program died can be gone on with, with --resume: the same meeting, with its turns, its \
            recording and its settings, from where it was cut off, as long as no newer one of its standup has been held.

            A standup that is being held already, in another window or by another program, is held a second time at \
            once only with --again.

            Examples:
              standup start Daily
              standup start Daily --resume
              standup start Daily --input none --recognizer none
              standup start Daily --input file:voices.wav --clock virtual --events
            """)

    @Argument(
        help: ArgumentHelp("Which standup: a title, a unique start of one, or an id.", valueName: "standup"),
        completion: .standup)
    var standup: String

    @OptionGroup var data: DataOption
    @OptionGroup var sound: SoundOptions

    @Flag(help: "Go on with the meeting that was cut off.")
    var resume = false

    @Flag(help: "Hold another meeting beside one of the same standup that runs.")
    var again = false

    @Flag(help: "Keep no sound.")
    var noRecording = false

    @Option(help: ArgumentHelp("The recording's frames per second.", valueName: "hz"))
    var sampleRate: Int?

    @OptionGroup var running: RunningOptions

    @Option(help: "The clock: real, or virtual for as fast as the machine can.")
    var clock: ClockChoice = .real

    @Option(help: "What ids, dates and chance come from on the virtual clock.")
    var seed: UInt64 = 0

    @Flag(help: "No screen and no lines; commands come on standard input.")
    var headless = false

    @Flag(help: "Print each event as a line of JSON; no screen.")
    var events = false

    @Flag(help: "With --events: the microphone's level too, ten times a second.")
    var levels = false

    func validate() throws {
        if let sampleRate, !(8000...192_000).contains(sampleRate) {
            throw ValidationError("sample rate out of range, \(sampleRate), choose one from 8000 to 192000 Hz")
        }
        if resume, noRecording || sampleRate != nil || !running.isEmpty || clock == .virtual {
            throw ValidationError(
                "--resume goes on as the meeting was, without --no-recording, --sample-rate, --at-slot-end, --time, "
                    + "--warning, --warning-sound and --clock virtual")
        }
        if levels && !events { throw ValidationError("--levels goes with --events") }
    }

    func run() async throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let standup = try history.standup(self.standup)
        let isHeadless = headless || events || clock == .virtual
        // The application asks about it itself.
        let canAsk = !isHeadless && NCursesRenderer.obstacle() == nil
        var setup =
            if let interrupted = try interruptedMeeting(of: standup, in: history, isAsked: canAsk) {
                try MeetingSetup(resuming: interrupted, sound: sound, composition: composition, history: history)
            } else {
                try newMeeting(of: standup, composition, history)
            }
        setup.isAgain = again
        let outcome =
            isHeadless
            ? try await setup.hold(.headless(events: events, levels: levels)) : try await setup.holdOnTerminal()
        if !events { StandardOutput.note(Self.summary(outcome.ended, of: standup)) }
        guard outcome.exitCode == 0 else { throw ExitCode(outcome.exitCode) }
    }

    private func newMeeting(
        of standup: Standup, _ composition: Composition, _ history: History
    ) throws -> MeetingSetup {
        var standup = standup
        running.apply(to: &standup.settings)
        var setup = try MeetingSetup(
            standup: standup, sound: sound, clock: clock, seed: seed, composition: composition, history: history)
        setup.isRecorded = !noRecording
        setup.sampleRate = sampleRate ?? setup.sampleRate
        return setup
    }

    /// The meeting that is to be resumed; nil for a new one, or where the application asks.
    private func interruptedMeeting(
        of standup: Standup, in history: History, isAsked: Bool
    ) throws -> InterruptedMeeting? {
        let interrupted = try InterruptedMeeting.all(in: history.store).first { $0.meeting.standupID == standup.id }
        guard let interrupted else {
            guard resume else { return nil }
            let title = DisplayText(quoting: standup.title)
            throw Failure(
                .notFound, "no meeting to go on with, \(title) has none that was cut off last, see: standup meetings")
        }
        if resume { return interrupted }
        if !isAsked { StandardOutput.note(interrupted.advice) }
        return nil
    }

    private static func summary(_ outcome: EndedMeeting, of standup: Standup) -> String {
        let title = DisplayText(quoting: standup.title)
        guard outcome.reason != .discarded else { return "\(title) was discarded; nothing of it was kept." }
        guard !outcome.isCutOff else {
            return "\(title) was cut off after \(outcome.duration.clockText()). "
                + "Resume it: standup start \(title) --resume"
        }
        return
            "\(title) took \(outcome.duration.clockText()). See it: standup meeting \(outcome.meeting.rawValue.prefix(8))"
    }
}

/// The clock of a meeting.
enum ClockChoice: String, ExpressibleByArgument, CaseIterable {
    case real
    case virtual
}

/// Where a meeting's sound comes from and goes.
struct SoundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The microphone: a name or number from devices, default, none, silence, file:PATH.", valueName: "device"),
        completion: .input)
    var input: String?

    @Option(
        help: ArgumentHelp(
            "The loudspeaker: a name or number from devices, default, none, file:PATH.", valueName: "device"),
        completion: .output)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The recogniser: whisper, whisper:MODEL, pocketsphinx, none, or the address of a speech server.",
            valueName: "recognizer"),
        completion: .recognizer)
    var recognizer: String?
}
