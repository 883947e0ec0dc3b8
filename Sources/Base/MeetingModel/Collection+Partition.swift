extension RandomAccessCollection {
    /// The index of the first element that satisfies a condition, or the end: all after it satisfy the condition too.
    ///
    /// It takes a step for each time that the number of elements can be halved.
    package func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if isAfter(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}
