/// Sounds grouped by voice: agglomerative clustering with average linkage, on the cosines of their embeddings.
///
/// At first each sound is a group; each step joins the two groups with the greatest mean similarity. That mean is the
/// product of the groups' sums, so no table of all pairs is needed: memory grows with the number of sounds, time with its
/// square. The steps are found along chains of nearest neighbors (Murtagh, "A Survey of Recent Advances in Hierarchical
/// Clustering Algorithms", 1983), which gives the same tree.
struct VoiceClustering: Sendable {
    /// Two groups that were joined, each as one of its sounds, and their mean similarity.
    private typealias Step = (first: Int, second: Int, similarity: Float)

    private let count: Int
    /// The steps, the greatest similarity first.
    private let steps: [Step]

    init(_ voices: [VoiceEmbedding]) {
        count = voices.count
        var groups = VoiceGroups(voices)
        var steps: [Step] = []
        var chain: [Int] = []
        while groups.live.count > 1 {
            let last = chain.popLast() ?? groups.live[0]
            let (nearest, similarity) = groups.nearest(to: last, preferring: chain.last)
            if nearest == chain.last {
                chain.removeLast()
                groups.join(last, into: nearest)
                steps.append((nearest, last, similarity))
            } else {
                chain += [last, nearest]
            }
        }
        // Rounding may make two joined groups minutely more similar to a third than they were to each other.
        self.steps = steps.enumerated()
            .sorted { ($1.element.similarity, $0.offset) < ($0.element.similarity, $1.offset) }.map(\.element)
    }

    /// The group of each sound, numbered from 0, with the joins of at least a similarity.
    func groups(atLeast similarity: Float) -> [Int] {
        groups(after: steps.count { $0.similarity >= similarity })
    }

    /// The group of each sound, with the joins that leave a number of groups.
    func groups(_ number: Int) -> [Int] { groups(after: max(count - number, 0)) }

    private func groups(after steps: Int) -> [Int] {
        var sets = DisjointSets(count)
        for step in self.steps.prefix(steps) { sets.join(step.first, step.second) }
        var numbers: [Int: Int] = [:]
        return (0..<count)
            .map { sound in
                let root = sets.root(of: sound)
                let number = numbers[root] ?? numbers.count
                numbers[root] = number
                return number
            }
    }
}

/// The groups of a clustering, each named by one of its sounds.
private struct VoiceGroups {
    private static let width = VoiceEmbedding.size / 16

    private(set) var live: [Int]
    private var counts: [Float]
    /// The sum of each group's vectors.
    private var sums: [SIMD16<Float>] = []

    init(_ voices: [VoiceEmbedding]) {
        live = Array(voices.indices)
        counts = voices.map { _ in 1 }
        sums.reserveCapacity(voices.count * Self.width)
        for voice in voices {
            for part in 0..<Self.width { sums.append(SIMD16(voice.values[part * 16..<part * 16 + 16])) }
        }
    }

    /// The group with the greatest mean similarity; of equal ones the preferred one, else the first.
    func nearest(to group: Int, preferring preferred: Int?) -> (group: Int, similarity: Float) {
        var best = preferred.map { ($0, similarity(group, $0)) } ?? (-1, -.infinity)
        for other in live where other != group {
            let found = similarity(group, other)
            if found > best.1 { best = (other, found) }
        }
        return best
    }

    private func similarity(_ first: Int, _ second: Int) -> Float {
        var products = SIMD16<Float>.zero
        for part in 0..<Self.width {
            products += sums[first * Self.width + part] * sums[second * Self.width + part]
        }
        return products.sum() / (counts[first] * counts[second])
    }

    mutating func join(_ group: Int, into other: Int) {
        counts[other] += counts[group]
        for part in 0..<Self.width { sums[other * Self.width + part] += sums[group * Self.width + part] }
        live.removeAll { $0 == group }
    }
}

private struct DisjointSets {
    private var parents: [Int]

    init(_ count: Int) { parents = Array(0..<count) }

    mutating func root(of member: Int) -> Int {
        var member = member
        while parents[member] != member {
            parents[member] = parents[parents[member]]
            member = parents[member]
        }
        return member
    }

    mutating func join(_ first: Int, _ second: Int) { parents[root(of: second)] = root(of: first) }
}
