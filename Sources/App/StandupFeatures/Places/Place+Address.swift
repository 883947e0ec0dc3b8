extension Place {
    /// The place as text, which `init(address:)` reads.
    package var address: String { "standups" }
}
