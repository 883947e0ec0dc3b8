import MeetingModel

/// The recorded segments of real time, and the place of each in the recording.
///
/// Between segments the countdown is stopped and no sound may be kept. Instants are on the meeting's clock; frames are
/// the recording's, at `sampleRate`.
struct RecordedSegments {
    struct Segment: Equatable {
        let start: Duration
        var end: Duration?
        /// The meeting time at `start`.
        let meetingStart: Duration
    }

    let sampleRate: Int
    private(set) var segments: [Segment] = []
    /// The number of segments whose frames are all placed.
    private(set) var passed = 0
    /// The first segment whose frames are not all placed; nil if there is none.
    var current: Segment? { passed < segments.count ? segments[passed] : nil }

    /// `meetingTime` counts for the first segment only.
    mutating func start(at instant: Duration, meetingTime: Duration = .zero) {
        guard segments.last.map({ $0.end != nil }) ?? true else { return }
        let meetingStart = segments.last.map { $0.meetingStart + ($0.end ?? $0.start) - $0.start } ?? meetingTime
        segments.append(Segment(start: instant, end: nil, meetingStart: meetingStart))
    }

    /// Ends the segment at an instant, or at its start if that is later.
    mutating func stop(at instant: Duration) {
        guard let last = segments.last, last.end == nil else { return }
        segments[segments.count - 1].end = max(last.start, instant)
    }

    /// The frames of the current segment are all placed.
    mutating func passCurrent() {
        passed += 1
    }

    func frame(of instant: Duration, in segment: Segment) -> Int64 {
        (segment.meetingStart + (instant - segment.start)).frames(at: sampleRate)
    }

    /// The frame at which a segment ends, exclusive; nil while it is open.
    func endFrame(of segment: Segment) -> Int64? {
        segment.end.map { frame(of: $0, in: segment) }
    }
}
