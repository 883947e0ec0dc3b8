import Dispatch
import Synchronization

/// Recognizes segments with a `SpeechRecognizer`, each as one utterance, on its own queue.
///
/// The recognizer must not keep state between utterances.
package final class UtteranceSegmentRecognizer: SegmentRecognizer {
    package let name: String
    private let queue = DispatchQueue(label: "standup.segments", qos: .utility)
    private let recognizer: Mutex<any SpeechRecognizer>

    init(make: () throws(RecognizerError) -> sending any SpeechRecognizer) throws(RecognizerError) {
        let recognizer = try make()
        name = recognizer.name
        self.recognizer = Mutex(recognizer)
    }

    package func recognize(_ segment: SpeechSegment) async throws(RecognizerError) -> [RecognizedUtterance] {
        let result: Result<[RecognizedUtterance], RecognizerError> = await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    returning: recognizer.withLock { recognizer in
                        Result { () throws(RecognizerError) in try Self.hear(segment.samples, with: recognizer) }
                    }
                )
            }
        }
        return try result.get()
    }

    private static func hear(
        _ samples: [Int16], with recognizer: any SpeechRecognizer
    ) throws(RecognizerError) -> [RecognizedUtterance] {
        try recognizer.begin()
        _ = try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in try recognizer.hear(samples) }
        let words = try recognizer.end()
            .map { word in
                RecognizedUtterance.Word(
                    text: word.text, start: Int64(word.start), end: Int64(word.end), confidence: word.confidence
                )
            }
        return RecognizedUtterance(words: words, recognizer: recognizer.name).map { [$0] } ?? []
    }
}
