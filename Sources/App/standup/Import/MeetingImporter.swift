import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import StandupSpeech

/// Imports files into a history, for `standup import` and the application.
struct MeetingImporter {
    /// The standup that gets a recording.
    enum Target: Hashable {
        /// The standup that this text names, else a new one with this title; without a text, the one that the title or the
        /// file's name names.
        case named(String?)
        case existing(Standup.ID)
        case new(title: String)
    }

    struct Options {
        var target = Target.named(nil)
        /// The title of the meeting; nil for the standup's.
        var title: String?
        /// The start of the meeting; nil for the date of the file.
        var date: Timestamp?
        /// The path of the file that says who spoke when.
        var speakers: String?
        /// Whether the voices say who spoke when; nil if they do where a standup learns voices and the model is installed.
        var byVoice: Bool?
        var channel: AudioChannel?
        /// Whether a recording without text is transcribed later.
        var isToBeTranscribed = true
    }

    /// Why the choices for a recording cannot be used.
    struct Refusal: Error {
        enum Part {
            case standup
            case speakers
        }

        var part: Part
        var reason: any Error
    }

    /// A recording with its speakers' times, both read.
    struct OpenRecording {
        fileprivate let source: RecordingSource
        fileprivate let times: SpeakerTimes?
        fileprivate let options: Options

        /// Opens a recording; throws a `Refusal` of the speakers' times, or why the recording cannot be read.
        init(_ path: String, _ options: Options) throws {
            source = try RecordingSource(path, channel: options.channel)
            times = try refusing(.speakers) { try options.speakers.map { try MeetingImporter.times($0) } }
            self.options = options
        }
    }

    struct Imported {
        var meeting: Meeting
        var standup: Standup
        var isNewStandup: Bool
        /// Whether the voices said who spoke when.
        var isByVoice: Bool
        /// Why the rest of the file could not be read; nil if it was read to its end.
        var damage: String?
    }

    let history: History
    /// The spoken language of new standups; nil for the default.
    let language: String?

    // MARK: Standups and exported meetings

    /// The standups and meetings of a JSON file.
    static func standups(in path: String) throws(Failure) -> StandupsFile {
        let bytes = try ImportedFile.read(path, limit: StandupsFile.largest)
        do {
            return try StandupsFile(bytes)
        } catch {
            throw ImportedFile.failure(path, error)
        }
    }

    // MARK: Recordings

    /// Imports a recording; nil if `goOn`, which receives the progress from 0 to 1, stopped it.
    ///
    /// - Throws: A `Refusal` of the choices, or any other error. In all cases nothing is left of the import.
    func run(_ opened: OpenRecording, while goOn: (Double) -> Bool) throws -> Imported? {
        let (source, options) = (opened.source, opened.options)
        let path = source.path
        let voices: Diarization?
        do { voices = try self.voices(in: opened, while: goOn) } catch is CancellationError { return nil }
        var generator = SystemRandomNumberGenerator()
        let id = Meeting.ID(using: &generator)
        guard let turn = try takeTurn(while: goOn) else { return nil }
        defer { turn.release() }
        let (standup, isNew) = try refusing(.standup) {
            try self.standup(options, of: path, opened.times, length: source.length)
        }
        let times = try opened.times ?? voices.flatMap { try self.times($0, of: standup) }
        var titled = standup
        titled.title = options.title ?? standup.title
        let title = try titled.validated().title
        let date = try options.date ?? ImportedFile.lastWritten(path)
        guard let lock = try LiveMeetingLock.acquire(id, in: history.folder) else {
            throw Failure(.failed, "the meeting \(id) is already being imported; try again")
        }
        defer { lock.release() }
        func meeting(_ recording: Recording) throws -> Meeting {
            var generator = SystemRandomNumberGenerator()
            do {
                return try Meeting(
                    importing: id, of: standup, title: title, startedAt: date, recording: recording, times: times,
                    isToBeTranscribed: options.isToBeTranscribed, using: &generator)
            } catch {
                guard let speakers = options.speakers else { throw ImportedFile.failure(path, error) }
                throw Refusal(part: .speakers, reason: ImportedFile.failure(speakers, error))
            }
        }
        // Find errors before writing an hour of sound, not after it.
        _ = try meeting(
            Recording(
                fileName: DataFolder.recordingName(of: id), sampleRate: source.sampleRate, frames: source.frames))
        let recordingImport = try RecordingImport(of: source, as: id, in: history)
        guard let written = try recordingImport.write(while: goOn) else { return nil }
        do {
            let meeting = try meeting(written.recording)
            _ = try history.store.add(isNew ? [standup] : [], [meeting])
            recordingImport.complete()
            return Imported(
                meeting: meeting, standup: standup, isNewStandup: isNew, isByVoice: voices != nil,
                damage: written.damage)
        } catch {
            if try history.store.meetingIDs(startingWith: id.rawValue).isEmpty { recordingImport.discard() }
            throw error
        }
    }

    /// Tells the voices in a recording apart; nil if they do not say who spoke when.
    ///
    /// - Throws: `CancellationError` if `goOn` stopped it, or any other error.
    private func voices(in opened: OpenRecording, while goOn: (Double) -> Bool) throws -> Diarization? {
        let (path, options) = (opened.source.path, opened.options)
        let isWanted =
            try options.byVoice
            ?? (opened.times == nil && refusing(.standup) { try existing(options, of: path)?.learnsVoices ?? false }
                && (try? Composition.voiceModel()) != nil)
        guard isWanted else { return nil }
        let model = try Composition.voiceModel()
        let sound = try SoundFile(path: path, channel: options.channel)
        do {
            return try RecordedSpeech(sound, language: "").diarization(by: VoiceEmbedder(model)) { progress in
                guard goOn(Double(progress.done) / Double(progress.total)) else { throw CancellationError() }
            }
        } catch let error as RecognizerError {
            throw Failure(transcribing: error)
        }
    }

    /// The times of a standup's attendees whose voices are known, and of others by number; nil if nobody speaks.
    private func times(_ voices: Diarization, of standup: Standup) throws -> SpeakerTimes? {
        var generator = SystemRandomNumberGenerator()
        var profiles: [Attendee.ID: VoiceProfile] = [:]
        for attendee in standup.attendees where standup.learnsVoices {
            profiles[attendee.id] = VoiceProfile(try history.store.voices(of: attendee.id))
        }
        let known = voices.attendees(profiles)
        var number = 0
        let speakers = voices.voices.indices.map { index in
            if let attendee = standup.attendees.first(where: { $0.id == known[index] }) { return attendee }
            number += 1
            return Attendee(id: Attendee.ID(using: &generator), name: "Voice \(number)")
        }
        return SpeakerTimes(voices.turns.map { (speakers[$0.voice], $0.start, $0.end) })
    }

    /// Waits for the import lock, so that two imports into the same new standup create one standup.
    private func takeTurn(while goOn: (Double) -> Bool) throws(DataFolderError) -> LiveLock? {
        while goOn(0) {
            if let lock = try LiveLock.acquire("import", in: history.folder) { return lock }
            usleep(50_000)
        }
        return nil
    }

    fileprivate static func times(_ path: String) throws -> SpeakerTimes {
        let bytes = try ImportedFile.read(path, limit: StandupsFile.largest)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ImportedFile.failure(path, "it is not UTF-8 text")
        }
        let name = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        do {
            return try SpeakerTimes(text, format: SpeakerTimes.Format(rawValue: name))
        } catch {
            throw ImportedFile.failure(path, error)
        }
    }

    /// Finds the standup of the import, and whether to create it.
    private func standup(
        _ options: Options, of path: String, _ times: SpeakerTimes?, length: Duration
    ) throws -> (Standup, isNew: Bool) {
        if let standup = try existing(options, of: path) { return (standup, false) }
        return (try newStandup(title(options, of: path), times, length: length), true)
    }

    /// The standup of the import; nil if it is to be created.
    private func existing(_ options: Options, of path: String) throws -> Standup? {
        switch options.target {
        case .existing(let id):
            guard let standup = try history.store.standups().first(where: { $0.id == id }) else {
                throw LookupError.noStandup(id.rawValue)
            }
            return standup
        case .new: return nil
        case .named(let text): return try find(title(options, of: path), isWhole: text == nil)
        }
    }

    /// The title of the import's standup, if that is not chosen by its id.
    private func title(_ options: Options, of path: String) -> String {
        switch options.target {
        case .new(let title), .named(let title?): title
        case .existing, .named(nil): options.title ?? ImportedFile.title(of: path)
        }
    }

    /// The standup that a text names; with `isWhole`, the text must be its whole title.
    private func find(_ text: String, isWhole: Bool) throws -> Standup? {
        do {
            let found = try history.standup(text)
            return isWhole && found.title.trimmedName.lowercased() != text.trimmedName.lowercased() ? nil : found
        } catch LookupError.noStandup {
        } catch LookupError.severalStandups where isWhole {
        }
        return nil
    }

    private func newStandup(_ title: String, _ times: SpeakerTimes?, length: Duration) throws -> Standup {
        var generator = SystemRandomNumberGenerator()
        let id = Standup.ID(using: &generator)
        var made = Standup(id: id, title: title)
        made.length = Self.plannedLength(length)
        if let language { made.language = language }
        var known: Set<String> = []
        made.attendees = (times?.speakers ?? []).filter { known.insert($0.lowercased()).inserted }
            .map { Attendee(id: Attendee.ID(using: &generator), name: $0) }
        if made.attendees.isEmpty { made.attendees = [Meeting.someone(of: id)] }
        return try made.validated()
    }

    /// Rounds a length to whole minutes within the limits of a standup.
    private static func plannedLength(_ length: Duration) -> Duration {
        let minutes = (length.nanoseconds + 59_999_999_999) / 60_000_000_000
        let range = Standup.lengthRange
        return min(max(.seconds(60 * minutes), range.lowerBound), range.upperBound)
    }
}

/// Performs work whose errors are refusals of a choice.
private func refusing<Value>(
    _ part: MeetingImporter.Refusal.Part, _ work: () throws -> Value
) throws(MeetingImporter.Refusal) -> Value {
    do { return try work() } catch { throw MeetingImporter.Refusal(part: part, reason: error) }
}
