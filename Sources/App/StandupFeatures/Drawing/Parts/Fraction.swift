extension Double {
    /// The number clamped to 0...1; NaN becomes 0.
    var fraction: Double { self > 0 ? Swift.min(self, 1) : 0 }

    /// This fraction of a length, rounded to the nearest integer.
    func part(of length: Int) -> Int { Int((fraction * Double(length)).rounded()) }
}
