extension [Turn] {
    /// The index of the last turn that has begun at a meeting time; nil if none has.
    ///
    /// The turns are in the order of their starts.
    package func lastIndex(startedBy time: Duration) -> Int? {
        let next = partitioningIndex { $0.start > time }
        return next > 0 ? next - 1 : nil
    }
}
