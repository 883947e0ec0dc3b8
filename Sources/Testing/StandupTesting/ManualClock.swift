public import MeetingTiming

/// A test's clock; `advance` returns after all work that fell due is done.
public typealias ManualClock = VirtualClock
