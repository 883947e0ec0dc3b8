import ArgumentParser
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech

struct TranscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: "Transcribe a meeting again, or any sound file.",
        discussion: """
            The new transcript of a meeting becomes the current one; earlier ones are kept (see: standup transcripts). \
            To resume after an interruption, run the same command again.

            The transcript of a sound file is printed, not kept. If the file has the name of a meeting, add its folder: \
            ./latest

            Examples:
              standup transcribe latest
              standup transcribe Daily/2 --jobs 1
              standup transcribe latest --channel call
              standup transcribe interview.flac --language en > interview.txt
              standup transcribe interview.flac --format srt > interview.srt
              standup transcribe interview.flac --json
            """)

    @Argument(
        help: ArgumentHelp(
            "latest, TITLE for its latest meeting, TITLE/2 for the one before, the start of an id, or a sound file. "
                + "Default: asks for a meeting on a terminal.", valueName: "meeting-or-file"),
        completion: .meeting)
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "The recognizer: whisper, whisper:MODEL, pocketsphinx or the address of a speech server. Default: the best "
                + "installed one.",
            valueName: "recognizer"),
        completion: .recognizer)
    var recognizer: String?

    @Option(
        help: "The spoken language, such as en or en-GB. Default: the meeting's, or en for a file.",
        transform: StandupOptions.language)
    var language: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of recognizers to run at once. Default: one per core, fewer if memory is short.")
    )
    var jobs: Int?

    @Option(
        help: ArgumentHelp("The format of a file's transcript. Default: txt.", valueName: "format"),
        completion: .list(FileTranscript.Format.allCases.map(\.rawValue)))
    var format: FileTranscript.Format?

    @OptionGroup var side: ChannelOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if let jobs, !(1...SegmentRecognition.mostJobs).contains(jobs) {
            throw ValidationError("--jobs must be 1 to \(SegmentRecognition.mostJobs)")
        }
        guard !json.isOn || format ?? .json == .json else {
            throw ValidationError("--json and --format \(format?.rawValue ?? "") cannot be combined")
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
                    "--format is for files; export a meeting's transcript with: standup export \(meeting.id.rawValue.prefix(8))"
                )
            }
            try await transcribe(meeting, in: history, composition)
        }
    }

    private func recognition(_ language: String, _ composition: Composition) throws -> SegmentRecognition {
        let choice = try RecognizerChoice(
            flag: recognizer, language: language, configuration: composition.configuration)
        if let problem = choice.problem ?? choice.substitution { throw Failure(transcribing: problem) }
        guard let segments = choice.segments else {
            throw Failure(
                .usage,
                "\(choice.name) does not transcribe; use --recognizer whisper, pocketsphinx "
                    + "or the address of a speech server")
        }
        return segments
    }

    private func transcribe(file path: String, _ composition: Composition) async throws {
        let language = language ?? composition.configuration.language ?? "en"
        let recognition = try recognition(language, composition)
        let recording = try SoundFile(path: path, channel: side.channel)
        let run = TranscriptionTask(interruption: "nothing was kept; start again")
        var speech = RecordedSpeech(recording, language: language)
        speech.vocabulary = Vocabulary(terms: [], language: language, for: recognition)
        let utterances = try await run.perform { [speech] report in
            try await RecordingTranscription(of: speech, by: recognition, jobs: jobs ?? recognition.jobsOfMachine)
                .utterances(report: report)
        }
        let document = FileTranscript(
            path: absolutePath(path), recording: recording, language: language, recognizer: recognition.name,
            utterances: utterances)
        recording.noteDamage(of: path, "everything before was transcribed")
        if json.isOn || format == .json { return try JSONOutput.write(document) }
        if utterances.isEmpty { StandardOutput.note("standup: note: no words were recognized in \(DisplayText(path))") }
        switch format {
        case .srt: try StandardOutput.write(try document.subtitles(as: .srt))
        case .vtt: try StandardOutput.write(try document.subtitles(as: .vtt))
        case .txt, .json, nil: try StandardOutput.write(document.lines.map { $0 + "\n" }.joined())
        }
    }

    private func transcribe(_ meeting: Meeting, in history: History, _ composition: Composition) async throws {
        try meeting.check(side.channel)
        let recording = try history.recording(of: meeting)
        let language = language ?? meeting.language
        let recognition = try recognition(language, composition)
        let transcription = try MeetingRetranscription(
            of: meeting, recording, channel: side.channel, language: language, by: recognition, in: history,
            composition)
        defer { transcription.lock.release() }
        let run = TranscriptionTask(
            interruption: "what is done is kept; resume with: standup transcribe \(meeting.id.rawValue.prefix(8))",
            lock: transcription.lock)
        let number = try await run.perform { report in
            try await transcription.run(jobs: jobs ?? recognition.jobsOfMachine, report: report)
        }
        let versions = try history.transcripts(of: meeting.id)
        let title = DisplayText(quoting: meeting.title)
        if number == nil { StandardOutput.note("No words were recognized in \(title). Its transcript stays as it is.") }
        let wanted = number ?? versions.first { $0.version.isCurrent }?.version.number
        guard let version = versions.first(where: { $0.version.number == wanted }) else { return }
        if json.isOn { return try JSONOutput.write(TranscriptsDocument.Transcript(version)) }
        guard let number else { return }
        // The previously shown transcript, if it has words.
        let other = versions.last { $0.version.number < number && $0.words > 0 }?.version.number
        let id = meeting.id.rawValue.prefix(8)
        try StandardOutput.writeLine(
            "Transcript \(number) of \(title) (\(recognition.name), \(version.words) words) is now current."
                + (other.map { " Compare: standup transcripts \(id) --compare \($0) \(number)" } ?? ""))
    }
}

extension Failure {
    init(transcribing error: RecognizerError) {
        switch error {
        case .noModel(let language, let searched):
            self.init(
                .unavailable,
                "no speech model for \(language) in \(searched); install one with: standup models install base "
                    + "(for English: standup models install), or choose another language with --language")
        case .failed(let name, let reason):
            self.init(.unavailable, "the recognizer \(name) failed (\(reason)); try again (what was done is kept)")
        case .unusable(let line): self.init(.unavailable, line)
        case .noAnswer(let server, let reason, let advice, let retry):
            let remedy = retry == .later ? "try again (what was done is kept)" : advice
            self.init(.unavailable, "the speech server \(server) returned no words (\(reason)); \(remedy)")
        }
    }
}
