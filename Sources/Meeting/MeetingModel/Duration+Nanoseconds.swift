extension Duration {
    /// The whole nanoseconds of this duration, clamped to 64 bits (292 years).
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        if carry { return seconds < 0 ? .min : .max }
        return sum
    }

    /// The duration in seconds for JSON, display and statistics: the number nearest to its whole nanoseconds.
    public var seconds: Double { Double(nanoseconds) / 1e9 }
}
