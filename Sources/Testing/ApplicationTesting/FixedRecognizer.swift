package import SpeechRecognition
package import StandupFeatures

/// Offers the same recogniser whatever the language.
package struct FixedRecognizer: RecognizerChooser {
    /// What is offered.
    package var offer: RecognizerOffer

    /// An offer; without one none is wanted.
    package init(_ offer: RecognizerOffer = RecognizerOffer()) {
        self.offer = offer
    }

    /// A recogniser by its source that understands English.
    package init(source: RecognizerSource) {
        offer = RecognizerOffer(name: "Scripted", source: source, understood: "en-us")
    }

    /// The offer.
    package func choice(for language: String) -> RecognizerOffer { offer }
}
