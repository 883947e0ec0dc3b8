import MeetingModel
import Synchronization

/// What a localizer has written, to be shown again: a screen says the same many times over, for each row and each key,
/// and Foundation takes a tenth of a millisecond for a length of time. [any thread]
final class WrittenTexts: Sendable {
    /// What was to be written.
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

    /// How many are kept before all are forgotten.
    private static let capacity = 4096

    private let texts = Mutex<[Value: String]>([:])

    /// The text of a value, which is made if it is not known.
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
