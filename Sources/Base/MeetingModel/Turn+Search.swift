extension [Turn] {
    /// The index of the last turn that has begun at a meeting time; nil if none has.
    ///
    /// The turns are in the order of their starts. It takes a step for each time that their number can be halved.
    package func lastIndex(startedBy time: Duration) -> Int? {
        var range = indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = self[middle].start <= time ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound > 0 ? range.lowerBound - 1 : nil
    }
}
