package import StandupFeatures
package import StandupSpeech

/// A chooser that offers the same recognizer for every language.
package struct FixedRecognizer: RecognizerChooser {
    /// The availability for every language.
    package var availability: RecognizerAvailability

    /// Creates a chooser; the default availability has no recognizer.
    package init(_ availability: RecognizerAvailability = RecognizerAvailability()) {
        self.availability = availability
    }

    /// Creates a chooser of a recognizer for English.
    package init(source: RecognizerSource) {
        availability = RecognizerAvailability(name: "Scripted", source: source, understood: "en-us")
    }

    /// Returns the availability.
    package func choice(for language: String) -> RecognizerAvailability { availability }
}
