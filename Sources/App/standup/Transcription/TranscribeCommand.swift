import ArgumentParser
import AudioDevices
import AudioFiles
import FoundationEssentials
import MeetingEngine
import MeetingExport
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition

/// `standup transcribe`.
struct TranscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: "Transcribe a meeting again, or any sound file.",
        discussion: """
            A meeting gets a new transcript beside those it has, which is shown from then on; see: standup transcripts. \
            The recording stays as it is. Interrupted, it keeps what is done: the same command goes on from there, to \
            the same result. It uses all cores if memory allows.

            A file's transcript is printed, and nothing is kept. Any file with sound in it will do. A file that is \
            called like a meeting is named with its folder, such as ./latest.

            Examples:
              standup transcribe latest
              standup transcribe Daily/2 --jobs 1
              standup transcribe interview.flac --language en > interview.txt
              standup transcribe interview.flac --format srt > interview.srt
              standup transcribe interview.flac --json
            """)

    @Argument(
        help: ArgumentHelp(
            "latest, TITLE/1 (1 is the newest), the start of an id, or a sound file.", valueName: "meeting-or-file"),
        completion: .meeting)
    var subject: String

    @Option(
        help: ArgumentHelp(
            "The recogniser: whisper, whisper:MODEL, pocketsphinx, or the address of a speech server.",
            valueName: "recognizer"),
        completion: .recognizer)
    var recognizer: String?

    @Option(
        help: "The language spoken, such as en or en-GB; by default the meeting's.",
        transform: StandupOptions.language)
    var language: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many recognisers work at once, by default one a core if memory allows."))
    var jobs: Int?

    @Option(
        help: ArgumentHelp("How a file's transcript is printed: txt, srt, vtt or json.", valueName: "format"),
        completion: .list(FileTranscript.Format.allCases.map(\.rawValue)))
    var format: FileTranscript.Format?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    /// More decoders than this take more memory than most machines have to spare.
    private static let mostJobs = 64

    func validate() throws {
        if let jobs, !(1...Self.mostJobs).contains(jobs) {
            throw ValidationError("--jobs is a number from 1 to \(Self.mostJobs)")
        }
        guard !json.isOn || format ?? .json == .json else {
            throw ValidationError("--json and --format \(format?.rawValue ?? "") exclude each other")
        }
    }

    func run() async throws {
        let composition = try Composition(data: data)
        switch try TranscriptionSubject(subject, composition) {
        case .file(let path): try await transcribe(file: path, composition)
        case .meeting(let meeting, let history):
            guard format == nil else {
                throw Failure(
                    .usage,
                    "--format is for files, for the transcript of a meeting use: standup export \(DisplayText(subject))"
                )
            }
            try await transcribe(meeting, in: history, composition)
        }
    }

    private func jobCount(_ recognition: StretchRecognition) -> Int {
        let cores = min(ProcessInfo.processInfo.activeProcessorCount, Self.mostJobs)
        return jobs ?? recognition.jobs(cores: cores, freeMemory: FreeMemory.bytes { try? SmallFile.read($0) })
    }

    private func recognition(_ language: String, _ composition: Composition) throws -> StretchRecognition {
        let choice = try RecognizerChoice(
            flag: recognizer, language: language, configuration: composition.configuration)
        if let problem = choice.problem ?? choice.substitution { throw Failure(transcribing: problem) }
        guard let stretches = choice.stretches else {
            throw Failure(
                .usage,
                "no recogniser, \(choice.name), use --recognizer whisper, pocketsphinx "
                    + "or the address of a speech server")
        }
        return stretches
    }

    private func transcribe(file path: String, _ composition: Composition) async throws {
        let language = language ?? composition.configuration.value(.language) ?? "en"
        let recognition = try recognition(language, composition)
        let recording = try SoundFile(path: path)
        let run = TranscriptionTask(interruption: "nothing is kept of a file's transcript, begin again")
        let utterances = try await run.perform { report in
            try await RecordingTranscription(
                of: RecordedSpeech(recording, language: language), by: recognition, jobs: jobCount(recognition)
            )
            .utterances(report: report)
        }
        let document = FileTranscript(
            path: absolutePath(path), recording: recording, language: language, recognizer: recognition.name,
            utterances: utterances)
        if let damage = recording.damage {
            StandardOutput.note(
                "standup: note: \(DisplayText(path)) is damaged from \(damage.offset.clockText(.position)) on "
                    + "(\(DisplayText(damage.reason))), what comes before it was transcribed")
        }
        if json.isOn || format == .json { return try JSONOutput.write(document) }
        if utterances.isEmpty { StandardOutput.note("standup: note: no words were heard in \(DisplayText(path))") }
        switch format {
        case .srt: try StandardOutput.write(try document.subtitles(as: .srt))
        case .vtt: try StandardOutput.write(try document.subtitles(as: .vtt))
        case .txt, .json, nil: try StandardOutput.write(document.lines.map { $0 + "\n" }.joined())
        }
    }

    private func transcribe(_ meeting: Meeting, in history: History, _ composition: Composition) async throws {
        let recording = try history.recording(of: meeting)
        let language = language ?? meeting.language
        let recognition = try recognition(language, composition)
        guard let lock = try LiveLock.acquire("transcribe-\(meeting.id)", in: history.folder) else {
            throw Failure(
                .failed,
                "the meeting is being transcribed, \(DisplayText(quoting: meeting.title)) (\(meeting.id)), "
                    + "wait until that has ended")
        }
        defer { lock.release() }
        let transcription = MeetingTranscription(
            of: meeting, recording: recording, cues: try composition.cueSounds(), by: recognition, language: language,
            prompt: history.prompt(for: meeting), store: history.store)
        let run = TranscriptionTask(
            interruption: "what is done is kept, go on with: standup transcribe \(meeting.id.rawValue.prefix(8))",
            lock: lock)
        let number = try await run.perform { report in
            try await transcription.run(
                jobs: jobCount(recognition),
                now: { Timestamp(nanosecondsSince1970: Composition.clock.nanosecondsSince1970) },
                report: report)
        }
        // All of it has been heard now: nothing is left for the background of the next meeting.
        if LateTranscription.isNeeded(for: meeting) {
            try history.store.record([MeetingChange.transcribed(upTo: meeting.duration)], in: meeting.id)
        }
        let versions = try history.transcripts(of: meeting.id)
        let title = DisplayText(quoting: meeting.title)
        if number == nil { StandardOutput.note("No words were heard in \(title). Its transcript stays as it is.") }
        let wanted = number ?? versions.first { $0.version.isCurrent }?.version.number
        guard let version = versions.first(where: { $0.version.number == wanted }) else { return }
        if json.isOn { return try JSONOutput.write(TranscriptsDocument.Transcript(version)) }
        guard let number else { return }
        // What was shown until now, if there is a word in it.
        let other = versions.last { $0.version.number < number && $0.words > 0 }?.version.number
        let id = meeting.id.rawValue.prefix(8)
        try StandardOutput.writeLine(
            "Transcript \(number) of \(title) (\(recognition.name), \(version.words) words) is shown from now on."
                + (other.map { " Compare: standup transcripts \(id) --compare \($0) \(number)" } ?? ""))
    }
}

extension Failure {
    /// The failure that a recogniser's error amounts to where nothing else goes on.
    init(transcribing error: RecognizerError) {
        switch error {
        case .noModel(let language, let searched):
            self.init(
                .unavailable,
                "no speech model, none for the language \(language) in \(searched), install one "
                    + "(standup models install base, for English standup models install) or say which language it is: "
                    + "--language")
        case .failed(let name, let reason):
            self.init(.unavailable, "the recogniser failed, \(name) (\(reason)), try again; what was done is kept")
        case .unusable(let line): self.init(.unavailable, line)
        case .noAnswer(let server, let reason, let advice, let prospect):
            let remedy = prospect == .later ? "try again; what was done is kept" : advice
            self.init(.unavailable, "the speech server gave no words, \(server) (\(reason)), \(remedy)")
        }
    }
}
