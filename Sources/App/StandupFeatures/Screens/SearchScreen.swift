import MeetingModel
package import Presentation

/// The search over all meetings.
package struct SearchScreen: Hashable, Sendable, Codable {
    /// A part of a text, and whether it is what was looked for.
    package struct Piece: Hashable, Sendable, Codable {
        package var text: String
        var isMatch: Bool

        static func pieces(of text: String, matches: [Range<String.Index>]) -> [Piece] {
            var pieces: [Piece] = []
            var position = text.startIndex
            func add(_ part: Substring, _ isMatch: Bool) {
                let safe = DisplayText(String(part)).description
                if !safe.isEmpty { pieces.append(Piece(text: safe, isMatch: isMatch)) }
            }
            for match in matches {
                add(text[position..<match.lowerBound], false)
                add(text[match], true)
                position = match.upperBound
            }
            add(text[position...], false)
            return pieces
        }
    }

    package struct Hit: Hashable, Sendable, Codable {
        /// The standup, the date, who said it when, and the kind of a point.
        package var place: [String]
        package var pieces: [Piece]
    }

    package var title: String
    /// The words.
    var field: FieldScreen
    /// The filters: standup, person, time, words, and points or everything.
    var filters: [Fact]
    /// The field for the first or the last day, in place of the filters; nil unless it is being typed.
    package var day: FieldScreen?
    /// How a day is written; empty unless one is being typed.
    var dayHint = ""
    /// The number of hits; empty without any.
    var summary: String
    /// The hits; `select` is an index into them.
    package var hits: [Hit]
    var selected: Int?
    /// The text shown without hits.
    package var empty: String?
}
