/// How often, and after how long, a request is made again that may do better later.
package struct RetryPolicy: Hashable, Sendable {
    /// How many requests are made at most.
    package var attempts: Int
    /// How long to wait before the second; twice as long before each further one.
    package var firstDelay: Duration
    /// The longest wait, also where the server asks for a longer one: then it is given up for now.
    package var longestDelay: Duration

    /// How many requests may take too long.
    private static let timeOuts = 2

    /// Without arguments four requests within about a quarter of a minute.
    package init(
        attempts: Int = 4, firstDelay: Duration = .seconds(2), longestDelay: Duration = .seconds(60)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// How long to wait after a request that failed, the first being number 1; nil to give up.
    ///
    /// What a server asks for is granted. Otherwise the wait is between half and all of what is due, so that many who
    /// wait for the same server do not come back at the same moment.
    package func delay(
        after reason: SpeechServerError.Reason, attempt: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        guard attempt < attempts, SpeechServerError("", reason).isTransient else { return nil }
        // Each of these has taken as long as it may take.
        if reason == .timeOut, attempt >= Self.timeOuts { return nil }
        if case .busy(let wait?) = reason { return wait <= longestDelay ? wait : nil }
        let due = min(firstDelay * (1 << min(attempt - 1, 20)), longestDelay)
        return due * Double.random(in: 0.5...1, using: &generator)
    }
}
