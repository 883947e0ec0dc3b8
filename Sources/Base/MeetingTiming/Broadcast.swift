import Synchronization

/// Sends each value to all who listen now. [any thread]
///
/// A listener who is slow loses the oldest values beyond its limit, or gets what it missed as one value; nobody waits for it.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct Listener: Sendable {
        let send: @Sendable (Element) -> Void
        let finish: @Sendable () -> Void
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    package init() {}

    /// The values from now on, of which at most `limit` wait for their listener; it ends with `finish`.
    package func listen(limit: Int) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(limit))
        add(continuation) { continuation.yield($0) }
        return stream
    }

    /// The values from now on, of which those that wait for their listener are merged into one; it ends with `finish`.
    ///
    /// `merge` gets an earlier value and a later one.
    package func listen(
        merging merge: @escaping @Sendable (Element, Element) -> Element
    ) -> some AsyncSequence<Element, Never> & Sendable {
        let waiting = Waiting<Element>()
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        add(continuation) { value in
            waiting.value.withLock { $0 = $0.map { merge($0, value) } ?? value }
            continuation.yield()
        }
        return signals.compactMap { waiting.value.withLock { $0.take() } }
    }

    private func add<Signal>(
        _ continuation: AsyncStream<Signal>.Continuation, send: @escaping @Sendable (Element) -> Void
    ) {
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = Listener(send: send, finish: { continuation.finish() })
            return state.next
        }
        guard let number else { return continuation.finish() }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
    }

    package func send(_ value: Element) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.send(value) }
    }

    /// Ends all streams, those of the future too.
    package func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

/// What a listener has not taken yet. [any thread]
private final class Waiting<Element: Sendable>: Sendable {
    let value = Mutex<Element?>(nil)
}
