import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import TestSupport

@testable import StandupFeatures

extension Feature {
    /// Performs the effects that concern the history, and those that follow from them.
    mutating func carryOut(_ effects: [Effect], in store: any MeetingStore) throws {
        try carryOut(effects, from: FixedBackend(store, now: Timestamp(nanosecondsSince1970: 9)))
    }

    /// Performs the effects that a backend answers, and those that follow from them.
    mutating func carryOut(_ effects: [Effect], from backend: FixedBackend) throws {
        for effect in effects {
            guard let outcome = try effect.outcome(from: backend) else { continue }
            let reply = if case .answered(let answer) = outcome { receive(answer) } else { receive(outcome) }
            try carryOut(reply.effects, from: backend)
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
        let store = SQLiteMeetingStore.temporary()
        try store.save(standup)
        for meeting in meetings { try store.begin(meeting) }
        return FixedBackend(store)
    }
}
