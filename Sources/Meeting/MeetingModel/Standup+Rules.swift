extension Standup {
    /// The most characters that a title or a name may have.
    package static let longestName = 200
    /// What stands between the terms of a vocabulary where they are written in one line, and so in none of them.
    package static let termSeparators: Set<Character> = [",", ";", "、", "，"]

    /// The most attendees that a standup may have.
    package static let mostAttendees = 1000

    /// The standup as it is kept: title and names without white space around them, and no attendee without a name.
    ///
    /// Forms, commands and imports all come through here.
    ///
    /// - Throws: An error that says what is wrong with the title, a name, the length or the number of attendees.
    package func validated() throws(StandupError) -> Standup {
        var standup = self
        standup.title = title.trimmedName
        standup.attendees = attendees.compactMap { attendee in
            let name = attendee.name.trimmedName
            return name.isEmpty ? nil : Attendee(id: attendee.id, name: name)
        }
        guard !standup.title.isEmpty else { throw .noTitle }
        guard fits(standup.title) else { throw .titleTooLong(standup.title) }
        if let tooLong = standup.attendees.first(where: { !fits($0.name) }) { throw .nameTooLong(tooLong.name) }
        guard standup.attendees.count <= Self.mostAttendees else { throw .tooManyAttendees(standup.attendees.count) }
        guard Self.lengthRange.contains(length) else { throw .lengthOutOfRange(length) }
        return standup
    }
}

extension String {
    /// The title or name without the white space and control characters around it; empty if nothing of it can be seen.
    package var trimmedName: String {
        guard unicodeScalars.contains(where: { !isInvisible($0) }),
            let start = unicodeScalars.firstIndex(where: { !isBlank($0) }),
            let end = unicodeScalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(unicodeScalars[start...end])
    }
}

/// Counts scalars too: a single character can have any number of accents.
private func fits(_ name: String) -> Bool {
    name.utf8.count <= Standup.longestName
        || name.count <= Standup.longestName && name.unicodeScalars.count <= 8 * Standup.longestName
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
}

private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    isBlank(scalar) || scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint
}

/// What can be wrong with a standup that someone wants to keep; `description` is one line that says what, which and
/// what to do.
package enum StandupError: Error, Hashable, Sendable {
    /// The title is empty or nothing of it can be seen.
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
    /// One line: what, which, what to do.
    package var description: String {
        let range = Standup.lengthRange
        return switch self {
        case .noTitle:
            "no title, \"\", give the standup a title of 1 to \(Standup.longestName) characters"
        case .titleTooLong(let title):
            "title too long, \(DisplayText(quoting: title)), use at most \(Standup.longestName) characters"
        case .nameTooLong(let name):
            "name too long, \(DisplayText(quoting: name)), use at most \(Standup.longestName) characters"
        case .tooManyAttendees(let count):
            "too many attendees, \(count), invite at most \(Standup.mostAttendees)"
        case .lengthOutOfRange(let length):
            "length out of range, \(Length(length)), choose one from \(Length(range.lowerBound)) to "
                + "\(Length(range.upperBound))"
        }
    }
}
