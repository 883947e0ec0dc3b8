import MeetingEngine
import MeetingModel
import Sound
import StandupSpeech
import Testing

@testable import MeetingHistory
@testable import MeetingSocket

/// The engine's reports as lines of the command line.
struct EngineLinesTests {
    private static let ann = Attendee.ID(rawValue: "ann")
    private static let refusals: [MeetingTimer.Refusal] = [
        .alreadyStarted, .notStarted, .ended, .questionOpen, .noSuchAnswer, .alreadyPaused, .notPaused, .nobodyBefore,
        .nobodyElse, .unknownAttendee, .alreadySpoke, .turnIsOver, .alreadyAbsent, .notAbsent, .notWaiting, .noTimeLeft,
        .tooLong,
    ]
    private static let starts: [MeetingStartError] = [
        .plan(.noAttendees), .plan(.nobodyPresent), .plan(.lengthNotPositive(.zero)), .plan(.duplicateAttendee(ann)),
        .interrupted, .history(.noMeeting(Meeting.ID(rawValue: "m1"))), .microphone(.noDevice(.input, name: "pulpit")),
    ]
    private static let problems: [MeetingProblem] = [
        .history(.noMeeting(Meeting.ID(rawValue: "m1"))), .endUnsaved, .soundOverflows,
        .littleRoom(.seconds(60), length: .seconds(900)),
        .soundLost(.seconds(2)), .partialsStopped(nil), .partialsStopped(.failed(name: "Whisper", reason: "it died")),
        .transcriptWaits, .speechUnrecognized(.seconds(40)), .outside("hook failed"),
    ]

    @Test func `every fact has its own line`() {
        let lines = Self.refusals.map(\.description) + Self.starts.map(\.line) + Self.problems.map(\.line)
        for line in lines {
            #expect(!line.isEmpty && !line.contains("\n") && !line.hasSuffix("."), "\(line)")
            #expect(!line.contains("("), "\(line) is how Swift prints a value")
        }
        #expect(Set(lines).count == lines.count)
    }

    @Test func `errors of the history name the program's commands, and the library's own words name none`() {
        let history: [(HistoryError, String)] = [
            (
                .unreadable(path: "/h.db", reason: "torn"),
                "cannot read the history /h.db (torn), which is unchanged; see what can be recovered with: standup doctor --data"
            ),
            (
                .notAFile(path: "/h.db", kind: "a named pipe"),
                "the history /h.db is a named pipe, not a file; move it away or set --data to another folder"
            ),
            (
                .cannotWrite(path: "/h.db", reason: "full"),
                "cannot write the history /h.db (full); free some disk space or set --data to a writable folder"
            ),
            (.noMeeting(Meeting.ID(rawValue: "m1")), "no meeting matches 'm1'; list them with: standup meetings"),
            (
                .locked(path: "/h.db"),
                "another program is writing to the history /h.db; try again when it has finished"
            ),
        ]
        let folder: [(DataFolderError, String)] = [
            (.noHome, "neither XDG_DATA_HOME nor HOME is an absolute path; choose a data folder with --data"),
            (
                .cannotCreate(path: "/d", reason: "no"),
                "cannot create /d (no); set --data to a writable folder"
            ),
            (
                .notAlone(path: "/d", reason: "it is a home folder"),
                "/d is not for standup alone (it is a home folder); set --data to a new or empty folder, "
                    + "or add --shared-folder to use this one"
            ),
            (
                .unsafeName("../x"),
                "'../x' is not a file name of standup's; check the history with: standup doctor --data"
            ),
        ]
        for (error, line) in history {
            #expect(error.line == line)
            #expect(MeetingStartError.history(error).line == line)
            #expect(MeetingProblem.history(error).line == line + "; the countdown continues")
        }
        for (error, line) in folder { #expect(error.line == line) }
        for own in history.map(\.0.description) + folder.map(\.0.description) {
            for word in ["--", "standup doctor", "standup meetings"] { #expect(!own.contains(word), "\(own)") }
        }
    }

    @Test func `lines name the problem`() {
        #expect(MeetingStartError.plan(.lengthNotPositive(.zero)).line.contains("0.0 seconds"))
        #expect(MeetingStartError.plan(.duplicateAttendee(Self.ann)).line.contains("ann"))
        #expect(MeetingProblem.refused(.nobodyElse).line == MeetingTimer.Refusal.nobodyElse.description)
        #expect(MeetingProblem.partialsStopped(.failed(name: "Whisper", reason: "it died")).line.contains("it died"))
        #expect(MeetingProblem.littleRoom(.seconds(60), length: .seconds(900)).line.contains("1:00"))
    }
}
