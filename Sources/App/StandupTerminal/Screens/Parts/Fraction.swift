extension Double {
    /// The number as a fraction from 0 to 1; what is no number counts as 0.
    var fraction: Double { self > 0 ? Swift.min(self, 1) : 0 }

    /// The nearest whole part of a length that the number is as a fraction.
    func part(of length: Int) -> Int { Int((fraction * Double(length)).rounded()) }
}
