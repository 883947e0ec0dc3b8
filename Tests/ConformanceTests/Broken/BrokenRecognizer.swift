@testable import StandupSpeech
@testable import StandupTesting

/// A recognizer that breaks one promise.
final class BrokenRecognizer: SpeechRecognizer {
    enum Fault: CaseIterable {
        case isNameless, failsSecondBeginning, failsWhenHearing, endsBeforeStart, exceedsUtterance, countsOn, mixesWords
        case isSilent, isOverconfident, failsWhenLate, learnsNonsense, repeatsSubstitution

        var promise: SpeechRecognizerConformance.Promise {
            switch self {
            case .isNameless: .name
            case .failsSecondBeginning: .beginning
            case .failsWhenHearing: .hearing
            case .endsBeforeStart: .times
            case .exceedsUtterance, .countsOn, .mixesWords: .order
            case .isSilent: .text
            case .isOverconfident: .confidence
            case .failsWhenLate: .lateness
            case .learnsNonsense: .learning
            case .repeatsSubstitution: .substitution
            }
        }
    }

    private let fault: Fault
    private let threshold: Int16
    private var loudest: Int16 = 0
    private var utterances = 0
    private var heard = 0
    private var previous = 0

    var name: String { fault == .isNameless ? "" : "broken" }
    var isBehind = false
    var learnedState: [Float]? { fault == .learnsNonsense ? [.nan] : [1] }

    /// Creates a recognizer that finds words in utterances with a sample of at least `threshold`.
    init(_ fault: Fault, threshold: Int16 = 0) {
        self.fault = fault
        self.threshold = threshold
    }

    func begin() throws(RecognizerError) {
        utterances += 1
        previous += heard
        heard = 0
        loudest = 0
        if fault == .failsSecondBeginning && utterances > 1 || fault == .failsWhenLate && isBehind {
            throw .failed(name: name, reason: "it is broken")
        }
    }

    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        heard += samples.count
        loudest = max(loudest, samples.max() ?? 0)
        if fault == .failsWhenHearing { throw .failed(name: name, reason: "it is broken") }
        return ""
    }

    func end() -> [RecognizedWord] {
        guard loudest >= threshold else { return [] }
        let middle = heard / 2
        var words = [
            RecognizedWord(text: "one", start: 0, end: middle, confidence: 1),
            RecognizedWord(text: "two", start: middle, end: heard, confidence: 0),
        ]
        switch fault {
        case .endsBeforeStart: words[1].end = words[1].start - 1
        case .exceedsUtterance: words[1].end += 1
        case .countsOn: words = words.map { RecognizedWord($0, movedBy: previous) }
        case .mixesWords: words.reverse()
        case .isSilent: words[0].text = ""
        case .isOverconfident: words[0].confidence = 1.1
        default: break
        }
        return words
    }

    func takeSubstitution() -> RecognizerSubstitution? {
        guard fault == .repeatsSubstitution else { return nil }
        return RecognizerSubstitution(of: .failed(name: name, reason: "it is broken"), by: "another", isLasting: false)
    }
}

extension RecognizedWord {
    fileprivate init(_ word: RecognizedWord, movedBy samples: Int) {
        self.init(
            text: word.text, start: word.start + samples, end: word.end + samples, confidence: word.confidence)
    }
}
