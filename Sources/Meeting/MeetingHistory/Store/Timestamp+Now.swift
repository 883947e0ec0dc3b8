internal import Glibc
package import MeetingModel
// Where the compiler finds the members of timespec in a build with more jobs than two.
internal import SwiftOverlayShims

extension Timestamp {
    /// The wall clock's time.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(time)
    }
}
