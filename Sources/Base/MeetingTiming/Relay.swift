import Synchronization

/// Forwards values to a receiver that is set after the sender is created. [any thread]
package final class Relay<Value: Sendable>: Sendable {
    private let receiver = Mutex<(@Sendable (Value) -> Void)?>(nil)

    package init() {}

    package func connect(_ receiver: @escaping @Sendable (Value) -> Void) {
        self.receiver.withLock { $0 = receiver }
    }

    package func send(_ value: Value) {
        receiver.withLock { $0 }?(value)
    }
}
