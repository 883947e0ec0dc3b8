import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory

@Suite(.timeLimit(.minutes(10)))
struct `Commands for meetings` {
    @Test func `meeting --json gives exactly the document that programs rely on`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
        let result = try program.run("meeting", "latest", "--json")
        #expect(result.status == 0)
        #expect(result.errors == "")
        func word(_ text: JSON, _ start: JSON, _ end: JSON) -> JSON {
            ["text": text, "start": start, "end": end, "confidence": 0.75]
        }
        let (ann, ben, cleo) = (
            JSON.string(Seed.ann.id.rawValue), JSON.string(Seed.ben.id.rawValue), JSON.string(Seed.cleo.id.rawValue)
        )
        #expect(
            try JSON(result.output) == [
                "id": "1f2a0000-0000-4000-8000-000000000001",
                "standup": ["id": "50000000-0000-4000-8000-000000000001", "title": "Daily"],
                "state": "finished",
                "startedAt": "2026-02-04T09:30:00.125+01:00",
                "duration": 24,
                "language": "en",
                "attendees": [
                    ["id": ann, "name": "Ann", "slot": 12, "used": 12, "overtime": 0, "speech": 1.5, "state": "spoke"],
                    ["id": ben, "name": "Ben", "slot": 8, "used": 12, "overtime": 4, "speech": 1, "state": "spoke"],
                    ["id": cleo, "name": "Cleo", "slot": 0, "used": 0, "overtime": 0, "speech": 0, "state": "absent"],
                ],
                "turns": [
                    ["attendee": ann, "name": "Ann", "start": 0, "end": 8],
                    ["attendee": ben, "name": "Ben", "start": 8, "end": 20],
                    ["attendee": ann, "name": "Ann", "start": 20, "end": 24],
                ],
                "pauses": [["at": 12, "duration": 30, "reason": "user"]],
                "gaps": [["start": 3, "end": 3.4, "reason": "device"]],
                "marks": [],
                "points": [],
                "updates": [],
                "recording": [
                    "file": .string(program.data + "/recordings/1f2a0000-0000-4000-8000-000000000001.wav"),
                    "sampleRate": 16_000, "channels": 1, "frames": 384_000, "duration": 24,
                ],
                "recordingRemoved": false,
                "note": nil,
                "transcript": [
                    [
                        "attendee": ann, "name": "Ann", "start": 0.4, "end": 1.3, "text": "the login page",
                        "recognizer": "pocketsphinx",
                        "words": [word("the", 0.4, 0.7), word("login", 0.7, 1), word("page", 1, 1.3)],
                    ],
                    [
                        "attendee": ann, "name": "Ann", "start": 5, "end": 5.6, "text": "nothing blocks me",
                        "recognizer": "pocketsphinx",
                        "words": [word("nothing", 5, 5.2), word("blocks", 5.2, 5.4), word("me", 5.4, 5.6)],
                    ],
                    [
                        "attendee": ben, "name": "Ben", "start": 9.1, "end": 10.1, "text": "search works",
                        "recognizer": "pocketsphinx",
                        "words": [word("search", 9.1, 9.6), word("works", 9.6, 10.1)],
                    ],
                ],
            ])
        #expect(try program.run("meeting", "latest", "--json").output == result.output)
    }

    @Test func `meetings --json gives the same objects, newest first, without transcript, words and turns`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        for number in 1...2 { try seed.hold(Seed.meeting(number)) }
        let list = try JSON(try program.run("meetings", "daily", "--json").output)
        #expect(
            list.elements.compactMap { $0["startedAt"] } == [
                "2026-02-05T09:30:00.125+01:00", "2026-02-04T09:30:00.125+01:00",
            ])
        let whole = try JSON(try program.run("meeting", "Daily/2", "--json").output)
        let second = try #require(list.elements.last)
        #expect(second.keys == whole.keys.subtracting(["turns", "marks", "points", "updates", "transcript"]))
        for key in second.keys { #expect(second[key] == whole[key], "\(key)") }
        #expect(try JSON(try program.run("meetings", "--json").output) == list)
    }

    @Test func `meetings --json is one array, however many pages it is read in`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        let sample = Seed.meeting(1)
        let ids = (0..<1003).map { Meeting.ID(rawValue: "\(10_000_000 + $0)-0000-4000-8000-000000000000") }
        // Several begin at one instant, at the end of a page too.
        let meetings = ids.enumerated().map { index, id in
            Meeting(
                id: id, standupID: sample.standupID, title: sample.title,
                startedAt: sample.startedAt + .seconds(index / 4), state: .finished, duration: sample.duration,
                attendees: sample.attendees, pauses: sample.pauses, gaps: sample.gaps, transcript: sample.transcript)
        }
        _ = try seed.store.add([], meetings)
        let result = try program.run("meetings", "--json")
        let list = try JSON(result.output).elements
        #expect(list.compactMap { $0["id"] } == ids.reversed().map { .string($0.rawValue) })
        #expect(list.allSatisfy { $0["attendees"]?.elements.first?["speech"] == 1.5 }, "\(list[0])")
        #expect(list.allSatisfy { $0["pauses"]?.elements.count == 1 && $0["gaps"]?.elements.count == 1 })
        #expect(!result.output.contains("\n\n"))
        #expect(try program.run("meetings", "--json", "--data", program.folder + "/none").output == "[\n\n]\n")
    }

    @Test func `a meeting without a recording says null, and its text says none`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.hold(Seed.meeting(1), recorded: false)
        #expect(try JSON(try program.run("meeting", "latest", "--json").output)["recording"] == .null)
        #expect(try program.run("meeting", "latest").output.hasSuffix("\nRecording\n  none\n"))
    }

    @Test func `keep-meeting of a complete meeting says why there is nothing to decide`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1), recorded: false)
        var live = Seed.meeting(2)
        live.state = .live
        let lock = try #require(try seed.lock(live))
        defer { lock.release() }
        try seed.hold(live, recorded: false)
        for (meeting, reason) in [
            ("1f2a", "2026-02-04 09:30 was not interrupted; there is nothing to decide"),
            ("2f2a", "2026-02-05 09:30 is still running; keep-meeting is for an interrupted meeting"),
        ] {
            let result = try program.run("keep-meeting", meeting)
            #expect(result.status == 66)
            #expect(result.errors == "standup: Daily of \(reason)\n")
        }
    }

    @Test func `meeting shows times, turns, the transcript by speaker, and the recording's path`() throws {
        let program = try Program()
        try Seed(program).hold(Seed.meeting(1))
        let result = try program.run("meeting", "1f2a")
        #expect(
            result.output == """
                Daily
                2026-02-04 09:30, 0:24, finished, 1f2a0000-0000-4000-8000-000000000001

                Attendees
                  NAME  SLOT  USED  OVERTIME  SPEECH  STATE
                  Ann   0:12  0:12      0:00    0:02  spoke
                  Ben   0:08  0:12      0:04    0:01  spoke
                  Cleo  0:00  0:00      0:00    0:00  absent

                Turns
                  0:00 - 0:08  Ann
                  0:08 - 0:20  Ben
                  0:20 - 0:24  Ann

                Pauses
                  at 0:12 for 0:30 (user)

                Missing sound
                  0:03 - 0:03 (device)

                Transcript
                  Ann
                     0:00  the login page
                     0:05  nothing blocks me
                  Ben
                     0:09  search works

                Recording
                  \(program.data)/recordings/1f2a0000-0000-4000-8000-000000000001.wav (0:24, 16000 Hz)

                """)
    }

    @Test func `an open question is no pause for people, and one for scripts`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        var meeting = Seed.meeting(1)
        meeting.pauses.append(Pause(at: .seconds(24), duration: .seconds(5), reason: .question))
        try seed.hold(meeting)
        let text = try program.run("meeting", "daily/1").output
        #expect(text.contains("at 0:12 for 0:30 (user)") && !text.contains("question"))
        #expect(try program.run("meeting", "daily/1", "--json").output.contains(#""reason" : "question""#))
    }

    @Test func `meetings are numbered as TITLE/1 counts them`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        for number in 1...2 { try seed.hold(Seed.meeting(number)) }
        #expect(
            try program.run("meetings", "Daily").output == """
                #  STARTED           DURATION  STATE     ATTENDEES  ID
                1  2026-02-05 09:30      0:24  finished  Ann, Ben   2f2a0000
                2  2026-02-04 09:30      0:24  finished  Ann, Ben   1f2a0000

                """)
        #expect(
            try JSON(try program.run("meeting", "daily/1", "--json").output)["id"]
                == .string(Seed.meeting(2).id.rawValue))
    }

    @Test func `delete-meeting takes the recording along and leaves the others`() throws {
        let program = try Program()
        let seed = try Seed(program)
        for number in 1...2 { try seed.hold(Seed.meeting(number)) }
        let result = try program.run("delete-meeting", "latest", "--yes")
        #expect(result.status == 0)
        #expect(names(in: seed.folder.recordingsPath) == ["1f2a0000-0000-4000-8000-000000000001.wav"])
        #expect(try seed.store.meetings(of: nil).map(\.id) == [Seed.meeting(1).id])
    }

    @Test func `a meeting whose recording is gone already can be deleted`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.hold(Seed.meeting(1))
        removeFolder(seed.folder.recordingsPath)
        #expect(try program.run("delete-meeting", "latest", "--yes").status == 0)
        #expect(try seed.store.meetings(of: nil).isEmpty)
    }

    @Test func `the lead's note is in the meeting's document and text, and in no export`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.hold(Seed.meeting(1))
        try seed.store.record([.note("ask Ben\nabout search\u{1b}[2J")], in: Seed.meeting(1).id)
        #expect(
            try JSON(try program.run("meeting", "latest", "--json").output)["note"]
                == .string("ask Ben\nabout search\u{1b}[2J"))
        let text = try program.run("meeting", "latest").output
        #expect(text.contains("\nNote\n  ask Ben\n  about search\u{fffd}[2J\n"))
        #expect(try program.run("export", "latest", "--to", "-", "--format", "txt").output.contains("ask") == false)
    }

    @Test func `items marked deleted are hidden, and removed for good when their program has died`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        for number in 1...3 { try seed.hold(Seed.meeting(number)) }
        var generator = SystemRandomNumberGenerator()
        let trash = Trash(store: seed.store, folder: seed.folder, using: &generator)
        try trash.delete(.meeting(Seed.meeting(3).id))
        #expect(
            try JSON(try program.run("meeting", "latest", "--json").output)["id"]
                == .string(Seed.meeting(2).id.rawValue))
        #expect(try program.run("meeting", "3f2a").status == 66)
        #expect(names(in: seed.folder.recordingsPath).count == 3)

        try seed.store.setDeleted(.meeting(Seed.meeting(1).id), by: "trash-of-a-program-that-died")
        #expect(try program.run("meetings").status == 0)
        #expect(names(in: seed.folder.recordingsPath).count == 2)
        #expect(try trash.restore(.meeting(Seed.meeting(3).id)))
        #expect(try program.run("meetings", "--json").output.contains(Seed.meeting(3).id.rawValue))
    }

    @Test func `deleting a standup also deletes its meetings that are marked deleted`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        for number in 1...2 { try seed.hold(Seed.meeting(number)) }
        var generator = SystemRandomNumberGenerator()
        let trash = Trash(store: seed.store, folder: seed.folder, using: &generator)
        try trash.delete(.meeting(Seed.meeting(2).id))
        #expect(try program.run("delete", "Daily", "--yes").status == 0)
        #expect(names(in: seed.folder.recordingsPath).isEmpty)
        #expect(try !trash.restore(.meeting(Seed.meeting(2).id)))
    }

    @Test func `a meeting that runs in another process is not deleted`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        let meeting = Seed.meeting(1, state: .live)
        let lock = try #require(try seed.lock(meeting))
        try seed.hold(meeting)
        for arguments in [["delete-meeting", "latest", "--yes"], ["delete", "Daily", "--yes"]] {
            let result = try program.run(arguments)
            #expect(result.status == 1)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.hasPrefix("standup: Daily ("))
        }
        #expect(try JSON(try program.run("meeting", "latest", "--json").output)["state"] == "live")
        #expect(names(in: seed.folder.recordingsPath).count == 1)
        lock.release()
    }

    @Test func `a meeting whose program died is completed by the next command, which says so`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.hold(Seed.meeting(1, state: .live))
        let result = try program.run("meetings")
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("standup: note: the meeting Daily of 2026-02-04 09:30 was interrupted"))
        #expect(result.output.contains("interrupted"))
        #expect(try program.run("meetings").errors == "")
    }
}
