/// What an attendee has written for a meeting, beside what was said.
package struct WrittenRow: Hashable, Sendable, Codable {
    /// Who wrote it, such as "Cleo wrote".
    package var name: String
    /// The lines that are not blank.
    package var lines: [String]
    /// The index of the row above which it stands; the number of rows if it is after the last one.
    package var row: Int
}
