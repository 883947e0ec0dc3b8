extension Duration {
    /// The whole nanoseconds, clamped to 64 bits (292 years).
    var wholeNanoseconds: Int64 {
        let limit = Duration.nanoseconds(Int64.max)
        if self >= limit { return .max }
        if self <= .zero - limit { return -.max }
        return components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
