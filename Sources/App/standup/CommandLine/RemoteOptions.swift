import ArgumentParser
import MeetingHistory
import MeetingModel

/// The options of `edit` and `start` that say who joins by call; both are remembered in the standup.
struct RemoteOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An attendee who joins by call; repeatable.", valueName: "name"),
        completion: .attendeeOfStandup)
    var remote: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An attendee who is in the room again; repeatable.", valueName: "name"),
        completion: .attendeeOfStandup)
    var local: [String] = []

    var isEmpty: Bool { remote.isEmpty && local.isEmpty }

    func apply(to attendees: inout [Attendee]) throws {
        try Self.mark(remote, in: &attendees, isRemote: true)
        try Self.mark(local, in: &attendees, isRemote: false)
        let names = attendees.map(\.name)
        let both = try Set(remote.map { try AttendeeLookup.index(of: $0, in: names) })
            .intersection(local.map { try AttendeeLookup.index(of: $0, in: names) })
        if let name = both.min().map({ names[$0] }) {
            throw Failure(.usage, "'\(DisplayText(quoting: name))' is both remote and local; choose one")
        }
    }

    /// Marks the attendees with these names, as typed.
    static func mark(_ names: [String], in attendees: inout [Attendee], isRemote: Bool) throws {
        for name in names {
            attendees[try AttendeeLookup.index(of: name, in: attendees.map(\.name))].isRemote = isRemote
        }
    }
}
