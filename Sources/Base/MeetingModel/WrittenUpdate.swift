/// What an attendee has written for a meeting, usually because they cannot attend.
///
/// It waits for the standup's next meeting, which takes it when it starts; what is written later does not change it.
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

    /// The maximum length of a text, in Unicode scalars.
    public static let longestText = 4_000

    /// Why a text cannot be an update.
    package enum TextError: Error, Hashable, Sendable {
        /// It is only white space.
        case empty
        /// It has this many Unicode scalars, more than `longestText`.
        case tooLong(Int)
    }

    /// A typed or received text, in the form of an update: with `\n` between lines, without other control characters
    /// except tabs, and without white space around it.
    ///
    /// - Throws: If nothing is left, or too much.
    package static func cleaned(_ text: String) throws(TextError) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            String(
                String.UnicodeScalarView(
                    line.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\t" }))
        }
        let cleaned = String(lines.joined(separator: "\n").trimmed)
        guard !cleaned.isEmpty else { throw .empty }
        // A character may consist of any number of scalars.
        guard cleaned.unicodeScalars.count <= longestText else { throw .tooLong(cleaned.unicodeScalars.count) }
        return cleaned
    }
}

extension WrittenUpdate {
    /// The lines that are not blank, safe for a terminal.
    package var lines: [String] {
        text.split(whereSeparator: \.isNewline).map { DisplayText(String($0)).description }
            .filter { !$0.trimmed.isEmpty }
    }
}

extension Meeting {
    /// The place of an attendee in the meeting: the start of their first turn, or where it would have come.
    ///
    /// That is before the first turn of those who come later in the list of attendees, or the end of the meeting.
    package func place(of attendee: Attendee.ID) -> Duration {
        let start = { (id: Attendee.ID) in turns.first { $0.attendee == id }?.start }
        if let own = start(attendee) { return own }
        let later = attendees.drop { $0.id != attendee }.dropFirst()
        return later.compactMap { start($0.id) }.min() ?? duration
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

extension WrittenUpdate.TextError: ProgramError {
    package var exitCode: Failure.Code { .usage }
}
