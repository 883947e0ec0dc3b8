import MeetingModel

/// The drift of a sound card's clock against the meeting's clock.
///
/// An anchor may be late, never early. So the least late anchor of each second is used. Beside another source, so is the
/// least late one of the first half second, before the first frame is placed: a sound server delivers frames in buffers of
/// 20 ms and more, and the first one may be as late as that.
struct DriftEstimate {
    /// The deviation, in seconds, above which the recording is corrected.
    static let tolerance = 0.020
    /// The same with two sources: each may deviate by this much, so that they stay within 10 ms of each other.
    static let toleranceBesideAnother = 0.004
    /// The deviation, in seconds, above which frames were lost: the next ones are placed anew.
    private static let greatestDrift = 0.5
    /// The same with two sources: changing the speed would leave them apart for as long as a minute.
    ///
    /// On a busy machine all buffers of a second may be late by some tens of milliseconds, which is no loss.
    private static let greatestDriftBesideAnother = 0.1
    /// A correction ends when the deviation, in seconds, has been below this for so many seconds.
    static let calm = 0.001
    static let calmSeconds = 3
    /// The time in which a deviation is corrected, in seconds, and the largest change of speed.
    ///
    /// That change is 1/200, nine cents of pitch.
    private static let correctionTime = 3.0
    private static let greatestCorrection = 0.005

    /// How many seconds of frames are observed before the first is placed, beside another source.
    private static let observedSeconds = 0.5

    /// The device's rate, in Hz.
    let sampleRate: Double
    /// Whether it is known when the first frame was captured.
    private(set) var isTimed: Bool
    /// The newest trusted anchor: a frame of the device and the instant of its capture.
    private(set) var reference: CaptureAnchor
    private var best: CaptureAnchor
    private var windowEnd: Duration
    private let isBesideAnother: Bool
    private var baseline: Double?
    /// How far the recording is ahead of the meeting's clock since the last alignment, in seconds.
    private(set) var deviation = 0.0

    init(sampleRate: Int, first: CaptureAnchor, isBesideAnother: Bool = false) {
        self.sampleRate = Double(sampleRate)
        self.isBesideAnother = isBesideAnother
        isTimed = !isBesideAnother
        baseline = isBesideAnother ? 0 : nil
        self.reference = first
        self.best = first
        self.windowEnd = first.instant + .seconds(1)
    }

    /// The device's frame captured at an instant.
    func frame(at instant: Duration) -> Int64 {
        reference.frames + Int64(((instant - reference.instant).seconds * sampleRate).rounded())
    }

    var tolerance: Double { isBesideAnother ? Self.toleranceBesideAnother : Self.tolerance }

    /// Whether the deviation is too large for drift.
    var hasLostFrames: Bool {
        abs(deviation) > (isBesideAnother ? Self.greatestDriftBesideAnother : Self.greatestDrift)
    }

    /// Adds an anchor, if there is a new one, before the first frame is placed.
    ///
    /// `delivered`: the number of frames that the device has delivered; `isLast`: no further anchor will be added.
    mutating func time(by anchor: CaptureAnchor?, delivered: Int64, isLast: Bool) {
        if let anchor, lateness(of: anchor) < lateness(of: best) { best = anchor }
        guard isLast || Double(delivered) >= Self.observedSeconds * sampleRate else { return }
        reference = best
        windowEnd = (anchor ?? best).instant + .seconds(1)
        isTimed = true
    }

    /// Adds an anchor; returns true when a second is complete.
    ///
    /// `ahead`: by how many seconds the recording, with all frames received, is ahead of meeting time at the anchor;
    /// nil while nothing is recorded.
    mutating func observe(_ anchor: CaptureAnchor, ahead: Double?) -> Bool {
        if lateness(of: anchor) < lateness(of: best) { best = anchor }
        if let ahead { bestAhead = max(bestAhead ?? ahead, ahead) }
        guard anchor.instant >= windowEnd else { return false }
        reference = best
        best = anchor
        windowEnd = anchor.instant + .seconds(1)
        defer { bestAhead = nil }
        guard let bestAhead else { return true }
        let base = baseline ?? bestAhead
        baseline = base
        deviation = bestAhead - base
        return true
    }

    private var bestAhead: Double?

    /// Restarts the measurement after the recording was aligned with the clock.
    mutating func realign() {
        baseline = isBesideAnother ? 0 : nil
        bestAhead = nil
        deviation = 0
    }

    /// By how many seconds an anchor is later than its frame count predicts: lost frames plus jitter.
    func lateness(of anchor: CaptureAnchor) -> Double {
        (anchor.instant - reference.instant).seconds - Double(anchor.frames - reference.frames) / sampleRate
    }

    /// Trusts an anchor after a loss of uncounted frames.
    ///
    /// The measurement continues. If the anchor was late only by jitter, the deviation shows it.
    mutating func restart(from anchor: CaptureAnchor) {
        reference = anchor
        best = anchor
        bestAhead = nil
        windowEnd = anchor.instant + .seconds(1)
    }

    /// The factor for the output rate that removes the deviation inaudibly.
    var correction: Double {
        1 - min(max(deviation / Self.correctionTime, -Self.greatestCorrection), Self.greatestCorrection)
    }
}
