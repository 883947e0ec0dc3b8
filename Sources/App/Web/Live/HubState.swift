import MeetingEngine
import MeetingModel
import MeetingSocket
import Presentation

struct HubState {
    /// A meeting that is followed.
    struct Live {
        let followed: any FollowedMeeting
        /// Nil until the first status.
        var running: ReportedMeeting?
        var audience = Audience()
    }

    struct Audience: Equatable {
        /// Those who were invited by name, each once.
        var guests: [Participant] = []
        /// Whether somebody who leads the meeting is there.
        var isAttended = false
    }

    /// What became of the last meeting of a standup.
    enum Past {
        case ended(Meeting.ID?, until: Duration)
        case lost(until: Duration)
    }

    /// A browser that follows a standup.
    struct Reader {
        let standup: Standup.ID
        let variant: LiveVariant
        let guest: Participant
        let mailbox: LiveMailbox
        /// Whether the guest may still follow.
        let lasts: @Sendable () -> Bool
    }

    /// What readers share.
    struct Key: Hashable {
        let standup: Standup.ID
        let variant: LiveVariant
    }

    var meetings: [Meeting.ID: Live] = [:]
    /// Meetings that have ended while their process still does its last work.
    var ended: Set<Meeting.ID> = []
    var past: [Standup.ID: Past] = [:]
    private(set) var readers: [Int: Reader] = [:]
    private var lastReader = 0
    /// How many readers get the same, so that a look at what has changed does not go through all of them.
    private var followers: [Key: Int] = [:]
    var lastFrame = 0
    /// The states that were sent last, without what changes all the time.
    var sent: [Key: (state: LiveState, here: String, frame: LiveFrame, instant: Duration)] = [:]
    /// The attendees who want to say something.
    var hands: [Standup.ID: Set<Attendee.ID>] = [:]
    /// Until when attendees who have loaded a standup's page count as having it open.
    var visits: [Standup.ID: [Attendee.ID: Duration]] = [:]
    /// The attendees of standups whose pages were loaded, for their names.
    var attendees: [Standup.ID: [Attendee]] = [:]
    var pinged = Duration.zero

    /// Adds a reader, and returns its number.
    mutating func add(_ reader: Reader) -> Int {
        if let attendee = reader.guest.attendee { visits[reader.standup]?[attendee] = nil }
        lastReader += 1
        readers[lastReader] = reader
        followers[Key(standup: reader.standup, variant: reader.variant), default: 0] += 1
        return lastReader
    }

    mutating func removeReader(_ number: Int) -> Reader? {
        guard let reader = readers.removeValue(forKey: number) else { return nil }
        let key = Key(standup: reader.standup, variant: reader.variant)
        if let count = followers[key] { followers[key] = count > 1 ? count - 1 : nil }
        return reader
    }

    var followedStandups: Set<Standup.ID> { Set(followers.keys.map(\.standup)) }

    func variants(of standup: Standup.ID) -> [LiveVariant] {
        followers.keys.filter { $0.standup == standup }.map(\.variant)
    }

    /// The running meeting of a standup; of several, the one whose id comes first.
    func running(_ standup: Standup.ID) -> (meeting: Meeting.ID, running: ReportedMeeting)? {
        meetings.compactMap { id, meeting in meeting.running.map { (id, $0) } }
            .filter { $0.1.status.standup.id == standup }
            .min { $0.0.rawValue < $1.0.rawValue }
    }

    /// The attendees who have the page open: those who follow, and those whose browser loads it again and again.
    func present(in standup: Standup.ID, at now: Duration) -> Set<Attendee.ID> {
        Set(readers.values.filter { $0.standup == standup }.compactMap(\.guest.attendee))
            .union(visits[standup, default: [:]].filter { $0.value > now }.keys)
    }

    func audience(of standup: Standup.ID) -> Audience {
        var audience = Audience()
        for var guest in guests(of: standup) {
            if guest.role == .lead { audience.isAttended = true }
            if let attendee = guest.attendee, hands[standup]?.contains(attendee) == true { guest.hand = true }
            if guest.name != nil, !audience.guests.contains(guest) { audience.guests.append(guest) }
        }
        return audience
    }

    /// Everybody who has the page open, in the order in which they opened it.
    func everybody(in standup: Standup.ID, at now: Duration) -> [Participant] {
        let attendees = Set(readers.values.filter { $0.standup == standup }.compactMap(\.guest.attendee))
        let visitors = present(in: standup, at: now).subtracting(attendees).sorted { $0.rawValue < $1.rawValue }
        return guests(of: standup) + visitors.map { Participant(role: .speak, attendee: $0) }
    }

    private func guests(of standup: Standup.ID) -> [Participant] {
        readers.sorted { $0.key < $1.key }.map(\.value).filter { $0.standup == standup }.map(\.guest)
    }
}
