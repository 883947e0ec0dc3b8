/// The attention heads from which the times of a model's words are computed.
package enum WhisperAlignment: Hashable, Sendable {
    /// Those that are known for OpenAI's own models.
    case tiny(isEnglishOnly: Bool)
    case base(isEnglishOnly: Bool)
    case small(isEnglishOnly: Bool)
    case medium(isEnglishOnly: Bool)
    case large, largeV3, largeV3Turbo
    /// All heads of so many uppermost layers, for a model whose alignment heads are not known.
    case upperLayers(Int)

    /// How late they find the end of a word, in samples at 16 kHz.
    ///
    /// Measured: 80 ms for tiny.en, 0 for base; the others were not measured.
    package var delay: Int {
        switch self {
        case .tiny(isEnglishOnly: true): 1280
        default: 0
        }
    }
}

extension WhisperModel {
    /// Its alignment heads, chosen by the number of its layers.
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
