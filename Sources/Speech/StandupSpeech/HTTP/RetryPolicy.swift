package struct RetryPolicy: Hashable, Sendable {
    /// The maximum number of requests.
    package var attempts: Int
    /// The delay before the second request; doubled for each further one.
    var firstDelay: Duration
    /// The maximum delay; if the server asks for a longer one, there is no retry.
    var longestDelay: Duration

    /// The maximum number of requests that may time out.
    private static let timeOuts = 2

    /// Creates a policy; by default four requests within about a quarter of a minute.
    package init(
        attempts: Int = 4, firstDelay: Duration = .seconds(2), longestDelay: Duration = .seconds(60)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// The delay after the failed request number `attempt`, from 1; nil to give up.
    ///
    /// A delay that the server asks for is used as is. Otherwise the delay is random between half and all of its value,
    /// so that many clients do not retry at the same moment.
    package func delay(
        after failure: ServerFailure, attempt: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        guard attempt < attempts, failure.isTransient else { return nil }
        // Each of these has taken the maximum time.
        if failure == .timeOut, attempt >= Self.timeOuts { return nil }
        if case .busy(let wait?) = failure { return wait <= longestDelay ? wait : nil }
        let due = min(firstDelay * (1 << min(attempt - 1, 20)), longestDelay)
        return due * Double.random(in: 0.5...1, using: &generator)
    }
}
