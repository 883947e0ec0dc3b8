/// Handles the requests to a recognizer's process.
package struct RequestHandler {
    private let make: (RecognizerLoad) throws(RecognizerError) -> any SpeechRecognizer
    private var recognizer: (any SpeechRecognizer)?

    /// `make` creates the recognizer at the load request.
    package init(make: @escaping (RecognizerLoad) throws(RecognizerError) -> any SpeechRecognizer) {
        self.make = make
    }

    /// Handles a request, which takes as long as the recognizer.
    package mutating func answer(_ request: RecognizerRequest) -> RecognizerResponse {
        do throws(RecognizerError) {
            if case .load(let load) = request {
                guard recognizer == nil else { return .failed("a model is loaded already") }
                let made = try make(load)
                recognizer = made
                return .loaded(learned: made.learnedState)
            }
            guard let recognizer else { return .failed("no model is loaded") }
            switch request {
            case .load, .begin:
                try recognizer.begin()
                return .begun
            case .samples(let samples):
                return .partial(
                    try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in
                        try recognizer.hear(samples)
                    })
            case .end(let isBehind):
                recognizer.isBehind = isBehind
                let words = try recognizer.end()
                return .words(words, learned: recognizer.learnedState)
            }
        } catch {
            guard case .failed(_, let reason) = error else { return .failed("\(error)") }
            return .failed(reason)
        }
    }
}
