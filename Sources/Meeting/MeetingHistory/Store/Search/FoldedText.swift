/// A text in which words are found as they are typed, without regard to case, accents and width.
package struct FoldedText: Hashable, Sendable {
    /// The folded text, in UTF-8.
    private var bytes: [UInt8] = []
    /// For each byte, the position of its character in the text; empty if that is the byte's own.
    private var characters: [Int32] = []

    package init(_ text: String) {
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0d }) {
            bytes = text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
            return
        }
        for (position, character) in text.enumerated() {
            let folded =
                switch SearchFolding(character) {
                case .part(let letters), .word(let letters): letters
                case .separator: String(character)
                case .nothing: ""
                }
            bytes += folded.utf8
            characters += repeatElement(Int32(position), count: folded.utf8.count)
        }
    }

    package var isEmpty: Bool { bytes.isEmpty }

    /// Where another text occurs, as positions of characters; occurrences do not overlap.
    package func ranges(of other: FoldedText) -> [Range<Int>] {
        guard let first = other.bytes.first, other.bytes.count <= bytes.count else { return [] }
        return bytes.withUnsafeBufferPointer { text in
            other.bytes.withUnsafeBufferPointer { wanted in
                var ranges: [Range<Int>] = []
                var start = 0
                while start + wanted.count <= text.count {
                    guard text[start] == first, wanted.indices.allSatisfy({ text[start + $0] == wanted[$0] }) else {
                        start += 1
                        continue
                    }
                    ranges.append(position(start)..<position(start + wanted.count - 1) + 1)
                    start += wanted.count
                }
                return ranges
            }
        }
    }

    private func position(_ byte: Int) -> Int { characters.isEmpty ? byte : Int(characters[byte]) }
}
