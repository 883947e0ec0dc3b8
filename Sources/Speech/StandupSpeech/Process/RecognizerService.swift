/// Handles the requests to a recognizer's process.
package struct RequestHandler {
    /// What a process does with utterances.
    package enum Engine {
        case recognizer(any SpeechRecognizer)
        /// Computes the embedding of the voice in each, of at most 15 s.
        case voices(embed: ([Int16]) throws(RecognizerError) -> [Float])
    }

    private let make: (RecognizerLoad) throws(RecognizerError) -> Engine
    private var engine: Engine?
    /// The samples of the utterance whose voice is wanted.
    private var sound: [Int16] = []

    /// `make` creates the engine at the load request.
    package init(make: @escaping (RecognizerLoad) throws(RecognizerError) -> Engine) {
        self.make = make
    }

    /// Handles a request, which takes as long as the recognizer.
    package mutating func answer(_ request: RecognizerRequest) -> RecognizerResponse {
        do throws(RecognizerError) {
            if case .load(let load) = request {
                guard engine == nil else { return .failed("a model is loaded already") }
                let made = try make(load)
                engine = made
                if case .recognizer(let recognizer) = made { return .loaded(learned: recognizer.learnedState) }
                return .loaded(learned: nil)
            }
            switch engine {
            case .recognizer(let recognizer): return try Self.answer(request, by: recognizer)
            case .voices(let embed): return try answer(request, by: embed)
            case nil: return .failed("no model is loaded")
            }
        } catch {
            guard case .failed(_, let reason) = error else { return .failed("\(error)") }
            return .failed(reason)
        }
    }

    private static func answer(
        _ request: RecognizerRequest, by recognizer: any SpeechRecognizer
    ) throws(RecognizerError) -> RecognizerResponse {
        switch request {
        case .load, .begin:
            try recognizer.begin()
            return .begun
        case .samples(let samples):
            return .partial(
                try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in try recognizer.hear(samples) })
        case .end(let isBehind):
            recognizer.isBehind = isBehind
            let words = try recognizer.end()
            return .words(words, learned: recognizer.learnedState)
        }
    }

    private mutating func answer(
        _ request: RecognizerRequest, by embed: ([Int16]) throws(RecognizerError) -> [Float]
    ) throws(RecognizerError) -> RecognizerResponse {
        switch request {
        case .load, .begin:
            sound = []
            return .begun
        case .samples(let samples):
            guard sound.count + samples.count <= VoiceEmbedder.lengths.upperBound else {
                return .failed("the sound is longer than 15 s")
            }
            sound += samples
            return .partial("")
        case .end:
            return .embedding(try embed(sound))
        }
    }
}
