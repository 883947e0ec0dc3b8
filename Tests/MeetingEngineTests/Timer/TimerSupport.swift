import Foundation
import MeetingEngine
import MeetingModel

let ann = Attendee.ID(rawValue: "ann")
let bob = Attendee.ID(rawValue: "bob")
let cid = Attendee.ID(rawValue: "cid")
let dee = Attendee.ID(rawValue: "dee")

func people(_ count: Int) -> [Attendee.ID] { .people(count) }

extension [Attendee.ID] {
    /// So many people.
    static func people(_ count: Int) -> Self { (0..<count).map { Attendee.ID(rawValue: "p\($0)") } }
}

/// Settings without warnings, so that a test that is not about them sees only what it asks for.
func settings(
    _ atSlotEnd: MeetingSettings.SlotEnd = .advance,
    _ timeSharing: MeetingSettings.TimeSharing = .fixed,
    warnings: [Duration] = []
) -> MeetingSettings {
    MeetingSettings(atSlotEnd: atSlotEnd, timeSharing: timeSharing, warnings: warnings)
}

/// A meeting that has just started at instant 0 with a minute for each.
func startedTimer(_ attendees: [Attendee.ID], _ settings: MeetingSettings = settings()) throws -> MeetingTimer {
    var timer = try MeetingTimer(attendees: attendees, length: .seconds(60) * attendees.count, settings: settings)
    timer.start(at: .zero)
    return timer
}

/// A meeting of Ann, Bob and Cid.
func startedTimer(_ settings: MeetingSettings = settings()) throws -> MeetingTimer {
    try startedTimer([ann, bob, cid], settings)
}

extension [MeetingTimer.Event] {
    /// What happened to the meeting, without the notices about attendees' parts and places.
    var main: [MeetingTimer.Event] {
        filter {
            switch $0.kind {
            case .attendeesChanged, .queueChanged: false
            default: true
            }
        }
    }

    /// The queue events, in order.
    var lineups: [MeetingTimer.Lineup] {
        compactMap { if case .queueChanged(let lineup) = $0.kind { lineup } else { nil } }
    }

    /// The events as short lines, such as `60 turnStarted bob #1 slot 60 left 60`.
    var lines: [String] { main.map(\.line) }

    /// The times of the dings, in seconds.
    var dings: [Double] { filter { $0.kind == .ding }.map(\.at.seconds) }
}

extension MeetingTimer.Event {
    var line: String {
        func number(_ duration: Duration) -> String {
            let seconds = duration.seconds
            return seconds == seconds.rounded() ? "\(Int64(seconds))" : "\(seconds)"
        }
        let text =
            switch kind {
            case .started: "started"
            case .turnStarted(let id, let index, let slot, let left):
                "turnStarted \(id) #\(index) slot \(number(slot)) left \(number(left))"
            case .turnWarning(let id, let remaining): "turnWarning \(id) \(number(remaining))"
            case .turnEnded(let id, let used, let overtime):
                "turnEnded \(id) used \(number(used)) over \(number(overtime))"
            case .ding: "ding"
            case .paused(let reason): "paused \(reason)"
            case .resumed(let after): "resumed after \(number(after))"
            case .asked(let question): "asked \(question.rawValue)"
            case .refused(let refusal): "refused \(refusal.rawValue)"
            case .queueChanged(let lineup): "queueChanged \(lineup.queue.map(\.id.rawValue).joined(separator: " "))"
            case .attendeesChanged(let parts): "attendeesChanged \(parts.map(\.id.rawValue).joined(separator: " "))"
            case .meetingEnded(let reason, let duration): "meetingEnded \(reason.rawValue) \(number(duration))"
            }
        return "\(number(at)) \(text)"
    }
}

extension MeetingTimer {
    /// The slots in the order of the start, in seconds.
    var slots: [Double] { parts.map(\.slot.seconds) }

    /// Does one command after the other, each at its instant in seconds, and returns what happened.
    mutating func run(_ commands: (at: Int, Command)...) -> [Event] {
        commands.flatMap { perform($1, at: .seconds($0)) }
    }
}

/// A number from the environment; nil if it is not set or is none.
func environmentNumber(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
}
