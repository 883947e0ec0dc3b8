package import MeetingModel

/// A standup as it is typed: texts that may not be valid yet.
package struct StandupDraft: Hashable, Sendable, Codable {
    /// An attendee.
    package struct Row: Hashable, Sendable, Codable {
        /// The attendee's id, which a change of name keeps.
        package let id: Attendee.ID
        /// What has been typed.
        package var name: String
    }

    /// The title.
    package var title: String
    /// The length, as `Length` reads it; a bare number is minutes.
    package var length: String
    /// The theme.
    package var theme: Theme
    /// Who takes part; at least one row, which may be blank.
    package var rows: [Row]
    /// The tag of the spoken language.
    package var language: String
    /// What happens at the end of a slot.
    package var atSlotEnd: MeetingSettings.SlotEnd
    /// Where spare time goes.
    package var timeSharing: MeetingSettings.TimeSharing
    /// When to warn, with commas between.
    package var warnings: String
    /// Whether a warning sounds.
    package var warningSounds: Bool
    /// Words that the recogniser should know, with commas between.
    package var vocabulary: String

    /// The draft of a standup as it is.
    init(_ standup: Standup, using generator: inout SeededGenerator) {
        title = DisplayText(standup.title).description
        length = Length(standup.length).description
        theme = standup.theme
        rows = standup.attendees.map { Row(id: $0.id, name: DisplayText($0.name).description) }
        language = standup.language
        atSlotEnd = standup.settings.atSlotEnd
        timeSharing = standup.settings.timeSharing
        warnings = standup.settings.warnings.map { Length($0).description }.joined(separator: ", ")
        warningSounds = standup.settings.warningSounds
        vocabulary = DisplayText(standup.vocabulary.joined(separator: ", ")).description
        if rows.isEmpty { insertRow(at: 0, using: &generator) }
    }

    /// Adds a blank row.
    mutating func insertRow(at index: Int, name: String = "", using generator: inout SeededGenerator) {
        rows.insert(Row(id: Attendee.ID(using: &generator), name: name), at: index)
    }

    /// Takes a row out; where it was the last one, a blank one stays.
    mutating func removeRow(at index: Int, using generator: inout SeededGenerator) {
        rows.remove(at: index)
        if rows.isEmpty { insertRow(at: 0, using: &generator) }
    }

    /// Steps the length by a minute between 5 and 30 minutes, to the next whole minute; a text that is no length stays.
    mutating func stepLength(by step: Int64) {
        guard let parsed = try? Length(parsing: length, bare: .minutes) else { return }
        let minute = Int64(60_000_000_000)
        let (whole, rest) = parsed.duration.nanoseconds.quotientAndRemainder(dividingBy: minute)
        let stepped = step < 0 && rest > 0 ? whole : whole + step
        // Beyond the range a step leads back to its end, and no further away.
        let isOutward = step > 0 ? whole >= 30 : whole < 5 || whole == 5 && rest == 0
        if !isOutward { length = Length(.seconds(60 * max(5, min(30, stepped)))).description }
    }
}
