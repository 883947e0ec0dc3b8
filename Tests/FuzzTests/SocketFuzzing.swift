import FoundationEssentials
import MeetingEngine
import MeetingModel
@testable import MeetingSocket

/// What other processes send to a running meeting.
enum SocketFuzzing {
    /// Splits bytes into lines, which are the same however they come, and has a countdown do what they say.
    static func readLines(_ bytes: [UInt8]) throws {
        let (whole, pieces) = (lines(bytes, atOnce: bytes.count), lines(bytes, atOnce: 1))
        try require(whole == pieces, "\(whole ?? []) came as \(pieces ?? [])")
        let attendees = ["Ann", "Bob", "bob"].enumerated().map { Attendee(id: .init(rawValue: "\($0)"), name: $1) }
        var timer = try MeetingTimer(attendees: attendees.map(\.id), length: .seconds(60), settings: MeetingSettings())
        timer.start(at: .zero)
        for line in (whole ?? []).prefix(100) {
            guard let line = ReaderLine(line) else { continue }
            let text = try attempt { try line.command.map { try CommandText($0, attendees: attendees).command } }
            guard let command = line.perform ?? text ?? nil else { continue }
            let isAllowed = (line.by ?? Participant(role: .watch)).may(command, in: timer)
            if case .timer(let action, _) = command, isAllowed || line.by == nil {
                timer.perform(action, at: timer.nextDeadline ?? .zero)
            }
        }
        // The countdown is the one that another process would show.
        let copy = try JSONDecoder().decode(MeetingTimer.self, from: JSONEncoder().encode(timer))
        try require(copy == timer, "the countdown changes on its way to another process")
    }

    /// The lines; nil if one is too long.
    private static func lines(_ bytes: [UInt8], atOnce count: Int) -> [[UInt8]]? {
        var buffer = LineBuffer(limit: 512)
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let next = try? buffer.take(rest.prefix(max(count, 1))) else { return nil }
            lines += next
            rest = rest.dropFirst(max(count, 1))
        }
        return lines
    }
}
