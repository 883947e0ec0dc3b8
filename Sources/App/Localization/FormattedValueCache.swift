import MeetingModel
import Synchronization

/// A cache of formatted values. [any thread]
///
/// A screen repeats the same values for each row and each key, and Foundation needs 0.1 ms to format a duration.
final class FormattedValueCache: Sendable {
    enum Value: Hashable, Sendable {
        case integer(Int)
        case duration(Duration, DurationStyle)
        case list([String])
        /// Days since 1970.
        case date(Int64)
        /// Minutes since 1970.
        case time(Int64)
        case dateAndTime(Int64)
    }

    /// The maximum number of entries; when it is reached, the cache is cleared.
    private static let capacity = 4096

    private let texts = Mutex<[Value: String]>([:])

    /// The cached text of a value, formatted on first use.
    func text(of value: Value, _ write: () -> String) -> String {
        if let text = texts.withLock({ $0[value] }) { return text }
        let text = write()
        texts.withLock { texts in
            if texts.count >= Self.capacity { texts = [:] }
            texts[value] = text
        }
        return text
    }
}
