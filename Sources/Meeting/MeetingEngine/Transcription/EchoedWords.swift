import MeetingHistory
import MeetingModel

/// Removes the words of a call that the microphone heard from the loudspeaker.
///
/// They are recognized a second time, on the room's side. A word of the room counts as an echo if the call has the same
/// word at the same time, and so does one of its neighbors: two people rarely say two words in a row together. An
/// utterance of which most is echo is echo as a whole, because the rest is the same words misheard.
struct EchoedWords {
    /// How far apart the same word may start on both sides: recognizers are that inexact.
    private static let tolerance = Duration.seconds(1)
    /// The share of an utterance's words from which all of it is echo.
    private static let most = 0.6

    /// The starts of each of the call's words, in order.
    private let starts: [String: [Duration]]

    init(of call: [Utterance]) {
        var starts: [String: [Duration]] = [:]
        for word in call.flatMap(\.words) {
            if let key = Self.key(of: word) { starts[key, default: []].append(word.start) }
        }
        self.starts = starts.mapValues { $0.sorted() }
    }

    /// The utterance of the room without echo; nil if all of it is.
    func removed(from utterance: Utterance) -> Utterance? {
        guard !starts.isEmpty, !utterance.words.isEmpty else { return utterance }
        let isOnBothSides = utterance.words.map { isOnCall($0) }
        let isEcho = isOnBothSides.indices.map { index in
            let neighbors = [index - 1, index + 1].filter(isOnBothSides.indices.contains)
            return isOnBothSides[index] && (neighbors.isEmpty || neighbors.contains { isOnBothSides[$0] })
        }
        let count = isEcho.count { $0 }
        if count == 0 { return utterance }
        if Double(count) >= Self.most * Double(isEcho.count) { return nil }
        let kept = zip(utterance.words, isEcho).filter { !$1 }.map(\.0)
        guard let first = kept.first, let last = kept.last else { return nil }
        var own = utterance
        (own.start, own.end, own.words) = (first.start, last.end, kept)
        own.text = kept.map(\.text).joined(separator: " ")
        return own
    }

    private func isOnCall(_ word: Word) -> Bool {
        guard let key = Self.key(of: word), let starts = starts[key] else { return false }
        let nearest = starts.partitioningIndex { $0 >= word.start - Self.tolerance }
        return nearest < starts.count && starts[nearest] <= word.start + Self.tolerance
    }

    /// The word without case and punctuation; nil if nothing is left.
    private static func key(of word: Word) -> String? {
        let key = SearchText.words(of: word.text).map(\.folded).joined()
        return key.isEmpty ? nil : key
    }
}

/// The room's utterances that wait until the call's words up to their end are known, so that echoes are removed.
struct RoomWords {
    var waiting: [Utterance] = []
    var recentOfCall: [Utterance] = []

    /// Removes the first ones, and returns what of them is no echo.
    mutating func take(while isKnown: (Utterance) -> Bool) -> [Utterance] {
        let known = waiting.prefix(while: isKnown)
        waiting.removeFirst(known.count)
        return known.isEmpty ? [] : known.compactMap(EchoedWords(of: recentOfCall).removed)
    }
}

extension [Utterance] {
    /// The utterances of both channels in the order of their starts, without echoes of the call in the room.
    func merged() -> [Utterance] {
        let echoes = EchoedWords(of: filter { $0.channel == .call })
        return compactMap { $0.channel == .room ? echoes.removed(from: $0) : $0 }.inOrder()
    }
}
