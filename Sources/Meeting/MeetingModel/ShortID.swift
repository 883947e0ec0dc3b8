/// The starts of ids that people see and type.
package enum ShortID {
    /// The fewest characters that are shown.
    package static let leastLength = 8

    /// The starts of several ids, in their order: of one length, and long enough to tell them apart.
    package static func texts(of ids: [String]) -> [String] {
        let longest = ids.map(\.count).max() ?? 0
        let length = (leastLength..<max(longest, leastLength + 1))
            .first { length in Set(ids.map { $0.prefix(length) }).count == Set(ids).count }
        return ids.map { String($0.prefix(length ?? longest)) }
    }
}
