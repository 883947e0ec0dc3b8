import Localization
import MeetingModel
@testable import Presentation
import StandupHistory
import StandupTesting
import TestSupport
import Testing

@testable import MeetingHistory
@testable import Sound
@testable import StandupFeatures

/// A past meeting on its screen, with a store in the engine's place that keeps its transcripts.
struct MeetingRig {
    var feature: PastMeeting
    var meeting: Meeting
    /// The transcripts, oldest first.
    var transcripts: [[NumberedUtterance]]
    var versions: [TranscriptVersion]
    var recordingPath: String? = "/data/recordings/m1.wav"
    /// The corrections that are kept for the next start.
    var kept: PendingCorrections?
    /// Why nothing can be stored; nil if it can.
    var refusal: HistoryError? { didSet { store.failWrites(with: refusal) } }
    /// The requests of the feature, the latest last.
    var requests: [Request] = []
    /// The recording that plays.
    var player: Player?
    /// The requested effects.
    var effects: [Effect] = []
    /// The history of the backend, in which the meeting is only for its marks.
    let store = SQLiteMeetingStore.temporary()
    /// What answers calls.
    var backend: FixedBackend
    let localizer: Localizer

    /// A meeting of Ann and Ben, Cal absent, in which Ann said two things and Ben one.
    init(language: String = "en", state: Meeting.State = .finished, utterance: Int? = nil) {
        meeting = Meeting(
            id: Meeting.ID(rawValue: "m1"), standupID: Standup.ID(rawValue: "s1"), title: "Web",
            startedAt: Timestamp(nanosecondsSince1970: 1_800_003_600_000_000_000), state: state,
            duration: .seconds(125),
            attendees: [
                MeetingAttendee(
                    id: Team.ann.id, name: "Ann", slot: .seconds(60), used: .seconds(72), overtime: .seconds(12),
                    state: .spoke),
                MeetingAttendee(
                    id: Team.ben.id, name: "Ben", slot: .seconds(60), used: .seconds(53), state: .spoke),
                MeetingAttendee(id: Team.cal.id, name: "Cal", slot: .seconds(60), state: .absent),
            ],
            turns: [
                Turn(attendee: Team.ann.id, start: .zero, end: .seconds(72)),
                Turn(attendee: Team.ben.id, start: .seconds(72), end: .seconds(125)),
            ],
            recording: Recording(fileName: "m1.wav", sampleRate: 16_000, frames: 2_000_000))
        let said = [
            Self.utterance(Team.ann.id, 3, "yesterday i finished the lagoon page"),
            Self.utterance(Team.ann.id, 20, "nothing blocks me"),
            Self.utterance(Team.ben.id, 83, "i will work on the search"),
        ]
        transcripts = [said.enumerated().map { NumberedUtterance(id: Int64($0.offset + 11), utterance: $0.element) }]
        versions = [
            TranscriptVersion(number: 1, createdAt: meeting.startedAt, origin: .live, isCurrent: true)
        ]
        localizer = .localizer(language)
        backend = FixedBackend(store)
        backend.waveform = Waveform(levels: [0, 35, 17])
        feature = PastMeeting(meeting: meeting.id, theme: .teal, at: PlaceInMeeting(utterance: utterance))
    }

    static func utterance(_ attendee: Attendee.ID, _ start: Int, _ text: String) -> Utterance {
        let words = text.split(separator: " ").enumerated().map { index, word in
            Word(
                text: String(word), start: .seconds(start + index), end: .seconds(start + index + 1), confidence: 0.9)
        }
        return Utterance(
            attendee: attendee, start: .seconds(start), end: .seconds(start + words.count), text: text,
            recognizer: "pocketsphinx", words: words)
    }

    /// A meeting that has been read; the utterance at `interjection` came from the call, the one at `voice` is Ben's by voice.
    static func read(
        language: String = "en", state: Meeting.State = .finished, utterance: Int? = nil, interjection: Int? = nil,
        voice: Int? = nil
    ) -> MeetingRig {
        var rig = MeetingRig(language: language, state: state, utterance: utterance)
        for place in [interjection, voice].compactMap({ $0 }) {
            let kept = rig.transcripts[0][place]
            let own = kept.utterance
            rig.transcripts[0][place] = NumberedUtterance(
                id: kept.id,
                utterance: Utterance(
                    attendee: place == voice ? Team.ben.id : own.attendee, start: own.start, end: own.end,
                    text: own.text,
                    recognizer: own.recognizer, words: own.words, channel: place == interjection ? .call : nil,
                    isInterjection: place == interjection, isByVoice: place == voice))
        }
        rig.carryOut(rig.feature.firstEffects)
        return rig
    }

    /// The same meeting once it has been read.
    func loaded() -> MeetingRig {
        var rig = self
        rig.carryOut(rig.feature.firstEffects)
        return rig
    }

    /// The name on the second line.
    var secondName: String? { try? screen.lines[1].name }

    /// Sends commands, and performs the requested effects.
    mutating func perform(_ commands: Command...) {
        for command in commands { carryOut(feature.perform(command)) }
    }

    /// Takes out the text of the field and types another.
    mutating func type(_ text: String) {
        perform(.last, .deleteToStart, .insert(text))
    }

    /// Another process changes the words of an utterance, or removes it.
    mutating func correctElsewhere(_ correction: UtteranceCorrection) {
        changeElsewhere(correction)
        carryOut(feature.receive(.changedElsewhere))
    }

    /// Another process changes an utterance, which the application has not noticed yet.
    mutating func changeElsewhere(_ correction: UtteranceCorrection) {
        keep(version: versions.count, [correction])
    }

    /// The application is started again at the meeting.
    func restarted() -> MeetingRig {
        var rig = self
        rig.feature = PastMeeting(meeting: meeting.id, theme: .teal)
        rig.effects = []
        rig.requests = []
        rig.carryOut(rig.feature.firstEffects)
        return rig
    }

    mutating func carryOut(_ reply: Reply) {
        carryOut(reply.effects)
        if let request = reply.request { requests.append(request) }
    }

    private mutating func carryOut(_ wanted: [Effect]) {
        for effect in wanted {
            effects.append(effect)
            switch effect {
            case .correct(meeting.id, let version, let current, let corrections):
                correct(version, current, corrections)
            case .store(.point(let edit, meeting.id)):
                let points = edit.applied(to: meeting.points)
                if refusal == nil { meeting.points = points ?? meeting.points }
                let result: Result<Bool, HistoryError> = refusal.map { .failure($0) } ?? .success(points != nil)
                carryOut(feature.receive(.stored(.point(edit, of: meeting.id), result)))
            case .keepCorrections(meeting.id, let corrections): kept = corrections
            case .call: answerCall()
            case .play(let request): play(request)
            case .tellPlayer(let command):
                _ = player?.perform(command)
                report()
            default: break
            }
        }
    }

    /// Answers the call that was made last.
    mutating func answerCall() {
        let pages = transcripts.indices.map { loaded($0 + 1) }
        let current = versions.first { $0.isCurrent }?.number ?? 1
        backend.loaded = { version in pages[(version ?? current) - 1] }
        var saved = SavedCorrections(text: nil)
        saved[meeting.id] = kept
        backend.preferences.keep(saved.text, for: .corrections)
        guard case .call(let call)? = effects.last, case .answered(let answer)? = try? call.outcome(from: backend)
        else { return }
        if let kept = try? store.meeting(meeting.id) { meeting.marks = kept.marks }
        carryOut(feature.receive(answer))
    }

    private mutating func correct(_ version: Int, _ current: Int?, _ corrections: [UtteranceCorrection]) {
        if let refusal {
            carryOut(feature.receive(.corrected(meeting.id, .failure(.failed(refusal)))))
        } else if current != versions.first(where: \.isCurrent)?.number {
            let number = versions.first(where: \.isCurrent)?.number ?? 1
            carryOut(feature.receive(.corrected(meeting.id, .failure(.changed(loaded(number))))))
        } else {
            keep(version: version, corrections)
            carryOut(feature.receive(.corrected(meeting.id, .success(loaded(versions.count)))))
        }
    }

    private mutating func play(_ request: PlaybackRequest) {
        player = try? Player(
            meeting, frames: 2_000_000, sampleRate: 16_000, speaker: request.speaker, from: request.start,
            speed: request.speed)
        report()
    }

    /// Time passes while the recording plays.
    mutating func listen(for time: Duration) {
        guard let playing = player else { return }
        player?.advance(upTo: playing.offset + time.frames(at: 16_000))
        report()
    }

    /// The player reports its state.
    mutating func report() {
        guard let player else { return }
        carryOut(feature.receive(.player(meeting.id, .playing(player))).effects)
    }

    private mutating func keep(version: Int, _ corrections: [UtteranceCorrection]) {
        transcripts.append(transcripts[version - 1].corrected(by: corrections))
        versions =
            versions.map { $0.with(isCurrent: false) } + [
                TranscriptVersion(
                    number: versions.count + 1, createdAt: meeting.startedAt + .seconds(3600 * versions.count),
                    origin: .correction(of: version), isCurrent: true)
            ]
    }

    private func loaded(_ number: Int) -> LoadedMeeting {
        LoadedMeeting(
            meeting: meeting, versions: versions, version: number, transcript: transcripts[number - 1],
            recordingPath: recordingPath)
    }

    var screen: MeetingScreen {
        get throws {
            guard case .meeting(let screen) = feature.content(localizer) else { throw WrongScreen() }
            return screen
        }
    }

    var dialog: DialogScreen? { feature.dialog(localizer) }
    var notice: Notice? { feature.notice(localizer) }

    /// The corrections that were written.
    var corrections: [Effect] {
        effects.filter { if case .correct = $0 { true } else { false } }
    }

    struct WrongScreen: Error {}
}

extension TranscriptVersion {
    fileprivate func with(isCurrent: Bool) -> TranscriptVersion {
        TranscriptVersion(number: number, createdAt: createdAt, origin: origin, isCurrent: isCurrent)
    }
}
