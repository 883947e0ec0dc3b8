import Synchronization

/// Sends the requests of one client to a server, and repeats those that may succeed later. [one thread at a time]
package final class RetryingTransport: Sendable {
    private let transport = CurlTransport()
    private let wait: @Sendable (Duration) -> Void
    private let wake: @Sendable () -> Void
    private let isCancelled = Atomic(false)

    package convenience init() {
        let sleep = InterruptibleSleep()
        self.init(wait: sleep.wait, wake: sleep.interrupt)
    }

    /// A transport with a sleep, which `wake` ends.
    init(wait: @escaping @Sendable (Duration) -> Void, wake: @escaping @Sendable () -> Void = {}) {
        self.wait = wait
        self.wake = wake
    }

    /// Cancels the current and all later requests. [any thread]
    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        transport.cancel()
        wake()
    }

    /// Sends a request once, and returns the response, whatever its status, of at most `limit` bytes.
    package func send(
        _ request: HTTPRequest, timeLimits: HTTPTimeLimits, limit: Int
    ) throws(ServerFailure) -> HTTPResponse {
        guard !isCancelled.load(ordering: .acquiring) else { throw .cancelled }
        do {
            return try transport.send(request, timeLimits: timeLimits, limit: limit)
        } catch {
            throw ServerFailure(error, limit: limit)
        }
    }

    /// The answer to a question; it is asked again, after a delay, as a policy says.
    package func retrying<Answer>(
        _ policy: RetryPolicy, _ ask: () throws(ServerFailure) -> Answer
    ) throws(ServerFailure) -> Answer {
        var generator = SystemRandomNumberGenerator()
        var attempt = 1
        while true {
            do throws(ServerFailure) {
                return try ask()
            } catch {
                let delay = policy.delay(after: error, attempt: attempt, using: &generator)
                guard let delay, !isCancelled.load(ordering: .acquiring) else { throw error }
                attempt += 1
                wait(delay)
            }
        }
    }
}
