/// Short prefixes of ids, for display and typing.
package enum ShortID {
    /// The minimum length, in characters.
    package static let leastLength = 8

    /// The prefixes of several ids, in their order: equally long, and long enough to be unique.
    package static func texts(of ids: [String]) -> [String] {
        let longest = ids.map(\.count).max() ?? 0
        let length = (leastLength..<max(longest, leastLength + 1))
            .first { length in Set(ids.map { $0.prefix(length) }).count == Set(ids).count }
        return ids.map { String($0.prefix(length ?? longest)) }
    }
}
