import AudioDevices
import MeetingEngine
import MeetingHistory
import MeetingModel
import SpeechRecognition
import Testing

@testable import MeetingSocket

/// The engine's reports as lines of the command line.
struct EngineLinesTests {
    private static let ann = Attendee.ID(rawValue: "ann")
    private static let refusals: [MeetingTimer.Refusal] = [
        .alreadyStarted, .notStarted, .ended, .questionOpen, .noSuchAnswer, .alreadyPaused, .notPaused, .nobodyBefore,
        .nobodyElse, .unknownAttendee, .alreadySpoke, .alreadyAbsent, .notAbsent, .notWaiting, .noTimeLeft,
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
        .transcriptWaits, .outside("hook failed"),
    ]

    @Test func `every fact has its own line`() {
        let lines = Self.refusals.map(\.description) + Self.starts.map(\.line) + Self.problems.map(\.line)
        for line in lines {
            #expect(!line.isEmpty && !line.contains("\n") && !line.hasSuffix("."), "\(line)")
            #expect(!line.contains("("), "\(line) is how Swift prints a value")
        }
        #expect(Set(lines).count == lines.count)
    }

    @Test func `lines name the problem`() {
        #expect(MeetingStartError.plan(.lengthNotPositive(.zero)).line.contains("0.0 seconds"))
        #expect(MeetingStartError.plan(.duplicateAttendee(Self.ann)).line.contains("ann"))
        #expect(MeetingProblem.refused(.nobodyElse).line == MeetingTimer.Refusal.nobodyElse.description)
        #expect(MeetingProblem.partialsStopped(.failed(name: "Whisper", reason: "it died")).line.contains("it died"))
        #expect(MeetingProblem.littleRoom(.seconds(60), length: .seconds(900)).line.contains("1:00"))
    }
}
