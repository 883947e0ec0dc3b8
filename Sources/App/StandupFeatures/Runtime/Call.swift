package import MeetingHistory
package import MeetingModel

/// What calls work with. [the history's queue]
package struct Backend: Sendable {
    /// The open history.
    package let store: any MeetingStore
    /// The wall clock's time.
    package let now: Timestamp

    /// The backend of an open history at an instant.
    package init(store: any MeetingStore, now: Timestamp) {
        self.store = store
        self.now = now
    }
}

/// Work in the backend whose result goes to the feature that asked for it, and to no other.
///
/// A call is equal only to itself.
package struct Call: Hashable, Sendable {
    private final class Work: Sendable {
        let perform: @Sendable (Backend) throws -> Answer

        init(_ perform: @escaping @Sendable (Backend) throws -> Answer) { self.perform = perform }
    }

    private let work: Work

    fileprivate init(_ perform: @escaping @Sendable (Backend) throws -> Answer) { work = Work(perform) }

    /// Does the work.
    func outcome(from backend: Backend) throws(HistoryError) -> Outcome {
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
        _ work: @escaping @Sendable (Backend) throws -> Result,
        then change: @escaping @Sendable (inout Self, Result) -> Reply
    ) -> Effect {
        let identity = identity
        return .call(
            Call { backend in
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
        _ work: @escaping @Sendable (Backend) throws -> Result,
        show: @escaping @Sendable (inout Self, Result) -> Void
    ) -> Effect {
        call(work) { feature, result in
            show(&feature, result)
            return Reply()
        }
    }

    package var identity: String { "" }

    package mutating func receive(_ answer: Answer) -> Reply { answer.deliver(to: &self) ?? Reply() }
}

extension NestingFeature {
    package mutating func receive(_ answer: Answer) -> Reply {
        answer.deliver(to: &self) ?? updateDestination { $0.receive(answer) }
    }
}
