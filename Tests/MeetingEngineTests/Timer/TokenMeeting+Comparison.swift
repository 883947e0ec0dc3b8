import MeetingEngine
import MeetingModel

extension TokenMeeting {
    /// The first difference between the timer and the tokens in the random meeting of a seed, with the steps before
    /// it; nil if they agree.
    static func difference(seed: UInt64) throws -> String? {
        guard let difference = try difference(seed: seed, story: nil) else { return nil }
        var story: [String] = []
        _ = try Self.difference(seed: seed) { story.append($0) }
        return "seed \(seed): \(difference)\n\(story.joined(separator: "\n"))"
    }

    private static func difference(seed: UInt64, story: ((String) -> Void)?) throws -> String? {
        var generator = SeededGenerator(seed: seed)
        let ids: [Attendee.ID] = .people(Int.random(in: 1...5, using: &generator))
        let length = Int.random(in: 1...40, using: &generator)
        let settings = MeetingSettings(
            atSlotEnd: seed & 1 == 0 ? .advance : .overtime,
            timeSharing: seed & 2 == 0 ? .fixed : .shared,
            warnings: (0..<2).map { _ in .nanoseconds(Int.random(in: 1...6, using: &generator)) }
        )
        let absent = Set(ids.dropFirst().filter { _ in Int.random(in: 0..<5, using: &generator) == 0 })
        var timer = try MeetingTimer(attendees: ids, absent: absent, length: .nanoseconds(length), settings: settings)
        var tokens = TokenMeeting(ids, absent: absent, length: length, settings: settings)
        story?("\(ids.count) people without \(absent.map(\.rawValue)), \(length) ns, \(settings)")
        var now = 0
        var told = timer.start(at: .zero)
        tokens.start()
        for _ in 0..<20 {
            let pause = Int.random(in: 0...6, using: &generator)
            now += pause
            for _ in 0..<pause { tokens.tick() }
            let command = randomCommand(for: timer.advanced(to: .nanoseconds(now)), ids, &generator)
            told += timer.perform(command, at: .nanoseconds(now))
            tokens.perform(command)
            story?("\(command) at \(now)")
            let lines = told.compactMap(\.tokenLine)
            guard lines == tokens.lines else { return "\(lines)\ninstead of\n\(tokens.lines)" }
            guard timer.queue == tokens.queue.map({ ids[$0] }) else { return "another queue" }
            guard timer.parts.map(\.slot) == tokens.people.map({ .nanoseconds($0.slot) }) else { return "other slots" }
            for person in tokens.people where person.place == "waiting" || person.place == "speaking" {
                let left = timer.timeLeft(of: person.id)
                guard left == .nanoseconds(person.tokens) else { return "\(left) is left of \(person)" }
            }
            guard timer.speaker != nil else { break }
        }
        return nil
    }

    private static func randomCommand(
        for timer: MeetingTimer,
        _ ids: [Attendee.ID],
        _ generator: inout SeededGenerator
    ) -> MeetingTimer.Command {
        let somebody = ids.randomElement(using: &generator) ?? ann
        switch Int.random(in: 0..<18, using: &generator) {
        // The model has no question, which `next` would ask on the last attendee.
        case 0...2: return timer.isLast ? .later : .next
        case 3...5: return .previous
        case 6: return .later
        case 7...8: return .absent(somebody)
        case 9...10: return .present(timer.absent.randomElement(using: &generator) ?? somebody)
        case 11...12: return .extend(.nanoseconds(Int.random(in: -8...8, using: &generator)))
        case 13: return .reorder(timer.queue.shuffled(using: &generator))
        case 14: return timer.isPaused ? .resume : .pause(.user)
        case 15...16:
            return .change(
                MeetingSettings(
                    atSlotEnd: Bool.random(using: &generator) ? .advance : .overtime,
                    timeSharing: Bool.random(using: &generator) ? .fixed : .shared,
                    warnings: [.nanoseconds(Int.random(in: 1...6, using: &generator)), timer.settings.warnings[0]]
                )
            )
        default: return .resume
        }
    }
}

extension MeetingTimer.Event {
    /// The line that the meeting played with tokens has for this event; nil if it has none.
    fileprivate var tokenLine: String? {
        switch kind {
        case .started: "started"
        case .ding: "\(at.nanoseconds) ding"
        case .turnStarted(let id, _, let slot, let left):
            "\(at.nanoseconds) started \(id) slot \(slot.nanoseconds) left \(left.nanoseconds)"
        case .turnEnded(let id, let used, _): "\(at.nanoseconds) ended \(id) used \(used.nanoseconds)"
        case .turnWarning(_, let remaining): "\(at.nanoseconds) warning \(remaining.nanoseconds)"
        case .meetingEnded(let reason, _): "\(at.nanoseconds) \(reason.rawValue)"
        case .paused, .resumed, .asked, .refused, .queueChanged, .attendeesChanged: nil
        }
    }
}
