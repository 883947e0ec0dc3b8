#if Web
import MeetingModel
import MeetingTiming

extension Timestamp {
    /// The wall clock's time.
    static var now: Timestamp { Timestamp(nanosecondsSince1970: SystemClock().nanosecondsSince1970) }
}
#endif
