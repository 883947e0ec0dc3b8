/// What an attendee has written for a meeting, as those do who cannot attend.
///
/// It waits for the next meeting of the standup. When that meeting starts, it takes the update as its own: nothing that is
/// written later changes it.
public struct WrittenUpdate: Hashable, Sendable, Codable {
    /// The attendee who wrote it.
    public let attendee: Attendee.ID
    /// The text, of one or more lines.
    public let text: String
    /// When it was written.
    public let writtenAt: Timestamp

    /// Creates an update.
    public init(attendee: Attendee.ID, text: String, writtenAt: Timestamp) {
        self.attendee = attendee
        self.text = text
        self.writtenAt = writtenAt
    }

    /// The most characters of a text.
    public static let longestText = 4_000

    /// Why a text cannot be an update.
    package enum TextError: Error, Hashable, Sendable {
        /// It is only white space.
        case empty
        /// It has this many characters, more than `longestText`.
        case tooLong(Int)
    }

    /// A text as typed or sent, as an update has it: its lines end with `\n`, and it has no other control characters and no
    /// white space around it.
    ///
    /// - Throws: If nothing is left, or too much.
    package static func cleaned(_ text: String) throws(TextError) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            String(
                String.UnicodeScalarView(
                    line.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\t" }))
        }
        let cleaned = String(lines.joined(separator: "\n").withoutSpaceAround)
        guard !cleaned.isEmpty else { throw .empty }
        // A character may consist of any number of scalars.
        guard cleaned.unicodeScalars.count <= longestText else { throw .tooLong(cleaned.unicodeScalars.count) }
        return cleaned
    }
}

extension WrittenUpdate.TextError: CustomStringConvertible {
    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .empty: "the update is empty; write what you have done, what you plan and what blocks you"
        case .tooLong(let count):
            "the update has \(count) characters; shorten it to \(WrittenUpdate.longestText)"
        }
    }
}
