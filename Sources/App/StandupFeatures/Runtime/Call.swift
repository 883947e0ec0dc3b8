package import MeetingHistory
import MeetingModel

/// The queues of calls; those of one queue are done one after the other.
package enum CallQueue: Sendable {
    case history
    /// Lists what there is on this machine.
    case devices
    /// Reads small files of the user.
    case preferences
    /// Reads folders, which may be large or on a slow disk, and files to import.
    case files
    /// May wait for the web server.
    case invitations
    /// Reads recordings.
    case recordings
}

/// Work in the backend whose result goes to the feature that asked for it, and to no other.
///
/// A call is equal only to itself.
package struct Call: Hashable, Sendable {
    private final class Work: Sendable {
        let perform: @Sendable (any Backend) throws -> Answer

        init(_ perform: @escaping @Sendable (any Backend) throws -> Answer) { self.perform = perform }
    }

    package let queue: CallQueue
    private let work: Work

    fileprivate init(on queue: CallQueue, _ perform: @escaping @Sendable (any Backend) throws -> Answer) {
        self.queue = queue
        work = Work(perform)
    }

    package func outcome(from backend: any Backend) throws(HistoryError) -> Outcome {
        do { return .answered(try work.perform(backend)) } catch let error as HistoryError { throw error } catch {
            throw .unreadable(path: "", reason: "\(error)")
        }
    }

    package static func == (left: Self, right: Self) -> Bool { left.work === right.work }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(work)) }
}

/// The result of a call, on its way to the feature that asked for it.
package struct Answer: Sendable {
    /// Changes the feature if it is the one that asked; nil if it is another.
    fileprivate let change: @Sendable (any Feature) -> (feature: any Feature, reply: Reply)?

    /// Delivers the result if the feature is the one that asked; nil if it is another.
    func deliver<Other: Feature>(to feature: inout Other) -> Reply? {
        guard let (changed, reply) = change(feature), let own = changed as? Other else { return nil }
        feature = own
        return reply
    }
}

extension Feature {
    /// Works in the backend, and then changes this feature by the result, unless it has been closed meanwhile.
    func call<Result: Sendable>(
        on queue: CallQueue = .history, _ work: @escaping @Sendable (any Backend) throws -> Result,
        then change: @escaping @Sendable (inout Self, Result) -> Reply
    ) -> Effect {
        let identity = identity
        return .call(
            Call(on: queue) { backend in
                let result = try work(backend)
                return Answer { feature in
                    guard var own = feature as? Self, own.identity == identity else { return nil }
                    let reply = change(&own, result)
                    return (feature: own as any Feature, reply: reply)
                }
            })
    }

    /// Works in the backend, and then shows the result, unless this feature has been closed meanwhile.
    func call<Result: Sendable>(
        on queue: CallQueue = .history, _ work: @escaping @Sendable (any Backend) throws -> Result,
        show: @escaping @Sendable (inout Self, Result) -> Void
    ) -> Effect {
        call(on: queue, work) { feature, result in
            show(&feature, result)
            return Reply()
        }
    }

    /// Changes a standup, if it is there, and reads the standups again for all features.
    func change(_ standup: Standup.ID, by change: @escaping @Sendable (inout Standup) -> Void) -> [Effect] {
        let changing = call {
            try $0.change(standup, by: change)
        } show: { _, _ in
        }
        return [changing, .loadStandups]
    }

    package var identity: String { "" }

    package mutating func receive(_ answer: Answer) -> Reply { answer.deliver(to: &self) ?? Reply() }
}

extension NestingFeature {
    package mutating func receive(_ answer: Answer) -> Reply {
        answer.deliver(to: &self) ?? updateDestination { $0.receive(answer) }
    }
}
