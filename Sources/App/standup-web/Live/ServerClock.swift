#if Web
import MeetingModel
import MeetingTiming

/// The monotonic clock on which deadlines are sent: that of all processes on this machine.
enum ServerClock {
    /// Milliseconds since an instant that all processes share.
    static var milliseconds: Int64 { SystemClock().now.nanoseconds / 1_000_000 }
}
#endif
