extension Standup {
    /// The longest title or name, in characters.
    package static let longestName = 200
    /// The separators of vocabulary terms on one line; no term contains them.
    package static let termSeparators: Set<Character> = [",", ";", "、", "，"]

    package static let mostAttendees = 1000

    /// The standup to store: title and names trimmed, attendees without a name removed.
    ///
    /// Forms, commands and imports all use this.
    ///
    /// - Throws: An error that says what is wrong with the title, a name, the length or the number of attendees.
    package func validated() throws(StandupError) -> Standup {
        var standup = self
        standup.title = title.trimmedName
        standup.attendees = attendees.compactMap { attendee in
            let name = attendee.name.trimmedName
            return name.isEmpty ? nil : Attendee(id: attendee.id, name: name, isRemote: attendee.isRemote)
        }
        guard !standup.title.isEmpty else { throw .noTitle }
        guard Standup.isName(standup.title) else { throw .titleTooLong(standup.title) }
        if let person = standup.attendees.first(where: { !Standup.isName($0.name) }) { throw .nameTooLong(person.name) }
        guard standup.attendees.count <= Self.mostAttendees else { throw .tooManyAttendees(standup.attendees.count) }
        guard Self.lengthRange.contains(length) else { throw .lengthOutOfRange(length) }
        return standup
    }
}

extension String {
    /// The name without white space and control characters around it; empty if nothing in it is visible.
    package var trimmedName: String {
        guard unicodeScalars.contains(where: { !isInvisible($0) }),
            let start = unicodeScalars.firstIndex(where: { !isBlank($0) }),
            let end = unicodeScalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(unicodeScalars[start...end])
    }
}

extension Standup {
    /// Whether a title or a name is short enough.
    ///
    /// Also counts scalars, because a single character can have any number of accents.
    package static func isName(_ name: String) -> Bool {
        name.utf8.count <= longestName || name.count <= longestName && name.unicodeScalars.count <= 8 * longestName
    }
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
}

private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    isBlank(scalar) || scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint
}

/// What is wrong with a standup to store.
///
/// `description` is one line: the problem, the input and the remedy.
package enum StandupError: Error, Hashable, Sendable {
    /// The title is empty, or nothing in it is visible.
    case noTitle
    /// The title is longer than `Standup.longestName`.
    case titleTooLong(String)
    /// A name is longer than `Standup.longestName`.
    case nameTooLong(String)
    /// There are more attendees than `Standup.mostAttendees`.
    case tooManyAttendees(Int)
    /// The length is outside `Standup.lengthRange`.
    case lengthOutOfRange(Duration)
}

extension StandupError: CustomStringConvertible {
    package var description: String {
        let range = Standup.lengthRange
        return switch self {
        case .noTitle:
            "the title is empty; use 1 to \(Standup.longestName) characters"
        case .titleTooLong(let title):
            "the title '\(DisplayText(quoting: title))' is too long; use at most \(Standup.longestName) characters"
        case .nameTooLong(let name):
            "the name '\(DisplayText(quoting: name))' is too long; use at most \(Standup.longestName) characters"
        case .tooManyAttendees(let count):
            "too many attendees (\(count)); invite at most \(Standup.mostAttendees)"
        case .lengthOutOfRange(let length):
            "the length must be \(Length(range.lowerBound)) to \(Length(range.upperBound)), not \(Length(length))"
        }
    }
}

extension StandupError: ProgramError {
    package var exitCode: Failure.Code { .usage }
}
