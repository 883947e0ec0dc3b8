import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import StandupSpeech
import Testing

@testable import StandupFeatures

@Suite("Errors as messages")
struct ErrorMessageTests {
    static let messages: [(Message, [String])] = [
        (Message(HistoryError.unreadable(path: "/p", reason: "why")), ["/p", "why"]),
        (Message(HistoryError.newer(path: "/p")), ["/p"]),
        (Message(HistoryError.cannotWrite(path: "/p", reason: "why")), ["/p", "why"]),
        (Message(HistoryError.noMeeting(Meeting.ID(rawValue: "m"))), []),
        (Message(HistoryError.noTranscript(Meeting.ID(rawValue: "m"), version: 2)), []),
        (Message(HistoryError.transcriptInUse(Meeting.ID(rawValue: "m"), version: 2)), []),
        (Message(HistoryError.transcriptChanged(Meeting.ID(rawValue: "m"))), []),
        (Message(HistoryError.noPoints(Meeting.ID(rawValue: "m"), version: 2)), []),
        (Message(AudioError.noSystem(reason: "why")), ["why"]),
        (Message(AudioError.noDevice(.input, name: "Desk")), ["Desk"]),
        (Message(AudioError.noDevice(.output, name: "Room")), ["Room"]),
        (Message(AudioError.noSound(device: "Desk", after: .seconds(3))), ["Desk", "3"]),
        (Message(AudioError.failed(device: "Desk", reason: "why")), ["Desk", "why"]),
        (Message(AudioError.file(path: "/p", reason: "why")), ["/p", "why"]),
        (Message(AudioError.cannotWrite(path: "/p", reason: "why")), ["/p", "why"]),
        (Message(MeetingStartError.plan(.noAttendees)), []),
        (Message(MeetingStartError.plan(.nobodyPresent)), []),
        (Message(MeetingStartError.plan(.lengthNotPositive(.zero))), []),
        (Message(MeetingStartError.plan(.duplicateAttendee(Attendee.ID(rawValue: "a")))), []),
        (Message(MeetingStartError.microphone(.noSystem(reason: "why"))), ["why"]),
        (Message(MeetingStartError.history(.newer(path: "/p"))), ["/p"]),
        (Message(MeetingStartError.interrupted), []),
        (Message(RecognizerError.noModel(language: "fr", searched: "/models")), ["fr", "/models"]),
        (Message(RecognizerError.failed(name: "Sphinx", reason: "why")), ["Sphinx", "why"]),
        (Message(StandupError.noTitle), []),
        (Message(StandupError.titleTooLong("x")), ["200"]),
        (Message(StandupError.nameTooLong("x")), ["200"]),
        (Message(StandupError.tooManyAttendees(2000)), ["000"]),
        (Message(StandupError.lengthOutOfRange(.zero)), ["10", "8"]),
    ]

    @Test(arguments: ["en", "de", "ko"])
    func `name the problem and the file or device, in each language`(language: String) {
        let localizer = Localizer.localizer(language)
        for (message, parts) in Self.messages {
            let text = message.text(localizer)
            #expect(text != message.key && !text.contains("%{"), "\(message)")
            for part in parts { #expect(text.contains(part), "\(text)") }
        }
    }

    @Test func `contain no control characters of a path`() {
        let text = Message(HistoryError.newer(path: "/p\u{1b}[31m\n")).text(.english)
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
}
