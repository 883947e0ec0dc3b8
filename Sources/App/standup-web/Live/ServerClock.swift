#if Web
import MeetingModel
import MeetingTiming

/// The monotonic clock on which deadlines are sent: that of all processes on this machine.
enum ServerClock {
    /// Milliseconds since an instant that all processes share, with three decimal places.
    static var milliseconds: String {
        let (milliseconds, rest) = (SystemClock().now.nanoseconds / 1000).quotientAndRemainder(dividingBy: 1000)
        return "\(milliseconds)." + String(1000 + rest).dropFirst()
    }
}
#endif
