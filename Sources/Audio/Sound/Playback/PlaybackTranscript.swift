package import MeetingModel

/// A transcript that follows the playback of its recording.
package struct PlaybackTranscript: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let utterance: Int
        /// The index of the word in it; nil if the words have no times or none has begun.
        package let word: Int?

        package init(utterance: Int, word: Int?) {
            self.utterance = utterance
            self.word = word
        }
    }

    /// The utterances, in order of their start.
    package let utterances: [Utterance]

    package init(_ transcript: [Utterance]) {
        utterances = transcript.sorted { $0.start < $1.start }
    }

    /// The latest utterance that has begun at a time; nil before the first.
    package func latest(at time: Duration) -> Int? {
        let begun = utterances.partitioningIndex { $0.start > time }
        return begun > 0 ? begun - 1 : nil
    }

    /// The first utterance that begins at a time or later; nil after the last.
    package func first(from time: Duration) -> Int? {
        let begun = utterances.partitioningIndex { $0.start >= time }
        return begun < utterances.count ? begun : nil
    }

    /// The place to highlight at a time; nil where nothing is spoken.
    ///
    /// A word is highlighted from its start to the next word's.
    package func lit(at time: Duration) -> Place? {
        guard let index = latest(at: time), time < utterances[index].end else { return nil }
        return Place(utterance: index, word: lastWord(of: index, at: time))
    }

    /// The latest word of an utterance that has begun at a time; nil if none has.
    func lastWord(of utterance: Int, at time: Duration) -> Int? {
        let begun = utterances[utterance].words.partitioningIndex { $0.start > time }
        return begun > 0 ? begun - 1 : nil
    }
}
