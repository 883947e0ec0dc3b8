import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import Sound
@testable import StandupFeatures
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `The importer of the application` {
    private let program: Program
    private let seed: Seed
    private let importer: ApplicationImporter
    private var path: String { program.folder + "/monday.wav" }

    init() throws {
        program = try Program()
        seed = try Seed(program)
        importer = ApplicationImporter(dataFolder: seed.folder, language: "de")
        let recording = try WAVRecording(creating: program.folder + "/monday.wav", sampleRate: 16_000, channels: 2)
        let second = (0..<32_000).map { Float($0 % 160) / 1000 }
        for _ in 0..<30 { try second.withUnsafeBufferPointer { try recording.append($0) } }
        try recording.finish()
    }

    private func request(_ recording: ImportRequest.Recording) -> ImportRequest {
        ImportRequest(path: path, recording: recording)
    }

    @Test func `says what a file contains`() throws {
        guard case .recording(let recording) = try ApplicationImporter.inspect(path).content else {
            Issue.record("no recording")
            return
        }
        #expect(recording.duration == .seconds(30) && recording.channels == 2 && recording.title == "monday")
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
        let exported = program.folder + "/exported.json"
        let result = try program.run("export", "latest", "--format", "json", "--to", exported)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try ApplicationImporter.inspect(exported).content == .exported(standups: 1, meetings: 1))
        try write("[]", to: program.folder + "/none.json")
        let none = try ApplicationImporter.inspect(program.folder + "/none.json")
        #expect(none.content == .standups(standups: 0, meetings: 0))
        try write("no sound", to: program.folder + "/text.wav")
        #expect(throws: TaskProblem.self) { try ApplicationImporter.inspect(program.folder + "/text.wav") }
        #expect(throws: TaskProblem.self) { try ApplicationImporter.inspect(program.folder) }
    }

    @Test func `makes the meeting that was chosen`() throws {
        try seed.store.save(Seed.daily)
        let start = Timestamp(nanosecondsSince1970: 1_700_000_000_000_000_000)
        let items = try #require(
            try importer.run(
                request(
                    .init(
                        standup: .existing(Seed.daily.id), title: "Planning", startedAt: start, channel: .room,
                        transcription: .never)), into: seed.store, while: { _ in true }))
        #expect(items.standups == [] && items.meetings.count == 1)
        let meeting = try #require(try seed.store.meeting(items.meetings[0]))
        #expect(meeting.title == "Planning" && meeting.startedAt == start && meeting.standupID == Seed.daily.id)
        #expect(meeting.transcribedUpTo == nil && meeting.recording?.frames == 16_000 * 30)
        #expect(items.single?.isToBeTranscribed == false)
    }

    @Test func `makes a new standup, even if another has a similar title`() throws {
        try seed.store.save(Seed.daily)
        let items = try #require(
            try importer.run(
                request(.init(standup: .new(title: "Dai"))), into: seed.store, while: { _ in true }))
        let standup = try #require(try seed.store.standups().first { $0.id == items.standups.first })
        #expect(standup.title == "Dai" && standup.language == "de" && standup.id != Seed.daily.id)
        #expect(items.single?.isToBeTranscribed == true)
    }

    @Test(arguments: [0, 0.01, 0.5, 0.9]) func `leaves nothing when it is broken off`(at fraction: Double) throws {
        var steps = 0
        let items = try importer.run(
            request(.init(standup: .new(title: "Monday"))), into: seed.store,
            while: {
                steps += 1
                return $0 < fraction
            })
        #expect(items == nil && steps > 0)
        #expect(try seed.store.standups() == [])
        #expect(names(in: seed.folder.recordingsPath) == [])
    }

    @Test func `says which choice is wrong`() throws {
        func problem(_ recording: ImportRequest.Recording) -> TaskProblem? {
            do throws(TaskProblem) {
                _ = try importer.run(request(recording), into: seed.store, while: { _ in true })
                return nil
            } catch {
                return error
            }
        }
        try write("speaker,start\nAnn,9:99:99\n", to: program.folder + "/bad.csv")
        guard case .speakers = problem(.init(standup: .new(title: "x"), speakers: program.folder + "/bad.csv")),
            case .speakers = problem(.init(standup: .new(title: "x"), speakers: program.folder + "/none.csv")),
            case .standup = problem(.init(standup: .existing(Standup.ID(rawValue: "gone"))))
        else {
            Issue.record("not the choice")
            return
        }
        #expect(try seed.store.standups() == [])
    }

    @Test func `counts what existed already, and adds the rest`() throws {
        try seed.store.save(Seed.daily)
        for number in 1...2 { try seed.hold(Seed.meeting(number)) }
        let exported = program.folder + "/exported.json"
        let all = try program.run("meetings", "--json").output
        #expect(all.contains(Seed.meeting(1).id.rawValue))
        let result = try program.run("export", Seed.meeting(1).id.rawValue, "--format", "json", "--to", exported)
        #expect(result.status == 0, "\(result.errors)")
        let request = ImportRequest(path: exported)
        let known = try #require(try importer.run(request, into: seed.store, while: { _ in true }))
        #expect(known.isEmpty && known.knownStandups == 1 && known.knownMeetings == 1)
        try seed.store.deleteMeeting(Seed.meeting(1).id)
        #expect(try importer.run(request, into: seed.store, while: { _ in false }) == nil)
        #expect(try seed.store.meeting(Seed.meeting(1).id) == nil, "broken off")
        let added = try #require(try importer.run(request, into: seed.store, while: { _ in true }))
        #expect(added.meetings == [Seed.meeting(1).id] && added.standups == [] && added.knownStandups == 1)
        #expect(added.single?.standup == Seed.daily.id)
    }

    @Test func `what is imported can be taken back and imported again while the history is open`() throws {
        let library = DataFolderLibrary(folder: seed.folder) { _ in }
        let store = try library.open()
        let request = request(.init(standup: .new(title: "Monday")))
        let items = try #require(try importer.run(request, into: store, while: { _ in true }))
        for standup in items.standups { try library.delete(.standup(standup)) }
        #expect(try store.standups() == [] && store.meeting(items.meetings[0]) == nil)
        #expect(names(in: seed.folder.recordingsPath).count == 1, "until the history is closed")
        let again = try #require(try importer.run(request, into: store, while: { _ in true }))
        library.close()
        #expect(names(in: seed.folder.recordingsPath).count == 1)
        #expect(try seed.store.standups().map(\.id) == again.standups)
    }
}
