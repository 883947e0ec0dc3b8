/// A queue of samples; the cost per sample does not depend on its length.
struct SampleBacklog<Sample: BitwiseCopyable & Sendable>: Sendable {
    private static var blockLength: Int { 1 << 14 }

    /// All blocks are full except the last.
    private var blocks: [[Sample]] = []
    /// How many samples of the first block were removed.
    private var taken = 0
    private(set) var count = 0

    mutating func append(_ samples: some Collection<Sample>) {
        var rest = samples[...]
        while !rest.isEmpty {
            if blocks.last.map({ $0.count == Self.blockLength }) ?? true {
                var block: [Sample] = []
                block.reserveCapacity(Self.blockLength)
                blocks.append(block)
            }
            let part = rest.prefix(Self.blockLength - blocks[blocks.count - 1].count)
            blocks[blocks.count - 1].append(contentsOf: part)
            rest = rest.dropFirst(part.count)
            count += part.count
        }
    }

    /// Removes up to this many samples from the front.
    mutating func removeFirst(_ number: Int) {
        let number = min(number, count)
        count -= number
        taken += number
        blocks.removeFirst(min(taken / Self.blockLength, blocks.count))
        taken %= Self.blockLength
        if count == 0 { self = SampleBacklog() }
    }

    /// Removes up to this many samples from the end.
    mutating func removeLast(_ number: Int) {
        var rest = min(number, count)
        count -= rest
        while rest > 0 {
            let part = min(rest, blocks[blocks.count - 1].count)
            blocks[blocks.count - 1].removeLast(part)
            if blocks[blocks.count - 1].isEmpty { blocks.removeLast() }
            rest -= part
        }
        if count == 0 { self = SampleBacklog() }
    }

    /// Replaces samples, after skipping `skipped`; those beyond the end are ignored.
    mutating func replace(with samples: some Collection<Sample>, from skipped: Int) {
        var place = taken + skipped
        for sample in samples.prefix(max(0, count - skipped)) {
            blocks[place / Self.blockLength][place % Self.blockLength] = sample
            place += 1
        }
    }

    /// Copies as many samples as fit, after skipping `skipped`; returns how many it copied.
    func copyFirst(after skipped: Int = 0, into buffer: UnsafeMutableBufferPointer<Sample>) -> Int {
        var copied = 0
        var start = (taken + skipped) % Self.blockLength
        for block in blocks.dropFirst((taken + skipped) / Self.blockLength) {
            let part = min(block.count - start, buffer.count - copied)
            for index in 0..<max(0, part) { buffer[copied + index] = block[start + index] }
            copied += max(0, part)
            start = 0
            if copied == buffer.count { break }
        }
        return copied
    }

    func forEach(first number: Int, _ body: (Sample) -> Void) {
        var rest = min(number, count)
        var start = taken
        for block in blocks {
            let part = min(block.count - start, rest)
            for index in start..<start + part { body(block[index]) }
            rest -= part
            start = 0
            if rest == 0 { return }
        }
    }
}
