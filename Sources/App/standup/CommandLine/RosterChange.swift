import MeetingHistory
import MeetingModel

/// What `edit` does to the attendees of a standup.
struct RosterChange {
    /// Whom to remove, as typed.
    var removed: [String] = []
    /// Whom to give another name, as typed, and the names.
    var renamed: [(name: String, value: String)] = []
    /// Whom to add at the end.
    var added: [Attendee] = []
    /// Whom to move, as typed, and the places, 1 the first.
    var moved: [(name: String, value: String)] = []

    /// Makes the changes.
    ///
    /// Removed and renamed people are found by the names of before; those who are moved, by the names of after.
    func apply(to attendees: inout [Attendee]) throws {
        let names = attendees.map(\.name)
        let leaving = Set(try removed.map { try AttendeeLookup.index(of: $0, in: names) })
        for (name, newName) in renamed {
            let index = try AttendeeLookup.index(of: name, in: names)
            guard !leaving.contains(index) else {
                throw Failure(.usage, "both removed and renamed, \(DisplayText(quoting: name)), choose one")
            }
            attendees[index].name = try AttendeeArgument.newName(newName, of: name)
        }
        attendees = attendees.indices.filter { !leaving.contains($0) }.map { attendees[$0] } + added
        for (name, place) in moved {
            let index = try AttendeeLookup.index(of: name, in: attendees.map(\.name))
            guard let place = Int(place), attendees.indices.contains(place - 1) else {
                throw Failure(
                    .usage, "no such place, \(DisplayText(quoting: place)), choose one from 1 to \(attendees.count)")
            }
            attendees.insert(attendees.remove(at: index), at: place - 1)
        }
    }
}
