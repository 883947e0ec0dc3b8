package import MeetingEngine

extension AudioLevel {
    /// Where the greatest sample stands on a meter, from 0 (-60 dBFS and less) to 1 (full scale).
    package var meter: Double { min(1, max(0, (peak + 60) / 60)) }

    /// Whether there was no sound at all, not even noise.
    package var isExactSilence: Bool { peak <= Self.silence }
}
