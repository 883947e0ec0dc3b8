import MeetingModel
import Testing

@testable import MeetingHistory

struct PhraseReplacementTests {
    @Test(arguments: [1, 2, 64, 65, 1000])
    func `An utterance with many matches gets at most 64 corrections, of which the last has them all`(count: Int) throws
    {
        let text = Array(repeating: "the login-page, and", count: count).joined(separator: " ")
        let utterance = Utterance(
            attendee: Attendee.ID(rawValue: "a"), start: .zero, end: .seconds(9), text: text, recognizer: "test",
            words: [])
        let replacement = try #require(PhraseReplacement("Login-page", with: "front page"))
        let transcript = [NumberedUtterance(id: 1, utterance: utterance)]
        #expect(replacement.matches(in: transcript).count == count)
        let corrections = replacement.corrections(of: transcript)
        #expect(count <= 64 ? corrections.count == count : (33...64).contains(corrections.count))
        #expect(corrections.last?.text == text.replacing("login-page", with: "front page"))
        #expect(corrections.first?.text?.contains("front page, and") == true)
    }
}
