import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures
@testable import StandupSpeech

@Suite("Transcribing a past meeting again") struct TranscribingTests {
    private static let offer = TranscriptionOffer(
        [
            OfferedRecognizer(name: "whisper:tiny.en", title: "Whisper tiny.en", languages: ["en"]),
            OfferedRecognizer(name: "whisper:base", title: "Whisper base", languages: ["de", "en", "fr"]),
            OfferedRecognizer(
                name: "https://speech.example/v1", title: "large@speech.example", languages: ["de", "en"],
                sentTo: "https://speech.example/v1"),
        ], standard: "whisper:base")

    /// The application at a meeting of Ann, Ben and Cal, with or without a call or a recording.
    private func opened(
        tasks: ScriptedTasks = ScriptedTasks(), offer: TranscriptionOffer = Self.offer, channels: Int? = 1,
        state: Meeting.State = .finished, dialog: MeetingDialog? = nil
    ) throws -> ApplicationFixture {
        let library = TemporaryLibrary()
        var meeting = MeetingRig(state: .live).meeting
        meeting.recording = channels.map {
            Recording(fileName: "m1.wav", sampleRate: 16_000, frames: 2_000_000, channels: $0)
        }
        try library.store.save(
            Standup(id: meeting.standupID, title: "Web", length: .seconds(180), theme: .navy, attendees: Team.all))
        try library.store.begin(meeting)
        let said = MeetingRig().transcripts[0].map { MeetingChange.utterance($0.utterance) }
        try library.store.record(
            said + (state == .live ? [] : [.state(state, duration: .seconds(125))]), in: meeting.id)
        return try ApplicationFixture(
            place: .meeting("s1", meeting: "m1", dialog: dialog), library: library, tasks: tasks,
            transcriptionOffer: offer)
    }

    private func fields(_ app: ApplicationFixture) -> [String]? {
        if case .form(let screen) = app.screen.content { return screen.fields.map(\.field.text) }
        return nil
    }

    private func lines(_ app: ApplicationFixture) -> [String] {
        if case .meeting(let screen) = app.screen.content { return screen.lines.map(\.text) }
        return []
    }

    @Test func `begins with the usual recognizer and the meeting's language`() throws {
        let app = try opened()
        app.press(.character("T"))
        #expect(app.screen.address.hasSuffix("dialog=transcribe"))
        #expect(fields(app) == ["Whisper base", "en"])
        app.press(.down, .right)
        #expect(fields(app) == ["Whisper base", "de"])
        app.press(.up, .left)
        #expect(fields(app) == ["Whisper tiny.en", "en"], "it knows no German")
        app.press(.left)
        #expect(fields(app) == ["large@speech.example · the recording is sent to https://speech.example/v1", "en"])
        app.press(.escape)
        #expect(fields(app) == nil && app.screen.address == "standup/s1/meeting/m1")
    }

    @Test func `asks for the channel of a call, and opens by its address`() throws {
        let tasks = ScriptedTasks()
        let app = try opened(tasks: tasks, channels: 2, dialog: .transcribe)
        #expect(fields(app) == ["Whisper base", "en", "room and call"])
        app.press(.backTab, .right, .enter)
        #expect(
            tasks.begun == [
                .transcribe(
                    TranscriptionRequest(
                        meeting: Meeting.ID(rawValue: "m1"), recognizer: "whisper:base", title: "Whisper base",
                        language: "en", channel: .room))
            ])
    }

    @Test func `shows the new transcript, and keeps the earlier one`() throws {
        let tasks = ScriptedTasks { task, store, control throws(TaskProblem) in
            guard case .transcribe(let request) = task else { return nil }
            control.report(TaskProgress(0.5))
            do throws(HistoryError) {
                let words = MeetingRig.utterance(Team.ann.id, 3, "yesterday i finished the login page")
                let number = try store.addTranscript(
                    [words], to: request.meeting, recognizer: request.recognizer,
                    at: Timestamp(nanosecondsSince1970: 0), finishing: "draft")
                return .transcribed(
                    request.meeting, MadeTranscript(number: number, recognizer: request.recognizer, words: 6))
            } catch {
                throw .history(error)
            }
        }
        let app = try opened(tasks: tasks)
        let before = lines(app)
        app.press(.character("T"), .enter)
        #expect(lines(app) == ["yesterday i finished the login page"] && before.count == 3)
        #expect(app.screen.notice?.text == "Transcript 2 is now current: whisper:base, 6 words.")
        #expect(app.screen.task == nil && fields(app) == nil)
        app.press(.character("v"))
        #expect(lines(app) == before)
    }

    @Test func `works for a meeting without words, and says if no words were recognized`() throws {
        let tasks = ScriptedTasks { task, _, _ in
            guard case .transcribe(let request) = task else { return nil }
            return .transcribed(request.meeting, nil)
        }
        let app = try opened(tasks: tasks)
        app.press(.character("T"), .enter)
        #expect(app.screen.notice?.text == "No words were recognized. The transcript stays as it is.")
    }

    @Test func `is the first key of a meeting with a recording and without words`() throws {
        let library = TemporaryLibrary()
        var meeting = MeetingRig(state: .live).meeting
        try library.store.save(
            Standup(id: meeting.standupID, title: "Web", length: .seconds(180), theme: .navy, attendees: Team.all))
        meeting.state = .finished
        try library.store.begin(meeting)
        let app = try ApplicationFixture(place: .meeting("s1", meeting: "m1"), library: library)
        #expect(app.screen.keys.first?.text == "transcribe again")
        #expect(try opened().screen.keys.first?.text == "play")
    }

    @Test func `is refused without a recording, while the meeting runs, and without a recognizer`() throws {
        let silent = try opened(channels: nil)
        silent.press(.character("T"))
        #expect(silent.screen.notice?.text == "This meeting has no recording. There is nothing to transcribe.")
        let live = try opened(state: .live)
        live.press(.character("T"))
        #expect(live.screen.notice?.text == "This meeting is still running. Transcribe it when it has ended.")
        let bare = try opened(offer: TranscriptionOffer())
        bare.press(.character("T"))
        #expect(
            bare.screen.notice?.text
                == "No speech model for “en” is installed. Install one in the devices (d in the list).")
        #expect(fields(silent) == nil && fields(live) == nil && fields(bare) == nil)
    }

    @Test(
        arguments: [
            (
                .recordingMissing(path: "/data/m1.wav"),
                "The recording /data/m1.wav is missing. Put it back to transcribe it; the transcripts are kept."
            ),
            (.busy, "This meeting is being transcribed already. Wait until that is done."),
            (.history(.noMeeting(Meeting.ID(rawValue: "m1"))), "That meeting no longer exists."),
            (
                .recognizer(.noModel(language: "de", searched: "/models")),
                "No speech model for “de” is installed. Install one in the devices (d in the list)."
            ),
            (
                .recognizer(.failed(name: "whisper", reason: "out of memory")),
                "The recognizer whisper does not work (out of memory). What was done is kept; try again, or choose "
                    + "another one."
            ),
        ] as [(TaskProblem, String)])
    func `says why it failed`(problem: TaskProblem, text: String) throws {
        let app = try opened(tasks: ScriptedTasks { _, _, _ throws(TaskProblem) in throw problem })
        app.press(.character("T"), .enter)
        #expect(app.screen.notice?.kind == .error && app.screen.notice?.text == text)
        #expect(lines(app).count == 3)
    }

    @Test func `saves corrections before`() throws {
        let tasks = ScriptedTasks()
        let app = try opened(tasks: tasks)
        app.press(.down, .character("e"), .control("u"))
        app.type("new")
        app.press(.enter, .character("T"))
        #expect(fields(app) != nil)
        #expect(try app.store.transcript(of: MeetingRig().meeting.id, version: 2).first?.utterance.text == "new")
    }
}
