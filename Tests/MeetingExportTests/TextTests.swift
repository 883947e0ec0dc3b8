import MeetingHistory
import MeetingModel
import Testing

@Suite struct `Transcripts as text` {
    @Test func `txt names the meeting, and the time and speaker of each utterance`() throws {
        #expect(
            try Sample.text(.txt) == """
                Daily
                2026-02-04 09:30, 0:24
                Ann, Bob

                Ann
                   0:00  the login page works
                   0:03  nothing blocks me
                Bob
                   0:09  search works

                """)
    }

    @Test func `md has a heading, a table of attendees and a section for each segment of one speaker`() throws {
        #expect(
            try Sample.text(.md) == """
                # Daily

                2026-02-04 09:30, 0:24

                | Attendee | Slot | Used | Overtime | State |
                | :-- | --: | --: | --: | :-- |
                | Ann | 0:08 | 0:09 | 0:01 | spoke |
                | Bob | 0:08 | 0:08 | 0:00 | spoke |
                | Cleo | 0:08 | 0:00 | 0:00 | absent |

                ## Transcript

                ### Ann

                - `0:00` the login page works
                - `0:03` nothing blocks me

                ### Bob

                - `0:09` search works

                """)
    }

    @Test func `md has no row for whom an import knows nothing of, and no heading without words`() throws {
        var meeting = Sample.meeting([])
        meeting.attendees[1] = MeetingAttendee(id: Sample.bob, name: "Bob", slot: .zero)
        let text = try Sample.text(.md, meeting)
        #expect(text.contains("| Ann |") && !text.contains("Bob"))
        #expect(!text.contains("## Transcript"))
    }

    @Test func `md escapes marks in words`() throws {
        let meeting = Sample.meeting(
            title: "C # *", names: ("A|B", "<i>"), [Sample.utterance(Sample.ann, 0, "a_b_c `d` [e](f) & g")])
        let text = try Sample.text(.md, meeting)
        #expect(text.hasPrefix("# C \\# \\*\n"))
        #expect(text.contains("| A\\|B | 0:08 |"))
        #expect(text.contains("| \\<i\\> | 0:08 |"))
        #expect(text.contains("- `0:00` a\\_b\\_c \\`d\\` \\[e\\](f) \\& g\n"))
    }

    @Test(arguments: TranscriptFormat.allCases)
    func `one speaker's part holds nothing that another said, and no format the private note`(
        format: TranscriptFormat
    ) throws {
        let all = try Sample.text(format)
        let bob = try Sample.text(format, of: Sample.bob)
        // Subtitles may cut a line inside.
        #expect(all.contains("login"))
        #expect(!bob.contains("login"))
        #expect(bob.contains("search"))
        #expect(!all.contains("private"))
        #expect(!all.contains("secret-path"))
    }

    @Test(arguments: TranscriptFormat.allCases, nastyTexts)
    func `no format contains control characters`(
        format: TranscriptFormat, text: String
    ) throws {
        let meeting = Sample.meeting(title: text, names: (text, "Bob"), [Sample.utterance(Sample.ann, 0, text)])
        let result = try Sample.text(format, meeting)
        let isSafe = result.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0a, 0x0d, 0x20...0x7e: true
            case 0x00...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: false
            default: true
            }
        }
        #expect(isSafe)
    }

    @Test func `a wide table wraps the lines on a terminal`() {
        let transcript = MeetingTranscript(
            of: Sample.meeting([Sample.utterance(Sample.ann, 0, "one two three four five six seven")]),
            startedAt: Sample.start)
        #expect(
            transcript.lines(columns: 32) == [
                "Ann", "   0:00  one two three four five", "         six seven",
            ])
    }
}

@Suite struct `Names of exported files` {
    @Test(
        arguments: [
            ("Daily", nil, "2026-02-04_0930_Daily"), ("Daily Standup", "Ann", "2026-02-04_0930_Daily-Standup_Ann"),
            ("../../etc/passwd", "-rf", "2026-02-04_0930_etc-passwd_rf"), ("\n\t", " ", "2026-02-04_0930"),
            ("a\nb\u{0}c/d", nil, "2026-02-04_0930_a-b-c-d"), ("데일리 é", nil, "2026-02-04_0930_데일리-é"),
            ("$(rm) `x`; *?", nil, "2026-02-04_0930_rm-x"),
            (String(repeating: "스", count: 200), nil, "2026-02-04_0930_" + String(repeating: "스", count: 30)),
        ] as [(String, String?, String)])
    func `are safe everywhere`(title: String, speaker: String?, name: String) {
        #expect(MeetingFileName.stem(title: title, startedAt: Sample.start, speaker: speaker) == name)
    }

    @Test func `contain the meeting's id where they would be the same`() {
        let names = MeetingFileName.unique(
            zip(["a", "b", "A"], ["1", "2", "../../3"]).map { ($0, Meeting.ID(rawValue: $1)) })
        #expect(names == ["a_1", "b", "A_3"])
    }
}
