package import Sound

extension AudioLevel {
    /// The peak on a meter from 0 (-60 dBFS or less) to 1 (full scale).
    package var meter: Double { min(1, max(0, (peak + 60) / 60)) }
}
