extension Int {
    /// The number with a noun: `1 meeting`, `2 meetings`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
