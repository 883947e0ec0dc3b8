import Glibc
import ProgramSupport
import SpeechRecognition
import Testing
import WhisperModels

@testable import RecognizerProcess

@Suite(.needsWhisper, .serialized, .timeLimit(.minutes(10)))
struct `Whisper in a process of its own` {
    @Test(arguments: [
        (
            870,
            "and mr john dashwood had then leisure to consider how much there might be prudently in his power to do for them"
        ),
        (890, "unless to be rather cold-hearted and rather selfish is to be ill-disposed"),
        (920, "had he married a more amiable woman he might have been made still more respectable than he was"),
    ])
    func `hears what is read, with punctuation, times and confidence`(clip: Int, text: String) throws {
        let samples = try Whisper.librivox(clip)
        let words = try Whisper.hear(samples, by: Whisper.recognizer("base"))
        #expect(words.plain == text)
        #expect(words.last?.text.hasSuffix(".") == true)
        #expect(AnswerCheck.fault(in: words, of: samples.count) == nil)
        #expect(words.allSatisfy { $0.confidence > 0.1 })
        // Nobody reads three words in a tenth of a second.
        #expect(words.map(\.end) == words.map(\.end).sorted())
        #expect(words.last.map { $0.end > samples.count / 2 } == true)
    }
}
