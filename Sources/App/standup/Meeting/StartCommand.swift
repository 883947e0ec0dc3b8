import ArgumentParser
import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupFeatures
import StandupSpeech
import StandupTerminal

struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Hold a meeting.",
        discussion: """
            On a terminal, the full-screen application shows the meeting; press ? for its keys. Otherwise each event \
            is printed as a line, and commands are read from standard input, one per line: next, previous, later, \
            absent NAME, present NAME, extend 30s, shorten 30s, pause, resume, shuffle, mute, unmute, microphone DEVICE, \
            call DEVICE, point done POINT, point open POINT, point drop POINT, end save, end discard. A line may start \
            with the meeting time at which it takes effect: @12.5 next.

            Without --input or --output, the device chosen in the application is used, else the system default. \
            file:PATH as the microphone plays a sound file; as the loudspeaker it writes a WAV file. Without \
            --recognizer, Whisper transcribes if it is installed, else PocketSphinx. --at-slot-end, --time and the \
            warnings default to the standup's.

            --resume continues the recording of the interrupted meeting. It works until a newer meeting of the standup \
            has been held.

            --clock virtual needs a file, silence or none as the microphone. The same command gives the same events, \
            and replaces the meeting of its last run.

            Examples:
              standup start Daily
              standup start Daily --resume
              standup start Daily --input none --recognizer none
              standup start Daily --input file:voices.wav --clock virtual --events
            """)

    @Argument(
        help: ArgumentHelp(
            "A title, the start of a title, or an id. Default: asks on a terminal.", valueName: "standup"),
        completion: .standup)
    var standup: String?

    @OptionGroup var data: DataOption
    @OptionGroup var sound: SoundOptions

    @Flag(help: "Resume the interrupted meeting.")
    var resume = false

    @Flag(help: "Start another meeting even if one of the standup is running.")
    var again = false

    @Flag(help: "Do not record the meeting.")
    var noRecording = false

    @Option(help: ArgumentHelp("The sample rate of the recording. Default: 48000.", valueName: "hz"))
    var sampleRate: Int?

    @OptionGroup var attendance: RemoteOptions
    @OptionGroup var running: MeetingOptions

    @Option(help: "The clock; virtual runs as fast as possible.")
    var clock: ClockChoice = .real

    @Option(help: "The seed of ids, dates and shuffling on the virtual clock.")
    var seed: UInt64 = 0

    @Flag(help: "Show nothing; read commands from standard input.")
    var headless = false

    @Flag(help: "Print each event as a line of JSON.")
    var events = false

    @Flag(help: "Start the meeting in the background and print its id; join it with standup attach.")
    var detach = false

    @Flag(help: "With --events, also print the microphone level, ten times a second.")
    var levels = false

    func validate() throws {
        if let sampleRate, !(8000...192_000).contains(sampleRate) {
            throw ValidationError("--sample-rate must be 8000 to 192000, not \(sampleRate)")
        }
        if resume, noRecording || sampleRate != nil || !running.isEmpty || !attendance.isEmpty || clock == .virtual {
            throw ValidationError(
                "--resume keeps the settings of the meeting; leave out --no-recording, --sample-rate, --remote, --local, "
                    + "--at-slot-end, --time, --warning, --warning-sound and --clock virtual")
        }
        if detach, headless || events || clock == .virtual {
            throw ValidationError("--detach shows nothing here; leave out --headless, --events and --clock virtual")
        }
        if levels && !events { throw ValidationError("--levels needs --events") }
    }

    func run() async throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let standup = try history.standup(self.standup, asking: "Start which standup?")
        history.adviseIfRunningElsewhere(standup)
        let isHeadless = headless || events || detach || clock == .virtual
        // The application asks this question itself.
        let canAsk = !isHeadless && composition.terminalObstacle == nil
        var setup =
            if let interrupted = try interruptedMeeting(of: standup, in: history, isAsked: canAsk) {
                try MeetingSetup(resuming: interrupted, sound: sound, composition: composition, history: history)
            } else {
                try newMeeting(of: standup, composition, history)
            }
        setup.allowsConcurrent = again
        if detach { return try await setup.holdDetached() }
        let outcome =
            isHeadless
            ? try await setup.hold(.headless(events: events, levels: levels)) : try await setup.holdOnTerminal()
        guard let outcome else {
            let title = DisplayText(quoting: standup.title)
            return StandardOutput.note(
                "\(title) keeps running. Join it: \(SuggestedCommand("attach", standup.commandName))")
        }
        if !events { StandardOutput.note(outcome.ended.line(of: standup)) }
        // What holds the meeting elsewhere tells the team itself.
        if isHeadless, clock == .real {
            await composition.shareEnd(of: standup, outcome.ended.meeting)
        }
        guard outcome.exitCode == 0 else { throw ExitCode(outcome.exitCode) }
        guard outcome.ended.reason != .discarded else { return }
        // A rehearsal is not posted.
        await composition.completeMinutes(of: outcome.ended.meeting, in: history.store, posts: clock == .real)
    }

    private func newMeeting(
        of standup: Standup, _ composition: Composition, _ history: History
    ) throws -> MeetingSetup {
        var standup = standup
        let original = standup
        if let call = sound.call, clock == .real { standup.call = call }
        try attendance.apply(to: &standup.attendees)
        // The same command on the virtual clock changes nothing but its own meeting.
        if standup != original, clock == .real { _ = try history.store.save(standup, replacing: original) }
        running.apply(to: &standup.settings)
        var setup = try MeetingSetup(
            standup: standup, sound: sound, clock: clock, seed: seed, composition: composition, history: history)
        setup.isRecorded = !noRecording
        setup.sampleRate = sampleRate ?? setup.sampleRate
        return setup
    }

    /// The meeting to resume; nil for a new one, or if the application asks.
    private func interruptedMeeting(
        of standup: Standup, in history: History, isAsked: Bool
    ) throws -> InterruptedMeeting? {
        let interrupted = try InterruptedMeeting.all(in: history.store).first { $0.meeting.standupID == standup.id }
        guard let interrupted else {
            guard resume else { return nil }
            let title = DisplayText(quoting: standup.title)
            let latest = try history.store.meetings(of: standup.id).first { $0.state == .interrupted }
            let reason = try latest.map {
                ": that of \(LocalTime($0.startedAt).minute) \(try history.reasonNotToResume($0))"
            }
            throw Failure(
                .notFound,
                "\(title) has no meeting to resume\(reason ?? ""); see: "
                    + "\(SuggestedCommand("meetings", standup.commandName))")
        }
        if resume { return interrupted }
        if !isAsked { StandardOutput.note(interrupted.advice) }
        return nil
    }
}

enum ClockChoice: String, ExpressibleByArgument, CaseIterable {
    case real
    case virtual
}

struct SoundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The microphone: a name or number from standup devices, default, none, silence or file:PATH.",
            valueName: "device"),
        completion: .input)
    var input: String?

    @Option(
        defaultAsFlag: "auto",
        help: ArgumentHelp(
            "Record a call too: auto for what the loudspeaker plays, a name or number from standup devices, file:PATH or none.",
            valueName: "device"),
        completion: .call)
    var call: String?

    @Option(
        help: ArgumentHelp(
            "The loudspeaker: a name or number from standup devices, default, none or file:PATH.", valueName: "device"),
        completion: .output)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The recognizer: whisper, whisper:MODEL, pocketsphinx, none or the address of a speech server.",
            valueName: "recognizer"),
        completion: .recognizer)
    var recognizer: String?
}
