public import MeetingTiming

/// The clock of a test: it passes when the test advances it, and when `advance` returns all that fell due is done.
public typealias ManualClock = VirtualClock
