import MeetingHistory
import MeetingModel
import StandupTesting

@testable import StandupFeatures

extension Feature {
    /// Performs the effects that concern the history, and those that follow from them.
    mutating func carryOut(_ effects: [Effect], in store: any MeetingStore) throws {
        for effect in effects {
            let now = Timestamp(nanosecondsSince1970: 9)
            guard let outcome = try effect.outcome(in: store, now: now, path: { _ in nil }) else { continue }
            let reply = if case .answered(let answer) = outcome { receive(answer) } else { receive(outcome) }
            try carryOut(reply.effects, in: store)
        }
    }
}

extension Effect {
    var isCall: Bool { if case .call = self { true } else { false } }
}

extension InMemoryMeetingStore {
    /// A history of one standup.
    static func with(_ standup: Standup, _ meetings: [Meeting] = []) throws -> InMemoryMeetingStore {
        let store = InMemoryMeetingStore()
        try store.save(standup)
        for meeting in meetings { try store.begin(meeting) }
        return store
    }
}
