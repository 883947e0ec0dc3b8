import Glibc
import MeetingModel
import MeetingTiming
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `keep-audio-days` {
    let program: Program
    let seed: Seed
    private let now = Timestamp(nanosecondsSince1970: SystemClock().nanosecondsSince1970)

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
        for (number, days) in [(1, 31), (2, 29)] {
            var meeting = Seed.meeting(number)
            meeting.startedAt = now - .seconds(86_400 * days)
            try seed.hold(meeting)
            try setTime(of: meeting, to: meeting.startedAt)
        }
    }

    private func setTime(of meeting: Meeting, to instant: Timestamp) throws {
        let path = seed.folder.recordingsPath + "/" + meeting.recordingName
        let time = "@\(instant.nanosecondsSince1970 / 1_000_000_000)"
        try mustSucceed(program.run(program: "/usr/bin/touch", ["-d", time, path]).status)
    }

    private func configure(_ text: String) throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write(text, to: program.folder + "/config/standup/config.yaml")
    }

    /// The folder of the only day in the trash.
    private var trash: String { seed.folder.trashPath + "/" + (names(in: seed.folder.trashPath).first ?? "") }

    @Test func `recordings that are older go to the trash with the next command, their transcripts stay`() throws {
        #expect(try program.run("list").status == 0)
        #expect(names(in: seed.folder.recordingsPath).count == 2, "nobody has said how long")
        try configure("keep-audio-days: 30\n")
        let list = try program.run("list")
        #expect(list.status == 0)
        let lies = trash + "/" + Seed.meeting(1).recordingName
        #expect(list.errorLines.count == 1)
        #expect(list.errors.contains("the recording of"), "\(list.errors)")
        #expect(list.errors.contains("is older than keep-audio-days (30) and was deleted; it lies in \(lies) for 7"))
        #expect(try program.run("list").errors == "", "it is said once")
        #expect(names(in: seed.folder.recordingsPath) == [Seed.meeting(2).recordingName])
        let meeting = try program.run("meeting", "Daily/2")
        #expect(meeting.output.contains("deleted because of its age"))
        #expect(meeting.output.contains("nothing blocks me"))
        #expect(try JSON(program.run("meeting", "Daily/2", "--json").output)["recordingRemoved"] == true)
        #expect(try JSON(program.run("meeting", "Daily/1", "--json").output)["recordingRemoved"] == false)
        let export = try program.run("export", "Daily/2", "--to", program.folder + "/x.wav")
        #expect(export.status == 66)
        #expect(export.errors.contains("keep-audio-days"))
        let doctor = try program.run("doctor", "--data")
        #expect(doctor.status == 0, "\(doctor.output)")
    }

    @Test func `a recording comes back from the trash, and is not deleted again`() throws {
        try configure("keep-audio-days: 30\n")
        #expect(try program.run("list").status == 0)
        let name = Seed.meeting(1).recordingName
        let shown = try program.run("doctor", "--dry-run").output
        #expect(shown.contains("trash until "))
        #expect(shown.contains("To bring recordings back, move their files to \(seed.folder.recordingsPath)"))
        try mustSucceed(rename(trash + "/" + name, seed.folder.recordingsPath + "/" + name))
        #expect(try program.run("doctor", "--data", "--mend", "--yes").status == 0)
        #expect(try program.run("list").errors == "")
        #expect(names(in: seed.folder.recordingsPath).count == 2)
        #expect(try JSON(program.run("meeting", "Daily/2", "--json").output)["recordingRemoved"] == false)
    }

    @Test func `doctor --dry-run says what is deleted and when, and deletes nothing`() throws {
        let unset = try program.run("doctor", "--dry-run")
        #expect(unset.status == 0 && unset.output.hasPrefix("keep-audio-days is not set; "))
        try configure("keep-audio-days: 30\n")
        let planned = try program.run("doctor", "--dry-run").output.split(separator: "\n")
        #expect(planned.count == 3)
        #expect(planned[1].hasPrefix("next command  ") && planned[1].hasSuffix(Seed.meeting(1).recordingName))
        #expect(DataFolder.isDay(String(planned[2].prefix(10))) && planned[2].dropFirst(10).hasPrefix("    "))
        let json = try JSON(program.run("doctor", "--dry-run", "--json").output)
        #expect(json["keepAudioDays"] == 30 && json["warning"] == .null)
        #expect(names(in: seed.folder.recordingsPath).count == 2)
        #expect(try program.run("doctor", "--dry-run", "--mend").status == 64)
    }

    @Test func `an import of an old recording is kept for as long as a new one`() throws {
        try configure("keep-audio-days: 90\n")
        let file = seed.folder.recordingsPath + "/" + Seed.meeting(2).recordingName
        let imported = try program.run("import", file, "--date", "2025-01-01", "--no-transcribe")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try program.run("list").errors == "")
        #expect(names(in: seed.folder.recordingsPath).count == 3)
    }

    @Test func `a clock that has jumped is said once, and deletes nothing`() throws {
        try configure("keep-audio-days: 30\n")
        let earlier = (now - .seconds(86_400 * 200)).nanosecondsSince1970
        for meeting in [Seed.meeting(1), Seed.meeting(2)] {
            try PermanentDeletion.remove(.meeting(meeting.id), from: seed.store, in: seed.folder)
        }
        try write("\(earlier) - -\n", to: seed.folder.clockPath)
        var old = Seed.meeting(1)
        old.startedAt = now - .seconds(86_400 * 300)
        try seed.hold(old)
        try setTime(of: old, to: old.startedAt)
        let list = try program.run("list")
        #expect(list.errors.contains("the clock is 200 days ahead of the time when standup last ran"))
        #expect(try program.run("list").errors == "")
        #expect(names(in: seed.folder.recordingsPath).contains(old.recordingName))
    }

    @Test(arguments: ["0", "-3", "soon", "1.5", "99999999999999999999"])
    func `an invalid number of days is a usage error, and removes nothing`(_ value: String) throws {
        let result = try program.run("list", environment: ["STANDUP_KEEP_AUDIO_DAYS": value])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("standup: STANDUP_KEEP_AUDIO_DAYS must be 1 to 36500, not "))
        #expect(names(in: seed.folder.recordingsPath).count == 2)
    }
}
