import CSndFile

/// An export format.
package enum AudioFormat: String, CaseIterable, Hashable, Sendable {
    /// Uncompressed; RF64 above WAV's limit of 4 GB.
    case wav
    case flac
    /// Ogg Vorbis.
    case ogg
    /// Ogg Opus.
    case opus
    case mp3

    /// The rate in Hz at which it stores sound of `rate`: the same if supported, otherwise 48 kHz.
    package func sampleRate(for rate: Int) -> Int {
        let isPossible =
            switch self {
            case .wav: true
            case .flac: rate <= 655_350
            case .ogg: (8000...192_000).contains(rate)
            case .opus: [8000, 12_000, 16_000, 24_000, 48_000].contains(rate)
            case .mp3: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].contains(rate)
            }
        return isPossible ? rate : 48_000
    }

    /// libsndfile's format code, for `bytes` of samples and metadata.
    func soundFileFormat(bytes: Int64) -> Int32 {
        let format =
            switch self {
            case .wav:
                (bytes <= WAVHeader.largestWAV ? SF_FORMAT_WAV : SF_FORMAT_RF64) | SF_FORMAT_PCM_16
            case .flac: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
            case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
            case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
            case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
            }
        return Int32(format)
    }
}
