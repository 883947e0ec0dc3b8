@testable import StandupSpeech

/// The requests to a recognizer's process, and its responses.
enum RecognizerFuzzing {
    /// Reads requests as the process does, and answers with a recognizer that echoes its input.
    static func readRequests(_ bytes: [UInt8]) throws {
        var handler = RequestHandler { load throws(RecognizerError) in .recognizer(Repeating(load)) }
        for frame in try frames(bytes) {
            guard let request = try attempt({ try RecognizerRequest(frame) }) else { return }
            try require(
                try RecognizerRequest(request.frame).frame == request.frame, "\(request) is another one when it arrives"
            )
            let answer = handler.answer(request)
            try require(try RecognizerResponse(answer.frame).frame == answer.frame, "\(answer) does not arrive")
        }
    }

    /// Reads responses as the program does; accepted words must fit into the utterance and onto a screen.
    static func readAnswers(_ bytes: [UInt8]) throws {
        let samples = 40_000
        for frame in try frames(bytes) {
            guard let answer = try attempt({ try RecognizerResponse(frame) }) else { return }
            try require(try RecognizerResponse(answer.frame).frame == answer.frame, "\(answer) is another one")
            switch answer {
            case .words(let words, let learned):
                if ResponseCheck.fault(inLearned: learned) == nil {
                    try require(learned?.allSatisfy(\.isFinite) != false, "\(learned ?? [])")
                }
                if let fault = ResponseCheck.fault(in: words, of: samples) { return try requireLine(fault) }
                for word in words {
                    try requireLine(word.text)
                    try require(0 <= word.start && word.start <= word.end && word.end <= 2 * samples, "\(word)")
                    try require((0...1).contains(word.confidence), "\(word)")
                }
            case .partial(let text):
                if ResponseCheck.fault(in: text) == nil { try requireLine(text) }
            case .embedding(let values):
                guard let voice = VoiceEmbedding(values, model: "") else { continue }
                try require(voice.similarity(to: voice).map { abs($0 - 1) < 0.01 } == true, "\(values)")
            case .failed(let reason):
                try requireLine(ProcessExit(status: nil, errors: Array(reason.utf8)).description)
            case .hello, .loaded, .begun: break
            }
        }
    }

    /// The messages in bytes; they are the same however the bytes are split.
    private static func frames(_ bytes: [UInt8]) throws -> [Frame] {
        let size = max(1, Int(bytes.first ?? 1))
        let bytes = bytes.dropFirst()
        let whole = frames([bytes])
        let pieces = stride(from: bytes.startIndex, to: bytes.endIndex, by: size)
            .map { bytes[$0..<min($0 + size, bytes.endIndex)] }
        try require(frames(pieces) == whole, "other messages in pieces of \(size) bytes")
        return whole
    }

    private static func frames(_ pieces: [ArraySlice<UInt8>]) -> [Frame] {
        var decoder = FrameDecoder()
        var frames: [Frame] = []
        for piece in pieces {
            decoder.append(piece)
            do {
                while let frame = try decoder.next() { frames.append(frame) }
            } catch {
                return frames
            }
        }
        return frames
    }

    private final class Repeating: SpeechRecognizer {
        let name = "repeating"
        private(set) var learnedState: [Float]?
        private var count = 0

        init(_ load: RecognizerLoad) {
            if case .live(let learned) = load.mode { learnedState = learned }
        }

        func begin() { count = 0 }

        func hear(_ samples: UnsafeBufferPointer<Int16>) -> String {
            count += samples.count
            return "\(count)"
        }

        func end() -> [RecognizedWord] { [RecognizedWord(text: "\(count)", start: 0, end: count, confidence: 1)] }
    }
}
