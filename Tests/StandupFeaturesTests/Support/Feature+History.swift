import MeetingHistory
import MeetingModel
import StandupTesting
import TestSupport

@testable import StandupFeatures

extension Feature {
    /// Performs the effects that concern the history, and those that follow from them.
    mutating func carryOut(_ effects: [Effect], in store: any MeetingStore) throws {
        for effect in effects {
            guard let outcome = try effect.outcome(from: FixedBackend(store)) else { continue }
            let reply = if case .answered(let answer) = outcome { receive(answer) } else { receive(outcome) }
            try carryOut(reply.effects, in: store)
        }
    }
}

extension Effect {
    var isCall: Bool { if case .call = self { true } else { false } }

    func isCall(on queue: CallQueue) -> Bool { if case .call(let call) = self { call.queue == queue } else { false } }
}

extension FixedBackend {
    /// A backend with a history of one standup.
    static func with(_ standup: Standup, _ meetings: [Meeting] = []) throws -> FixedBackend {
        let store = InMemoryMeetingStore()
        try store.save(standup)
        for meeting in meetings { try store.begin(meeting) }
        return FixedBackend(store)
    }
}
