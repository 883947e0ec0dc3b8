import Glibc
import MeetingHistory
import MeetingModel
import MeetingTiming
import ProgramSupport
import SQLiteHistory
import Testing

@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `keep-audio-days` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
        let now = Timestamp(nanosecondsSince1970: SystemClock().nanosecondsSince1970)
        for (number, days) in [(1, 31), (2, 29)] {
            var meeting = Seed.meeting(number)
            meeting.startedAt = now + .seconds(-86_400 * days)
            try seed.hold(meeting)
        }
    }

    private func configure(_ text: String) throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write(text, to: program.folder + "/config/standup/config.yaml")
    }

    @Test func `recordings that are older go with the next command, their transcripts stay`() throws {
        #expect(try program.run("list").status == 0)
        #expect(names(in: seed.folder.recordingsPath).count == 2, "nobody has said how long")
        try configure("keep-audio-days: 30\n")
        #expect(try program.run("list").status == 0)
        #expect(names(in: seed.folder.recordingsPath) == [Seed.meeting(2).recordingName])
        let meeting = try program.run("meeting", "Daily/2")
        #expect(meeting.output.contains("deleted because of its age"))
        #expect(meeting.output.contains("nothing blocks me"))
        #expect(try JSON(program.run("meeting", "Daily/2", "--json").output)["recordingRemoved"] == true)
        #expect(try JSON(program.run("meeting", "Daily/1", "--json").output)["recordingRemoved"] == false)
        let export = try program.run("export", "Daily/2", "--to", program.folder + "/x.wav")
        #expect(export.status == 66)
        #expect(export.errors.contains("keep-audio-days"))
        #expect(try program.run("doctor", "--data").status == 0)
    }

    @Test(arguments: ["0", "-3", "soon", "1.5", "99999999999999999999"])
    func `an invalid number of days is a usage error, and removes nothing`(_ value: String) throws {
        let result = try program.run("list", environment: ["STANDUP_KEEP_AUDIO_DAYS": value])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("standup: STANDUP_KEEP_AUDIO_DAYS must be 1 to 36500, not "))
        #expect(names(in: seed.folder.recordingsPath).count == 2)
    }
}
