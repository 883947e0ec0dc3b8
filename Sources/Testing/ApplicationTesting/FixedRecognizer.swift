package import SpeechRecognition
package import StandupFeatures

/// A chooser that offers the same recogniser for every language.
package struct FixedRecognizer: RecognizerChooser {
    /// The offer for every language.
    package var offer: RecognizerOffer

    /// Creates a chooser; the default offer has no recogniser.
    package init(_ offer: RecognizerOffer = RecognizerOffer()) {
        self.offer = offer
    }

    /// Creates a chooser of a recogniser for English.
    package init(source: RecognizerSource) {
        offer = RecognizerOffer(name: "Scripted", source: source, understood: "en-us")
    }

    /// Returns the offer.
    package func choice(for language: String) -> RecognizerOffer { offer }
}
