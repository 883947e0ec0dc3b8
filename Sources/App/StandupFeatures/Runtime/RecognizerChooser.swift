package import StandupSpeech

/// Chooses a meeting's recognizer. [any thread]
package protocol RecognizerChooser: Sendable {
    func choice(for language: String) -> RecognizerAvailability
}

/// A recognizer, or the reason why none is available.
package struct RecognizerAvailability: Sendable {
    /// The name, such as "PocketSphinx"; nil if no recognizer is wanted.
    package var name: String?
    /// The factory; nil if none is available.
    package var source: RecognizerSource?
    /// The language it recognizes.
    var understood: String?
    package var problem: RecognizerError?
    /// The destination of the audio, if it leaves this machine.
    var sentTo: String?

    /// Availability; without arguments, no recognizer is wanted.
    package init(
        name: String? = nil, source: RecognizerSource? = nil, understood: String? = nil,
        problem: RecognizerError? = nil, sentTo: String? = nil
    ) {
        self.name = name
        self.source = source
        self.understood = understood
        self.problem = problem
        self.sentTo = sentTo
    }
}
