import MeetingModel

/// Removes the repetitions that Whisper produces when decoding loops.
enum Repetitions {
    /// The longest repeated passage, in words.
    private static let longest = 16

    /// Sounds without meaning in any language, of which one is enough; "er" and "um" are words of German.
    private static let fillers: Set<String> = ["uh", "uhm", "erm", "hm", "hmm", "äh", "ähm", "öh", "음"]

    /// The number of consecutive occurrences at which a passage counts as repeated.
    ///
    /// People do say "no, no, no, no, no".
    private static func limit(_ passage: ArraySlice<String>) -> Int {
        switch passage.count {
        case 1 where fillers.contains(passage[passage.startIndex]): 2
        case 1: 6
        case 2, 3: 4
        default: 3
        }
    }

    /// The words with one copy of each repeated passage.
    static func removed<Word>(from words: [Word], text: (Word) -> String) -> [Word] {
        let plain = words.map { text($0).folded }
        var kept: [Word] = []
        var index = 0
        while index < words.count {
            let (length, count) = passage(in: plain[index...])
            kept += words[index..<index + length]
            index += length * count
        }
        return kept
    }

    /// The length in words and the number of consecutive occurrences of the passage at the start; 1 and 1 if not
    /// repeated.
    private static func passage(in words: ArraySlice<String>) -> (length: Int, count: Int) {
        for length in 1...longest where 2 * length <= words.count {
            let passage = words.prefix(length)
            var count = 1
            while words.dropFirst(count * length).starts(with: passage) { count += 1 }
            if count >= limit(passage) { return (length, count) }
        }
        return (1, 1)
    }
}
