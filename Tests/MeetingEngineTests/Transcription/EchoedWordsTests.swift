import MeetingModel
import Testing

@testable import MeetingEngine

@Suite struct `Words of the call that the microphone hears too` {
    /// An utterance whose words start half a second apart.
    private func utterance(_ text: String, at start: Double, _ channel: AudioChannel) -> Utterance {
        let words = text.split(separator: " ").enumerated()
            .map { index, word in
                let start = Duration.seconds(start + Double(index) / 2)
                return Word(text: String(word), start: start, end: start + .milliseconds(400), confidence: 1)
            }
        return Utterance(
            attendee: Attendee.ID(rawValue: "ann"), start: .seconds(start), end: words.last?.end ?? .seconds(start),
            text: text,
            recognizer: "scripted", words: words, channel: channel)
    }

    @Test(
        arguments: [
            ("The login page is done.", 1.3, [nil]),
            ("the login cage is done", 1.3, [nil]),
            ("Wait, who did that? The login", 0, ["Wait, who did that?"]),
            ("we agreed on it", 1.3, ["we agreed on it"]),
            ("the login page is done", 9, ["the login page is done"]),
        ] as [(String, Double, [String?])])
    func `stand once, on the call's side`(room: String, start: Double, kept: [String?]) {
        let call = utterance("the login page is done", at: room.hasPrefix("Wait") ? 2 : 1, .call)
        let left = EchoedWords(of: [call]).removed(from: utterance(room, at: start, .room))
        #expect(left?.text == kept[0])
    }

    @Test func `leave the words of both sides in order`() {
        let call = utterance("the login page is done", at: 1, .call)
        let echo = utterance("the login page is done", at: 1.2, .room)
        let own = utterance("good so I test it", at: 4, .room)
        #expect([echo, own, call].merged().map(\.text) == [call.text, own.text])
    }
}
