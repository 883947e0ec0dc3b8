/// A recognizer in a separate process, whose crashes, hangs and implausible responses do not affect this one.
///
/// After a failure, a new process gets the utterance again from its first sample. After several failures on one
/// utterance the recognizer fails. If a process is not ready in time, no other is started.
package final class ProcessRecognizer: SpeechRecognizer {
    package var name: String { program.name }
    /// Whether the transcript is late; sent at the end of each utterance.
    package var isBehind = false
    /// The learned state after the last utterance.
    package private(set) var learnedState: [Float]?

    private let program: RecognizerProgram
    private var load: RecognizerLoad
    private var child: RecognizerChild?
    private var failures = 0
    /// The failure after which no process is started, because waiting for one would delay each utterance.
    private var lasting: ChildFailure?

    /// The samples of the utterance, in the blocks sent; nil between utterances.
    private var utterance: [[Int16]]?
    private var count = 0

    /// Starts the process and loads its model.
    package init(
        _ program: RecognizerProgram, mode: RecognizerLoad.Mode, knowing vocabulary: Vocabulary = Vocabulary()
    ) throws(RecognizerError) {
        self.program = program
        load = RecognizerLoad(model: program.model, mode: mode, vocabulary: vocabulary.pronouncedTerms)
        try attempt { _ throws(ChildFailure) in }
    }

    package func begin() throws(RecognizerError) {
        failures = 0
        (utterance, count) = (nil, 0)
        try attempt { child throws(ChildFailure) in try self.begin(in: child) }
        utterance = []
    }

    package func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        var text = ""
        var rest = samples[...]
        repeat {
            let piece = Array(rest.prefix(RecognizerRequest.sampleLimit))
            rest = rest.dropFirst(piece.count)
            count += piece.count
            text = try attempt { child throws(ChildFailure) in try self.hear(piece, in: child) }
            utterance?.append(piece)
        } while !rest.isEmpty
        return text
    }

    package func end() throws(RecognizerError) -> [RecognizedWord] {
        let (words, learned) = try attempt { child throws(ChildFailure) in try self.end(in: child) }
        utterance = nil
        learnedState = learned
        if case .live = load.mode { load.mode = .live(learned: learned) }
        return words
    }

    /// Ends the utterance and returns the embedding of its voice, if the program has a model of voices.
    func embedding() throws(RecognizerError) -> VoiceEmbedding {
        let embedding = try attempt { child throws(ChildFailure) in
            guard case .embedding(let values) = try self.ask(.end(isBehind: self.isBehind), of: child),
                let embedding = VoiceEmbedding(values, model: self.name)
            else { throw .implausible("something other than a voice") }
            return embedding
        }
        utterance = nil
        return embedding
    }

    // MARK: In a process

    /// Makes a request, and repeats it with a new process if it fails.
    private func attempt<Result>(
        _ work: (RecognizerChild) throws(ChildFailure) -> Result
    ) throws(RecognizerError) -> Result {
        while true {
            do throws(ChildFailure) {
                return try work(try running())
            } catch {
                child = nil
                failures += 1
                guard error.isTransient else { throw program.failure(error) }
                guard failures < program.limits.attempts else {
                    let place = utterance == nil ? "at its start" : "on the same utterance"
                    throw .failed(name: name, reason: "it failed \(failures) times \(place), the last time: \(error)")
                }
            }
        }
    }

    /// The running process, or a new one that has received the utterance so far.
    private func running() throws(ChildFailure) -> RecognizerChild {
        if let child { return child }
        if let lasting { throw lasting }
        let child = try ready()
        if let utterance {
            try begin(in: child)
            for piece in utterance { _ = try hear(piece, in: child) }
        }
        self.child = child
        return child
    }

    /// A new process with a loaded model.
    private func ready() throws(ChildFailure) -> RecognizerChild {
        do throws(ChildFailure) {
            return try loaded()
        } catch {
            guard error == .timedOut else { throw error }
            let failure = ChildFailure.notReady(within: program.limits.start)
            lasting = failure
            throw failure
        }
    }

    private func loaded() throws(ChildFailure) -> RecognizerChild {
        let child = try RecognizerChild(program)
        guard case .hello(let greeting) = try child.greeting(within: program.limits.start) else {
            throw .implausible("no greeting")
        }
        guard greeting.version == RecognizerGreeting.currentVersion else {
            throw .versionMismatch(path: program.path, version: greeting.version)
        }
        let learned: [Float]?
        switch try child.ask(.load(load), within: program.limits.start) {
        case .loaded(let state): learned = state
        case .failed(let reason): throw .cannotLoad(reason)
        default: throw .implausible("something other than the loaded model")
        }
        if let fault = ResponseCheck.fault(inLearned: learned) { throw .implausible(fault) }
        learnedState = learned
        return child
    }

    private func ask(_ request: RecognizerRequest, of child: RecognizerChild) throws(ChildFailure) -> RecognizerResponse
    {
        let response = try child.ask(request, within: program.limits.timeLimit(samples: count))
        if case .failed(let reason) = response { throw .refused(reason) }
        return response
    }

    private func begin(in child: RecognizerChild) throws(ChildFailure) {
        guard case .begun = try ask(.begin, of: child) else { throw .implausible("something other than the beginning") }
    }

    private func hear(_ samples: [Int16], in child: RecognizerChild) throws(ChildFailure) -> String {
        guard case .partial(let text) = try ask(.samples(samples), of: child) else {
            throw .implausible("something other than a text")
        }
        if let fault = ResponseCheck.fault(in: text) { throw .implausible(fault) }
        return text
    }

    private func end(in child: RecognizerChild) throws(ChildFailure) -> ([RecognizedWord], [Float]?) {
        guard case .words(let words, let learned) = try ask(.end(isBehind: isBehind), of: child) else {
            throw .implausible("something other than words")
        }
        let fault = ResponseCheck.fault(in: words, of: count) ?? ResponseCheck.fault(inLearned: learned)
        if let fault { throw .implausible(fault) }
        return (words, learned)
    }
}
