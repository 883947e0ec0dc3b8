import Glibc
import GRDB
import MeetingModel
import Sound
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupHistory
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `doctor --data` {
    let program: Program
    let folder: DataFolder
    /// A meeting with a recording, which the history and the file agree about.
    let meeting = Seed.meeting(1)

    init() throws {
        program = try Program()
        let seed = try Seed(program)
        folder = seed.folder
        try seed.store.save(Seed.daily)
        try seed.hold(meeting)
    }

    private var recording: String { folder.recordingsPath + "/" + meeting.recordingName }

    /// The exit code and the findings.
    private func look(_ arguments: String...) throws -> (status: Int32, findings: [JSON]) {
        let result = try program.run(["doctor", "--data", "--json"] + arguments)
        return (result.status, try JSON(result.output)["findings"]?.elements ?? [])
    }

    private func change(_ sql: String) throws {
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        try store.writer().use { try $0.writeWithoutTransaction { try $0.execute(sql: sql) } }
    }

    /// Something is found, is mended, and is not found again.
    private func expectMended(_ kind: String, _ problem: String, count: Int = 1) throws {
        let found = try look()
        #expect(found.status == 1)
        #expect(found.findings.count == count, "\(found.findings)")
        #expect(found.findings.allSatisfy { $0["mended"] == false && $0["mend"] != JSON.null })
        #expect(found.findings.contains { $0["kind"] == .string(kind) && "\($0["problem"]!)".contains(problem) })
        let refused = try program.run("doctor", "--data", "--mend")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("cannot ask without a terminal"))
        #expect(try look().findings == found.findings, "nothing was changed")
        let mended = try look("--mend", "--yes")
        #expect(mended.status == 0, "\(mended.findings)")
        #expect(mended.findings.allSatisfy { $0["mended"] == true })
        let after = try look()
        #expect(after.status == 0)
        #expect(after.findings == [])
    }

    @Test func `nothing wrong is one line and exit code 0`() throws {
        let result = try program.run("doctor", "--data")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output == "ok      standups: 1, meetings: 1, recordings: 1, all complete and consistent\n")
        let elsewhere = try Program()
        #expect(try elsewhere.run("doctor", "--data").output == "ok      nothing is kept yet\n")
        #expect(!exists(elsewhere.data))
        #expect(try elsewhere.run("doctor", "--check-data", "--data", program.data).output == result.output)
    }

    @Test func `a missing recording`() throws {
        unlink(recording)
        try expectMended("recording", "is missing")
        #expect(try JSON(program.run("meeting", "latest", "--json").output)["recording"] == .null)
    }

    @Test func `a recording with a wrong header and length`() throws {
        let file = open(recording, O_RDWR | O_APPEND | O_CLOEXEC)
        #expect(write(file, [UInt8](repeating: 1, count: 3200), 3200) == 3200)
        close(file)
        try expectMended("recording", "its header is wrong; 385600 frames at 16000 Hz, but")
        let kept = try JSON(program.run("meeting", "latest", "--json").output)["recording"]
        #expect(kept?["frames"] == 385_600)
        #expect(try WAVRecording.examine(path: recording).headerWasWrong == false)
    }

    @Test func `a recording with a call that the history does not mention`() throws {
        let program = program
        let seed = try Seed(program)
        let other = Seed.meeting(2)
        try seed.hold(other, call: 0.25)
        try change("UPDATE meeting SET recording_channels = 1")
        try expectMended("recording", "the number of channels is 2, but the history says 1")
        let kept = try JSON(program.run("meeting", other.id.rawValue, "--json").output)["recording"]
        #expect(kept?["channels"] == 2)
    }

    @Test func `a recording without a meeting becomes one of its date and length`() throws {
        let name = "9f2a0000-0000-4000-8000-000000000009"
        let file = try WAVRecording(creating: folder.recordingsPath + "/\(name).wav", sampleRate: 16_000)
        try [Float](repeating: 0.25, count: 160_000).withUnsafeBufferPointer { try file.append($0) }
        try file.finish()
        var times = Array(repeating: Timestamp(secondsSince1970: 1_770_000_010).fileTime, count: 2)
        utimensat(AT_FDCWD, folder.recordingsPath + "/\(name).wav", &times, 0)
        try expectMended("recording", "0:10 of sound without a meeting")
        let meeting = try JSON(program.run("meeting", name, "--json").output)
        #expect(meeting["duration"] == 10)
        #expect(meeting["startedAt"] == "2026-02-02T03:40:00.000+01:00")
        #expect(meeting["standup"]?["title"] == "Recovered")
    }

    @Test func `a recording is returned to the meeting that lost it`() throws {
        try change("UPDATE meeting SET recording_file = NULL, recording_rate = NULL, recording_frames = NULL")
        try expectMended("recording", "0:24 of Daily")
        #expect(try JSON(program.run("meeting", "latest", "--json").output)["recording"]?["frames"] == 384_000)
    }

    @Test func `leftover files of crashed programs, and no others`() throws {
        try write("half", to: folder.recordingsPath + "/.standup-17.tmp")
        try write("half", to: folder.recordingsPath + "/3f2a0000-0000-4000-8000-000000000003.part")
        let id = "3f2a0000-0000-4000-8000-000000000003"
        try write("", to: folder.livePath + "/trash-\(id).lock")
        // Opening the history removes it, because it is old.
        var old = Array(repeating: Timestamp(secondsSince1970: 1).fileTime, count: 2)
        try mustSucceed(utimensat(AT_FDCWD, folder.livePath + "/trash-\(id).lock", &old, 0))
        let held = try LiveLock.acquire("correct-\(id)", in: folder)
        defer { held?.release() }
        // A file that is still being written is locked, or has its writer's process id in its name.
        let written = folder.recordingsPath + "/.standup-18.tmp"
        try write("half", to: written)
        let file = open(written, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        try mustSucceed(flock(file, LOCK_EX))
        try mustSucceed(mkdir(folder.rememberedPath, 0o700))
        try write("half", to: folder.rememberedPath + "/place.\(getpid()).tmp")
        try write("half", to: folder.rememberedPath + "/place.999999999.tmp")
        try expectMended("file", "left by a program that died", count: 3)
        #expect(names(in: folder.livePath) == ["correct-\(id).lock"])
        #expect(names(in: folder.rememberedPath) == ["place.\(getpid()).tmp"])
        #expect(exists(written))
    }

    @Test func `permissions`() throws {
        chmod(folder.databasePath, 0o644)
        chmod(recording, 0o666)
        chmod(folder.recordingsPath, 0o755)
        chmod(folder.path, 0o755)
        try expectMended("permissions", "open to other users", count: 4)
    }

    @Test func `orphaned rows, and impossible values`() throws {
        try change(
            """
            PRAGMA foreign_keys = OFF; INSERT INTO turn (meeting, attendee, start_at, end_at) VALUES (77, 'x', 0, 1);
            UPDATE pause SET reason = 'tea';
            UPDATE meeting SET transcript = 9, recording_channels = 9;
            UPDATE gap SET channel = 'street';
            UPDATE utterance SET interjection = 1;
            INSERT INTO queued_transcript SELECT number + 1, 'd' FROM meeting;
            UPDATE attendee SET id = 'twin'; UPDATE meeting_attendee SET id = 'twin';
            """)
        try expectMended("rows", "rows of pause with an unknown reason", count: 11)
        #expect(try program.run("meeting", "latest").output.contains("search works"))
    }

    @Test func `an update of somebody who is not in the standup`() throws {
        try change("INSERT INTO written_update (standup, attendee, text, written_at) VALUES ('gone', 'nobody', 'x', 1)")
        try expectMended("rows", "1 waiting updates of people who are not in the standup")
    }

    @Test func `a deleted transcript that is shown`() throws {
        try change("INSERT INTO deleted_transcript SELECT number, transcript, 'trash-x' FROM meeting")
        try expectMended("rows", "1 marks of deleted transcripts that are shown or not there")
    }

    @Test func `a resumed meeting is valid`() throws {
        try change(
            """
            UPDATE pause SET reason = 'interruption';
            INSERT INTO gap (meeting, start_at, end_at, reason) SELECT number, 0, 1, 'interruption' FROM meeting;
            """)
        let found = try look()
        #expect(found.status == 0 && found.findings == [], "\(found.findings)")
    }

    @Test func `turns and utterances outside their meeting`() throws {
        try change(
            """
            UPDATE turn SET end_at = 90000000000 WHERE end_at = 24000000000;
            UPDATE utterance SET start_at = -5 WHERE text = 'the login page';
            """)
        try expectMended("rows", "1 utterances outside their meetings", count: 2)
        let document = try JSON(program.run("meeting", "latest", "--json").output)
        #expect(document["turns"]?.elements.last?["end"] == 24)
        #expect(document["transcript"]?.elements.first?["start"] == 0)
    }

    @Test(arguments: [
        "DELETE FROM search_content", "UPDATE search_data SET block = x'00' WHERE id > 10",
        "DELETE FROM search_label", "UPDATE search_label SET meetings = 9",
        "INSERT INTO search_label (kind, owner, text, meetings) VALUES ('name', 'nobody', 'Nobody', 1)",
        "UPDATE search_content SET c0 = 'else'",
    ])
    func `a search index that does not match the texts`(_ sql: String) throws {
        try change(sql)
        try expectMended("rows", "the index of words")
        #expect(try program.run("search", "login").output.contains("[login]"))
        #expect(try program.run("search", "Daily").output.contains("[Daily]"))
    }

    @Test func `a symbolic link is refused, and not followed`() throws {
        let elsewhere = program.folder + "/elsewhere"
        try mustSucceed(rename(folder.recordingsPath, elsewhere))
        try mustSucceed(symlink(elsewhere, folder.recordingsPath))
        let found = try look("--mend", "--yes")
        #expect(found.status == 1)
        #expect(found.findings.map { $0["kind"] } == ["link"])
        for command in [
            ["play", "latest"], ["export", "latest", "--to", program.folder + "/x.wav"],
            ["delete-meeting", "latest", "--yes"], ["list"],
        ] {
            let result = try program.run(command)
            #expect(result.status != 0, "\(command)")
            #expect(result.errors.contains("a symbolic link"), "\(result.errors)")
        }
        #expect(exists(elsewhere + "/" + meeting.recordingName))
    }

    @Test func `a link in the place of a recording is not followed`() throws {
        let secret = program.folder + "/secret.wav"
        try mustSucceed(rename(recording, secret))
        try mustSucceed(symlink(secret, recording))
        let before = try read(secret).utf8.count
        for command in [
            ["play", "latest", "--output", "none"], ["export", "latest", "--to", program.folder + "/x.wav"],
            ["transcribe", "latest"], ["delete-meeting", "latest", "--yes"], ["doctor", "--data", "--mend", "--yes"],
        ] {
            let result = try program.run(command)
            #expect(result.status == 1, "\(command) \(result.errors)")
        }
        #expect(!exists(program.folder + "/x.wav"))
        #expect(try read(secret).utf8.count == before)
    }

    @Test(arguments: ["../../secret.wav", "/etc/passwd", "..", "a/b.wav", ".hidden.wav"])
    func `a name that leads out of the folder is refused`(_ name: String) throws {
        try write("secret", to: program.folder + "/secret.wav")
        try change("UPDATE meeting SET recording_file = '\(name)'")
        for command in [
            ["play", "latest", "--output", "none"], ["export", "latest", "--to", program.folder + "/x.wav"],
            ["transcribe", "latest"], ["delete-meeting", "latest", "--yes"],
        ] {
            let result = try program.run(command)
            #expect(result.status == 1, "\(command) \(result.errors)")
            #expect(result.errors.contains("is not a file name of standup's"), "\(result.errors)")
        }
        let found = try look().findings
        #expect(found.count == 2, "the row, and the file that it has lost: \(found)")
        _ = try look("--mend", "--yes")
        #expect(try look().findings == [])
        #expect(try read(program.folder + "/secret.wav") == "secret")
        #expect(exists("/etc/passwd"))
        #expect(exists(recording))
    }

    @Test func `it asks on a terminal, and no changes nothing`() throws {
        unlink(recording)
        let no = try program.runOnTerminal("doctor", "--data", "--mend", typing: "n\n", environment: ["NO_COLOR": "1"])
        #expect(no.status == 1)
        #expect(no.output.contains("Mend this problem? [y/N]"))
        let yes = try program.runOnTerminal("doctor", "--data", "--mend", typing: "y\n", environment: ["NO_COLOR": "1"])
        #expect(yes.status == 0)
        #expect(yes.output.contains("mended  recording"))
    }
}
