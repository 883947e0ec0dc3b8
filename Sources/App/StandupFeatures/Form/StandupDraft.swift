package import MeetingModel

/// A standup as typed in the form; texts may not be valid yet.
package struct StandupDraft: Hashable, Sendable, Codable {
    /// An attendee.
    package struct Row: Hashable, Sendable, Codable {
        /// The attendee's id, kept when the name changes.
        package let id: Attendee.ID
        /// The name as typed.
        package var name: String
        /// Whether the attendee joins by call.
        package var isRemote = false
    }

    package var title: String
    /// The length, in the syntax of `Length`; a plain number means minutes.
    package var length: String
    package var theme: Theme
    /// The attendees; at least one row, which may be blank.
    package var rows: [Row]
    /// The BCP 47 tag of the spoken language.
    package var language: String
    var atSlotEnd: MeetingSettings.SlotEnd
    /// How spare time is shared.
    var timeSharing: MeetingSettings.TimeSharing
    /// The warning times, separated by commas.
    var warnings: String
    var warningSounds: Bool
    /// Vocabulary for the recognizer, separated by commas.
    package var vocabulary: String
    /// Whether the standup is shared with the team.
    package var isShared: Bool
    /// Whether the attendees' voices are learned.
    package var learnsVoices: Bool

    init(_ standup: Standup, using generator: inout SeededGenerator) {
        title = DisplayText(standup.title).description
        length = Length(standup.length).description
        theme = standup.theme
        rows = standup.attendees.map {
            Row(id: $0.id, name: DisplayText($0.name).description, isRemote: $0.isRemote)
        }
        language = standup.language
        atSlotEnd = standup.settings.atSlotEnd
        timeSharing = standup.settings.timeSharing
        warnings = standup.settings.warnings.map { Length($0).description }.joined(separator: ", ")
        warningSounds = standup.settings.warningSounds
        vocabulary = DisplayText(standup.vocabulary.joined(separator: ", ")).description
        isShared = standup.isShared
        learnsVoices = standup.learnsVoices
        if rows.isEmpty { insertRow(at: 0, using: &generator) }
    }

    mutating func insertRow(at index: Int, name: String = "", using generator: inout SeededGenerator) {
        rows.insert(Row(id: Attendee.ID(using: &generator), name: name), at: index)
    }

    /// Removes a row; the last remaining row becomes blank.
    mutating func removeRow(at index: Int, using generator: inout SeededGenerator) {
        rows.remove(at: index)
        if rows.isEmpty { insertRow(at: 0, using: &generator) }
    }

    /// Steps the length to the next whole minute, from 5 to 30 minutes; an invalid text is unchanged.
    mutating func stepLength(by step: Int64) {
        guard let parsed = try? Length(parsing: length, allowsMinutes: true) else { return }
        let minute = Int64(60_000_000_000)
        let (whole, rest) = parsed.duration.nanoseconds.quotientAndRemainder(dividingBy: minute)
        let stepped = step < 0 && rest > 0 ? whole : whole + step
        // Outside the range, a step never moves further away; it moves to the nearest limit.
        let isOutward = step > 0 ? whole >= 30 : whole < 5 || whole == 5 && rest == 0
        if !isOutward { length = Length(.seconds(60 * max(5, min(30, stepped)))).description }
    }
}

extension StandupDraft.Row {
    /// Decodes a row; one of an earlier version is of an attendee in the room.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(Attendee.ID.self, forKey: .id), name: try values.decode(String.self, forKey: .name),
            isRemote: try values.decodeIfPresent(Bool.self, forKey: .isRemote) ?? false)
    }
}
