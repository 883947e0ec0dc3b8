import ArgumentParser
import Assets
import Foundation
import MeetingModel
import StandupHistory
import Synchronization
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures
@testable import StandupSpeech
@testable import standup

private let hasModel = FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us/mdef")

/// The background tasks of the application on a real history.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct `The tasks of the application` {
    private let program: Program
    private let seed: Seed
    private let tasks: ApplicationTasks

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
        tasks = ApplicationTasks(
            composition: try Composition(
                data: DataOption.parse(["--data", program.data]), configuration: standup.Configuration()))
    }

    private func transcribe(
        _ meeting: Meeting.ID, by recognizer: String = "pocketsphinx", language: String = "en",
        _ control: TaskControl = TaskControl { _ in }
    ) throws(TaskProblem) -> TaskResult? {
        try tasks.perform(
            .transcribe(TranscriptionRequest(meeting: meeting, recognizer: recognizer, language: language)),
            in: seed.store, control)
    }

    /// Imports a spoken sentence.
    private func importVoice() throws -> Meeting.ID {
        let path = try AssetFolder.locate("Voices/ann.wav")
        let result = try program.run("import", path, "--standup", "Daily")
        #expect(result.status == 0, "\(result.errors)")
        return Meeting.ID(rawValue: String(result.output.prefix { !$0.isWhitespace }))
    }

    @Test(.enabled(if: hasModel)) func `a meeting without a transcript gets one, and progress is reported`() throws {
        let meeting = try importVoice()
        let shown = Mutex<[TaskProgress]>([])
        let made = try transcribe(meeting, TaskControl { progress in shown.withLock { $0.append(progress) } })
        let words = try seed.store.transcript(of: meeting, version: 1).flatMap {
            $0.utterance.text.split(separator: " ")
        }
        #expect(words.count > 5)
        #expect(
            made == .transcribed(meeting, MadeTranscript(number: 1, recognizer: "pocketsphinx", words: words.count)))
        #expect(shown.withLock { $0 }.first == TaskProgress(0) && shown.withLock { $0 }.last?.percent == 100)
        // Its own transcript has words now, so the next one is beside it.
        #expect(
            try transcribe(meeting)
                == .transcribed(meeting, MadeTranscript(number: 2, recognizer: "pocketsphinx", words: words.count)))
    }

    @Test(.enabled(if: hasModel))
    func `a transcription that is broken off makes no transcript, and can be begun again`()
        throws
    {
        let meeting = try importVoice()
        let control = TaskControl { _ in }
        control.cancel()
        #expect(try transcribe(meeting, control) == nil)
        #expect(try seed.store.meeting(meeting)?.transcript.isEmpty == true)
        #expect(try transcribe(meeting) != nil)
    }

    @Test func `a meeting that cannot be transcribed is a problem of its own kind`() throws {
        let (plain, live, missing, cut, busy) = (
            Seed.meeting(1), Seed.meeting(2, state: .live), Seed.meeting(3), Seed.meeting(4), Seed.meeting(5)
        )
        try seed.hold(plain, recorded: false)
        for meeting in [live, missing, cut, busy] { try seed.hold(meeting) }
        #expect(throws: TaskProblem.noRecording) { try transcribe(plain.id) }
        #expect(throws: TaskProblem.live) { try transcribe(live.id) }
        let path = try seed.folder.recordingPath(missing.recordingName)
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: TaskProblem.recordingMissing(path: path)) { try transcribe(missing.id) }
        let other = try seed.folder.recordingPath(cut.recordingName)
        truncate(other, 20_000)
        #expect(throws: TaskProblem.recordingIncomplete(path: other)) { try transcribe(cut.id) }
        let gone = Meeting.ID(rawValue: "gone")
        #expect(throws: TaskProblem.history(.noMeeting(gone))) { try transcribe(gone) }
        #expect(throws: TaskProblem.self) { try transcribe(busy.id, by: "whisper:none") }
        guard hasModel else { return }
        let lock = try #require(try LiveLock.acquire("transcribe-\(busy.id)", in: seed.folder))
        defer { lock.release() }
        #expect(throws: TaskProblem.busy) { try transcribe(busy.id) }
    }

    @Test func `an imported meeting gets its points`() throws {
        let times = program.folder + "/times.csv"
        try write("speaker,start,end,text\nAnn,0,1,Yesterday I finished the login page.\n", to: times)
        let request = ImportRequest(
            path: try AssetFolder.locate("Voices/ann.wav"),
            recording: .init(
                standup: .existing(Seed.daily.id), title: "Daily", startedAt: Timestamp(nanosecondsSince1970: 0),
                speakers: times))
        guard case .imported(let items)? = try tasks.perform(.importFile(request), in: seed.store, TaskControl { _ in })
        else { return #expect(Bool(false), "imported") }
        let meeting = try #require(try items.meetings.first.flatMap { try seed.store.meeting($0) })
        #expect(meeting.points.map(\.text) == ["Yesterday I finished the login page."])
    }

    @Test func `an export is written, and nothing is left of one that is broken off`() throws {
        let meeting = Seed.meeting(1)
        try seed.hold(meeting)
        func export(_ name: String, _ control: TaskControl) throws -> TaskResult? {
            try tasks.perform(
                .export(
                    ExportRequest(
                        meeting: meeting.id, format: OfferedFormat("wav", isSound: true),
                        path: program.folder + "/" + name, name: name)), in: seed.store, control)
        }
        let path = program.folder + "/a.wav"
        #expect(try export("a.wav", TaskControl { _ in }) == .exported(path: path))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(throws: TaskProblem.exists(path: path)) { try export("a.wav", TaskControl { _ in }) }
        let control = TaskControl { _ in }
        control.cancel()
        #expect(try export("b.wav", control) == nil)
        #expect(!FileManager.default.fileExists(atPath: program.folder + "/b.wav"))
    }

    @Test func `several meetings are exported to a folder, without those that have nothing to export`() throws {
        let folder = program.folder + "/minutes"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for number in 1...3 { try seed.hold(Seed.meeting(number), recorded: number != 3) }
        func export(
            _ format: String, isSound: Bool, meetings: Set<Meeting.ID>? = nil, to path: String,
            overwrites: Bool = false,
            _ control: TaskControl = TaskControl { _ in }
        ) throws -> TaskResult? {
            let choices = ExportChoices(
                format: OfferedFormat(format, isSound: isSound), path: path, name: "", overwrites: overwrites)
            return try tasks.perform(
                .exportMeetings(
                    MeetingsExportRequest(
                        standup: Seed.daily.id, title: "Daily", meetings: meetings, choices: choices)),
                in: seed.store, control)
        }
        func files() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder).count }
        #expect(
            try export("wav", isSound: true, to: folder)
                == .exportedMeetings(ExportedMeetings(count: 2, of: 2, skipped: 1, folder: folder + "/")))
        #expect(try files() == 2)
        #expect(
            try export("md", isSound: false, meetings: [Seed.meeting(2).id], to: folder)
                == .exportedMeetings(ExportedMeetings(count: 1, of: 1, skipped: 0, folder: folder + "/")))
        #expect(try files() == 3)
        #expect(throws: TaskProblem.self) { try export("md", isSound: false, to: folder) }
        #expect(try files() == 3, "nothing is written if a file exists")
        #expect(try export("md", isSound: false, to: folder, overwrites: true) != nil)
        #expect(try files() == 5)
        #expect(throws: TaskProblem.noFolder(path: folder + "/none")) {
            try export("md", isSound: false, to: folder + "/none")
        }
        let inside = seed.folder.path
        #expect(throws: TaskProblem.insideData(path: inside)) { try export("md", isSound: false, to: inside) }
        let control = TaskControl { _ in }
        control.cancel()
        #expect(try export("flac", isSound: true, to: folder, control) == nil)
        #expect(try files() == 5)
    }

    @Test func `minutes are exported, and sent only to a destination`() throws {
        let meeting = Seed.meeting(1)
        try seed.hold(meeting)
        let path = program.folder + "/minutes.md"
        let printed = try program.run("minutes", "Daily", "--format", "md").output
        let made = try tasks.perform(
            .export(
                ExportRequest(
                    meeting: meeting.id, format: OfferedFormat("md", isSound: false, isMinutes: true), path: path,
                    name: "minutes.md")), in: seed.store, TaskControl { _ in })
        #expect(made == .exported(path: path))
        let written = try String(contentsOfFile: path, encoding: .utf8)
        // The program has a time zone of its own.
        func points(_ text: String) -> Substring { text.drop { $0 != "," } }
        #expect(points(written) == points(printed) && written.hasPrefix("# Daily") && written.contains("## Ann"))
        let request = PostRequest(meeting: meeting.id, again: true)
        #expect {
            try tasks.perform(.post(request), in: seed.store, TaskControl { _ in })
        } throws: { error in
            guard case TaskProblem.other(let line) = error else { return false }
            return line.contains("no destination is configured")
        }
    }

    @Test func `the statistics of the chosen meetings are one file, as stats prints them`() throws {
        let folder = program.folder + "/statistics"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for number in 1...3 { try seed.hold(Seed.meeting(number), recorded: false) }
        let choices = ExportChoices(
            format: OfferedFormat("statistics", isSound: false, isStatistics: true), path: folder, name: "")
        let made = try tasks.perform(
            .exportMeetings(
                MeetingsExportRequest(
                    standup: Seed.daily.id, title: "Daily", meetings: [Seed.meeting(2).id], choices: choices)),
            in: seed.store, TaskControl { _ in })
        #expect(made == .exportedMeetings(ExportedMeetings(count: 1, of: 1, skipped: 0, folder: folder + "/")))
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let lines = try String(contentsOfFile: folder + "/" + name, encoding: .utf8).split(separator: "\r\n")
        #expect(name.hasSuffix(".csv") && lines.first?.hasPrefix("meeting,startedAt,attendee") == true)
        #expect(lines.count > 1 && lines.dropFirst().allSatisfy { $0.contains(Seed.meeting(2).id.rawValue) })
    }

    @Test func `the recognizer chosen in the application applies to commands, and the configuration overrides it`()
        throws
    {
        let data = try DataOption.parse(["--data", program.data])
        let composition = try Composition(data: data, configuration: standup.Configuration())
        #expect(composition.configuration.value(.recognizer) == nil)
        composition.preferences.keep("pocketsphinx", for: .recognizer)
        #expect(composition.configuration.value(.recognizer) == "pocketsphinx")
        let configured = try Composition(data: data, configuration: standup.Configuration([.recognizer: "none"]))
        #expect(configured.configuration.value(.recognizer) == "none")
        #expect(try RecognizerChoice(language: "en", configuration: configured.configuration).name == "none")
        let line = try program.run("config", "list").output.split(separator: "\n").first { $0.hasPrefix("recognizer ") }
        #expect(line?.contains("pocketsphinx") == true && line?.hasSuffix("application") == true)
        // A model that is not installed, or does not know the language, is no reason to hold no meeting.
        composition.preferences.keep("whisper:none", for: .recognizer)
        let choice = try RecognizerChoice(language: "en", configuration: composition.configuration)
        #expect(choice.substitution == nil && choice.name != "whisper:none")
        // A recognizer that was chosen needs no excuse; one that stands in for a missing model does.
        #expect((choice.source?.shortcoming != nil) == (choice.name == "pocketsphinx" && choice.problem == nil))
        let named = try RecognizerChoice(
            flag: "pocketsphinx", language: "en", configuration: composition.configuration)
        #expect(named.source?.shortcoming == nil)
        composition.preferences.keep("", for: .recognizer)
        #expect(composition.configuration.value(.recognizer) == nil)
    }
}
