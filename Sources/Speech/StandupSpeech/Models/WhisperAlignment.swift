/// The attention heads used for word timestamps.
package enum WhisperAlignment: Hashable, Sendable {
    /// The known heads of OpenAI's models.
    case tiny(isEnglishOnly: Bool)
    case base(isEnglishOnly: Bool)
    case small(isEnglishOnly: Bool)
    case medium(isEnglishOnly: Bool)
    case large, largeV3, largeV3Turbo
    /// All heads of the top layers, for models without known alignment heads.
    case upperLayers(Int)

    /// The delay of word ends, in samples at 16 kHz.
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
    /// The alignment heads, selected by the number of layers.
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
