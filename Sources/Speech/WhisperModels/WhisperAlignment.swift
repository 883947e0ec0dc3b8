/// The attention heads of a model by which the times of its words are found.
package enum WhisperAlignment: Hashable, Sendable {
    /// Those that are known for OpenAI's own models.
    case tiny(isEnglishOnly: Bool)
    case base(isEnglishOnly: Bool)
    case small(isEnglishOnly: Bool)
    case medium(isEnglishOnly: Bool)
    case large, largeV3, largeV3Turbo
    /// All of so many uppermost layers, for a model whose heads are not known.
    case upperLayers(Int)

    /// How much later than it ends they find a word's end, in samples at 16 kHz.
    ///
    /// Measured for tiny.en, 80 ms, and base, which is not late; the others were not measured.
    package var delay: Int {
        switch self {
        case .tiny(isEnglishOnly: true): 1280
        default: 0
        }
    }
}

extension WhisperModel {
    /// Its attention heads for times, by the number of its layers.
    package var alignment: WhisperAlignment {
        switch (header.audioLayers, header.textLayers) {
        case (4, 4): .tiny(isEnglishOnly: isEnglishOnly)
        case (6, 6): .base(isEnglishOnly: isEnglishOnly)
        case (12, 12): .small(isEnglishOnly: isEnglishOnly)
        case (24, 24): .medium(isEnglishOnly: isEnglishOnly)
        case (32, 32): header.hasCantonese ? .largeV3 : .large
        case (32, 4): .largeV3Turbo
        case (_, let layers): .upperLayers(max(layers / 2, 1))
        }
    }
}
