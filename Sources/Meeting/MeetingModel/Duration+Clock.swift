extension Duration {
    /// The duration as a clock shows it, in whole seconds: `0:05`, `12:00`, `1:02:03`; below zero with a minus.
    ///
    /// Time that has passed is rounded down, time that remains is rounded up: a countdown then shows its whole length
    /// at the start and zero at the end, not a second before.
    package func clockText(_ rule: FloatingPointRoundingRule = .down) -> String {
        let (whole, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var seconds = whole
        switch rule {
        case .up: if fraction > 0 { seconds += 1 }
        case .down: if fraction < 0 { seconds -= 1 }
        case .awayFromZero: seconds += fraction.signum()
        case .toNearestOrAwayFromZero, .toNearestOrEven: seconds += fraction / 500_000_000
        default: break
        }
        let sign = seconds < 0 ? "-" : ""
        let (minutes, second) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return hours > 0
            ? "\(sign)\(hours):\(twoDigits(minute)):\(twoDigits(second))" : "\(sign)\(minute):\(twoDigits(second))"
    }
}

private func twoDigits(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
