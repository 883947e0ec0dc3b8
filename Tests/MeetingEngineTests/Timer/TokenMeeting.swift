import MeetingModel

@testable import MeetingEngine

/// A model of the meeting that moves tokens of one nanosecond.
///
/// Every nanosecond the speaker spends one, and tokens are passed on one by one: a slow, simple reference for
/// `MeetingTimer`.
struct TokenMeeting {
    struct Person {
        let id: Attendee.ID
        /// The remaining tokens; below zero in overtime.
        var tokens: Int
        /// The received tokens, without those that others took back.
        var slot: Int
        var spoken = 0
        var place = "waiting"
        /// The tokens passed to each receiver (below zero: taken) at the end of the last turn, or when leaving.
        var handedOn: (count: Int, receivers: [Int: Int])?
    }

    private(set) var settings: MeetingSettings
    private let firstSlot: Int
    private(set) var people: [Person]
    private(set) var queue: [Int]
    private(set) var lines: [String] = []
    private(set) var speaker: Int?
    private var before: [Int] = []
    private var time = 0
    private var turnStart = 0
    private var goesOn = false
    /// The most that the speaker has had left in this turn.
    private var peak = 0
    private(set) var state = "new"

    init(_ ids: [Attendee.ID], absent: Set<Attendee.ID>, length: Int, settings: MeetingSettings) {
        self.settings = settings
        people = ids.map { Person(id: $0, tokens: 0, slot: 0, place: absent.contains($0) ? "absent" : "waiting") }
        queue = ids.indices.filter { !absent.contains(ids[$0]) }
        firstSlot = max(1, length / queue.count)
        hand(length, to: queue)
    }

    mutating func start() {
        state = "running"
        lines.append("started")
        begin(queue.removeFirst())
        passOver()
    }

    /// Advances by a nanosecond.
    mutating func tick() {
        guard state == "running", let speaker else { return }
        time += 1
        people[speaker].tokens -= 1
        let left = people[speaker].tokens
        if left > 0, settings.warnings.contains(.nanoseconds(left)) { lines.append("\(time) warning \(left)") }
        passOver()
    }

    mutating func perform(_ command: MeetingTimer.Command) {
        guard state == "running" || state == "paused", let speaker else { return }
        switch command {
        case .pause: state = "paused"
        case .resume: state = "running"
        case .next where !queue.isEmpty: moveOn()
        case .previous: goBack()
        case .later where !queue.isEmpty:
            end()
            queue.append(speaker)
            people[speaker].place = "waiting"
            if people[speaker].tokens < 0 { handOn(speaker) }
            changeSpeaker(from: speaker)
        case .absent(let id): leave(index(id))
        case .present(let id): comeBack(index(id))
        case .change(let settings): change(to: settings)
        case .extend(let duration): extend(Int(duration.nanoseconds))
        case .reorder(let ids):
            let first = ids.map(index)
            guard Set(first).count == ids.count, first.allSatisfy(queue.contains) else { break }
            queue = first + queue.filter { !first.contains($0) }
        default: break
        }
        passOver()
    }

    private func index(_ id: Attendee.ID) -> Int { people.firstIndex { $0.id == id } ?? 0 }

    private mutating func passOver() {
        while state == "running", let speaker, !goesOn, people[speaker].tokens <= 0 {
            if settings.atSlotEnd == .overtime {
                goesOn = true
                lines.append("\(time) ding")
            } else if queue.isEmpty {
                end()
                people[speaker].place = "done"
                state = "ended"
                lines.append("\(time) finished")
            } else {
                moveOn()
            }
        }
    }

    private mutating func begin(_ index: Int, goesOn: Bool = false) {
        speaker = index
        turnStart = time
        peak = people[index].tokens
        people[index].place = "speaking"
        people[index].handedOn = nil
        self.goesOn = people[index].tokens <= 0 && (goesOn || settings.atSlotEnd == .overtime)
        lines.append("\(time) started \(people[index].id) slot \(people[index].slot) left \(people[index].tokens)")
    }

    private mutating func end() {
        guard let speaker else { return }
        people[speaker].spoken += time - turnStart
        lines.append("\(time) ended \(people[speaker].id) used \(time - turnStart)")
        self.speaker = nil
        goesOn = false
    }

    private mutating func moveOn() {
        guard let speaker else { return }
        end()
        handOn(speaker)
        people[speaker].place = "done"
        changeSpeaker(from: speaker)
    }

    private mutating func changeSpeaker(from index: Int) {
        before.append(index)
        lines.append("\(time) ding")
        begin(queue.removeFirst())
    }

    private mutating func goBack() {
        while let last = before.last, last == speaker || people[last].place == "absent" {
            // No one is skipped, unless the meeting went back to an earlier speaker.
            guard before.contains(where: { $0 != speaker && people[$0].place != "absent" }) else { return }
            before.removeLast()
        }
        guard let speaker, let target = before.popLast() else { return }
        end()
        queue.removeAll { $0 == target }
        queue.insert(speaker, at: 0)
        people[speaker].place = "waiting"
        people[target].place = "speaking"
        takeBack(target)
        if people[speaker].tokens < 0 { handOn(speaker) }
        lines.append("\(time) ding")
        begin(target, goesOn: true)
    }

    private mutating func leave(_ index: Int) {
        if index == speaker, !queue.isEmpty {
            end()
            handOn(index)
            people[index].place = "absent"
            changeSpeaker(from: index)
        } else if queue.contains(index) {
            queue.removeAll { $0 == index }
            people[index].place = "absent"
            handOn(index)
        }
    }

    private mutating func comeBack(_ index: Int) {
        guard people[index].place == "absent" else { return }
        if let handedOn = people[index].handedOn {
            if handedOn.count > 0 { takeBack(index) }
        } else {
            // Never there before: as much as the others have on average, rounded up, from those who have it.
            let left = queue.reduce(0) { $0 + people[$1].tokens }
            let share = (left + queue.count) / (queue.count + 1)
            if settings.timeSharing == .shared, share > 0 {
                take(share, from: queue)
                change(index, share)
            } else {
                change(index, firstSlot)
            }
        }
        queue.append(index)
        people[index].place = "waiting"
    }

    private mutating func change(to new: MeetingSettings) {
        guard let speaker else { return }
        let left = people[speaker].tokens
        let before = isWarned(left)
        if goesOn, settings.atSlotEnd == .overtime, new.atSlotEnd == .advance { goesOn = false }
        settings = new
        if left > 0, !before, isWarned(left) { lines.append("\(time) warning \(left)") }
    }

    /// Whether so much time left is at or below a warning that the turn began or was extended above.
    private func isWarned(_ left: Int) -> Bool {
        settings.warnings.contains { left <= Int($0.nanoseconds) && Int($0.nanoseconds) < peak }
    }

    private mutating func extend(_ count: Int) {
        guard let speaker else { return }
        let shared = settings.timeSharing == .shared
        if count >= 0 {
            change(speaker, count)
            if shared { take(count, from: queue) }
        } else if people[speaker].tokens > 0 {
            let cut = shorten(by: -count)
            if shared { hand(cut, to: queue) }
        }
    }

    private mutating func shorten(by count: Int) -> Int {
        guard let speaker else { return 0 }
        let old = people[speaker].tokens
        let cut = max(0, min(count, old))
        change(speaker, -cut)
        let left = old - cut
        if left > 0, (left..<old).contains(where: { settings.warnings.contains(.nanoseconds($0)) }) {
            lines.append("\(time) warning \(left)")
        }
        return cut
    }

    private mutating func change(_ index: Int, _ count: Int) {
        people[index].tokens += count
        people[index].slot += count
        if index == speaker {
            peak = max(peak, people[index].tokens)
            if people[index].tokens > 0 { goesOn = false }
        }
    }

    /// Hands on all tokens of an attendee, or collects the missing ones.
    private mutating func handOn(_ index: Int) {
        let count = people[index].tokens
        var receivers: [Int: Int] = [:]
        if settings.timeSharing == .shared {
            let others = queue.filter { $0 != index }
            if count < 0 {
                receivers = take(-count, from: others)
            } else {
                receivers = hand(count, to: others.isEmpty ? [speaker].compactMap { $0 } : others)
            }
        }
        people[index].tokens = 0
        people[index].handedOn = (count, receivers)
    }

    private mutating func takeBack(_ index: Int) {
        guard let handedOn = people[index].handedOn else { return }
        people[index].handedOn = nil
        people[index].tokens += handedOn.count
        var missing = 0
        for (receiver, count) in handedOn.receivers {
            guard queue.contains(receiver) else {
                missing += count
                continue
            }
            let back = count > 0 ? min(count, max(0, people[receiver].tokens)) : count
            change(receiver, -back)
            missing += count - back
        }
        if missing < 0 { hand(-missing, to: queue) }
        if missing > 0 {
            missing += take(missing, from: queue).values.reduce(0, +)
            if let speaker, let count = handedOn.receivers[speaker] { _ = shorten(by: min(missing, count)) }
        }
    }

    /// Deals tokens out one by one, round and round.
    @discardableResult
    private mutating func hand(_ count: Int, to receivers: [Int]) -> [Int: Int] {
        guard !receivers.isEmpty else { return [:] }
        var dealt: [Int: Int] = [:]
        for token in 0..<count {
            change(receivers[token % receivers.count], 1)
            dealt[receivers[token % receivers.count], default: 0] += 1
        }
        return dealt
    }

    /// Collects tokens one by one, in rounds, the poorest first, until none are left.
    @discardableResult
    private mutating func take(_ count: Int, from givers: [Int]) -> [Int: Int] {
        let order = givers.enumerated()
            .sorted { (people[$0.element].tokens, $0.offset) < (people[$1.element].tokens, $1.offset) }
            .map(\.element)
        var collected: [Int: Int] = [:]
        var missing = count
        while missing > 0, order.contains(where: { people[$0].tokens > 0 }) {
            for giver in order where people[giver].tokens > 0 && missing > 0 {
                change(giver, -1)
                collected[giver, default: 0] -= 1
                missing -= 1
            }
        }
        return collected
    }
}
