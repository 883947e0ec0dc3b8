import MeetingHistory
import MeetingModel

/// The changes that `edit` makes to a standup's attendees.
struct RosterChange {
    /// The attendees to remove, as typed.
    var removed: [String] = []
    /// The attendees to rename, as typed, with their new names.
    var renamed: [(name: String, value: String)] = []
    var added: [Attendee] = []
    /// The attendees to move, as typed, with their new positions, counted from 1.
    var moved: [(name: String, value: String)] = []

    /// Removals and renames use the old names; moves use the new names.
    func apply(to attendees: inout [Attendee]) throws {
        let names = attendees.map(\.name)
        let leaving = Set(try removed.map { try AttendeeLookup.index(of: $0, in: names) })
        for (name, newName) in renamed {
            let index = try AttendeeLookup.index(of: name, in: names)
            guard !leaving.contains(index) else {
                throw Failure(.usage, "'\(DisplayText(quoting: name))' is both removed and renamed; choose one")
            }
            attendees[index].name = try AttendeeArgument.newName(newName, of: name)
        }
        attendees = attendees.indices.filter { !leaving.contains($0) }.map { attendees[$0] } + added
        for (name, place) in moved {
            let index = try AttendeeLookup.index(of: name, in: attendees.map(\.name))
            guard let place = Int(place), (1...max(1, attendees.count)).contains(place) else {
                throw Failure(
                    .usage, "no place '\(DisplayText(quoting: place))'; choose 1 to \(attendees.count)")
            }
            attendees.insert(attendees.remove(at: index), at: place - 1)
        }
    }
}
