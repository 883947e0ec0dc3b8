package import MeetingModel

/// A transcript as it is followed while its recording is heard.
package struct SpokenWords: Hashable, Sendable {
    /// What is being spoken.
    package struct Place: Hashable, Sendable {
        /// The index of the utterance.
        package let utterance: Int
        /// The index of the word in it; nil where the words have no times, or none has begun.
        package let word: Int?
    }

    /// The utterances, in order of their start.
    package let utterances: [Utterance]

    /// A transcript.
    package init(_ transcript: [Utterance]) {
        utterances = transcript.sorted { $0.start < $1.start }
    }

    /// The utterance that is spoken at a time, or was spoken last before it; nil before the first.
    package func latest(at time: Duration) -> Int? {
        let begun = Self.count(in: utterances) { $0.start <= time }
        return begun > 0 ? begun - 1 : nil
    }

    /// What is lit at a time: a word from its start to the next one's; nil where nothing is spoken.
    package func lit(at time: Duration) -> Place? {
        guard let index = latest(at: time), time < utterances[index].end else { return nil }
        return Place(utterance: index, word: lastWord(of: index, at: time))
    }

    /// The last word of an utterance that has begun at a time; nil if none has.
    package func lastWord(of utterance: Int, at time: Duration) -> Int? {
        let begun = Self.count(in: utterances[utterance].words) { $0.start <= time }
        return begun > 0 ? begun - 1 : nil
    }

    /// How many elements at the beginning of a sorted array are so.
    private static func count<Element>(in elements: [Element], where isSo: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isSo(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
