internal import FoundationEssentials

/// A model's `.dict` file: one sorted word and its phones per line.
///
/// The file is memory-mapped and searched by bisection, so opening it takes no time.
package struct PronunciationDictionary: Sendable {
    private let bytes: Data

    /// Opens the dictionary at a path; nil if it cannot be read.
    package init?(path: String) {
        guard let bytes = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else { return nil }
        self.bytes = bytes
    }

    init(text: String) {
        bytes = Data(text.utf8)
    }

    /// The pronunciations of a lower-case word; empty if it is not in the dictionary.
    func pronunciations(of word: String) -> [[Int]] {
        guard let first = phones(of: word) else { return [] }
        var found = [first]
        while found.count < 4, let next = phones(of: "\(word)(\(found.count + 1))") { found.append(next) }
        return found
    }

    private func phones(of entry: String) -> [Int]? {
        let wanted = Array(entry.utf8)
        guard !wanted.isEmpty, !wanted.contains(where: { $0 <= UInt8(ascii: " ") }) else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var (low, high) = (0, bytes.count)
            while low < high {
                var start = low + (high - low) / 2
                while start > low, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
                let end = bytes[start..<high].firstIndex(of: UInt8(ascii: "\n")) ?? high
                let line = bytes[start..<end]
                let word = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
                if word.elementsEqual(wanted) { return Self.phones(line.dropFirst(word.count)) }
                if word.lexicographicallyPrecedes(wanted) {
                    low = min(end + 1, high)
                } else {
                    high = start
                }
            }
            return nil
        }
    }

    private static func phones(_ text: Slice<UnsafeRawBufferPointer>) -> [Int]? {
        var phones: [Int] = []
        for name in text.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) {
            // Some dictionaries mark stress with a final digit.
            guard let phone = Phone(rawValue: String(decoding: name.filter { $0 > UInt8(ascii: "9") }, as: UTF8.self))
            else { return nil }
            phones.append(phone.index)
        }
        return phones.isEmpty ? nil : phones
    }
}
