import MeetingModel

extension Duration {
    /// The duration in seconds for JSON: the number nearest to the whole nanoseconds.
    var jsonSeconds: Double {
        Double(nanoseconds) / 1e9
    }
}
