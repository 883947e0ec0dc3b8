import ArgumentParser
import MeetingModel
import StandupSpeech

struct DiarizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diarize",
        abstract: "Print who speaks when in a sound file, by voice.",
        discussion: """
            Voices are named voice-1, voice-2 and so on, in order of appearance. The output is RTTM, which other programs \
            read and compare. It needs the model of voices (standup models install voices).

            Examples:
              standup diarize interview.flac > interview.rttm
              standup diarize interview.flac --voices 2
              standup diarize interview.flac --json
            """)

    @Argument(help: ArgumentHelp("A sound file.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The greatest number of voices. Default: as many as differ clearly.", valueName: "number"))
    var voices: Int?

    @OptionGroup var side: ChannelOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if let voices, !(1...Diarization.mostVoices).contains(voices) {
            throw ValidationError("--voices must be 1 to \(Diarization.mostVoices)")
        }
    }

    func run() async throws {
        let recording = try SoundFile(path: file, channel: side.channel)
        let model = try Composition.voiceModel()
        let run = TranscriptionTask(interruption: "nothing was kept; start again")
        let diarization = try await run.perform { [voices] report in
            try RecordedSpeech(recording, language: "").diarization(
                by: VoiceEmbedder(model), atMost: voices, report: report)
        }
        recording.noteDamage(of: file, "everything before was examined")
        let document = DiarizationDocument(path: file, recording: recording, diarization)
        if json.isOn { return try JSONOutput.write(document) }
        if document.turns.isEmpty { StandardOutput.note("standup: note: no speech was found in \(DisplayText(file))") }
        try StandardOutput.write(document.rttm)
    }
}

/// Who speaks when in `diarize --json`; offsets are in seconds.
struct DiarizationDocument: Codable, Hashable {
    struct Voice: Codable, Hashable {
        var name: String
        /// The total length of the turns.
        var duration: Double
    }

    struct Turn: Codable, Hashable {
        var start: Double
        var end: Double
        var voice: String
    }

    var file: String
    var duration: Double
    var sampleRate: Int
    var voices: [Voice]
    var turns: [Turn]

    init(path: String, recording: SoundFile, _ diarization: Diarization) {
        file = absolutePath(path)
        duration = Double(recording.frames) / Double(recording.sampleRate)
        sampleRate = recording.sampleRate
        let turns = diarization.turns.map {
            Turn(start: $0.start.seconds, end: $0.end.seconds, voice: "voice-\($0.voice + 1)")
        }
        voices = diarization.voices.indices.map { index in
            let own = diarization.turns.filter { $0.voice == index }
            return Voice(name: "voice-\(index + 1)", duration: own.reduce(.zero) { $0 + $1.end - $1.start }.seconds)
        }
        self.turns = turns
    }

    /// The turns in NIST's Rich Transcription Time Marked format, a line each.
    ///
    /// Its fields are separated by spaces, so a space in the name of the file becomes an underscore.
    var rttm: String {
        let name = (file.split(separator: "/").last ?? "").split(separator: ".", omittingEmptySubsequences: false)
        let stem = DisplayText((name.count > 1 ? name.dropLast() : name).joined(separator: ".")).description
        let field = String(stem.map { $0.isWhitespace ? "_" : $0 })
        func text(_ seconds: Double) -> String {
            let milliseconds = String(Int64((seconds * 1000).rounded()))
            let padded = String(repeating: "0", count: max(4 - milliseconds.count, 0)) + milliseconds
            return "\(padded.dropLast(3)).\(padded.suffix(3))"
        }
        return turns.map { turn in
            let times = "\(text(turn.start)) \(text(turn.end - turn.start))"
            return "SPEAKER \(field) 1 \(times) <NA> <NA> \(turn.voice) <NA> <NA>\n"
        }
        .joined()
    }
}
