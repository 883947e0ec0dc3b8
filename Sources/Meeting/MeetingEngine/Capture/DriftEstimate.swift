import AudioDevices
import MeetingModel

/// How far a sound card's clock has run away from the meeting's.
///
/// A delivery is late by chance and never early, so of the anchors of one second the least late one is believed.
struct DriftEstimate {
    /// Past this deviation the recording is corrected.
    static let tolerance = 0.020
    /// The time in which a deviation would be made good, and the most by which the speed may be changed for it: a
    /// two-hundredth, nine cents of a tone.
    private static let correctionTime = 10.0
    private static let greatestCorrection = 0.005

    /// The device's rate, in Hz.
    let sampleRate: Double
    /// The newest anchor that is believed: a frame of the device and the instant at which it was captured.
    private(set) var reference: CaptureAnchor
    private var best: CaptureAnchor
    private var windowEnd: Duration
    private var baseline: Double?
    /// How far the recording runs ahead of the meeting's clock, in seconds, since it was last aligned.
    private(set) var deviation = 0.0

    init(sampleRate: Int, first: CaptureAnchor) {
        self.sampleRate = Double(sampleRate)
        self.reference = first
        self.best = first
        self.windowEnd = first.instant + .seconds(1)
    }

    /// The device's frame that was captured at an instant.
    func frame(at instant: Duration) -> Int64 {
        reference.frames + Int64(((instant - reference.instant).seconds * sampleRate).rounded())
    }

    /// Takes in a new anchor; true when a second is complete.
    ///
    /// `ahead` is by how many seconds the recording, with all that has come in, is ahead of meeting time at the anchor;
    /// nil where the meeting is off the record.
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

    /// The recording was aligned with the clock: what follows is measured from here.
    mutating func realign() {
        baseline = nil
        bestAhead = nil
        deviation = 0
    }

    /// By how many seconds an anchor is later than its frames say: what was lost before it, and chance.
    func lateness(of anchor: CaptureAnchor) -> Double {
        (anchor.instant - reference.instant).seconds - Double(anchor.frames - reference.frames) / sampleRate
    }

    /// Frames were lost that nobody counted: an anchor behind them is believed from now on.
    ///
    /// What follows is measured as before. So if that anchor was late by chance, the deviation says so.
    mutating func restart(from anchor: CaptureAnchor) {
        reference = anchor
        best = anchor
        bestAhead = nil
        windowEnd = anchor.instant + .seconds(1)
    }

    /// By what factor the output rate is to be changed so that the deviation goes away unheard.
    var correction: Double {
        1 - min(max(deviation / Self.correctionTime, -Self.greatestCorrection), Self.greatestCorrection)
    }
}
